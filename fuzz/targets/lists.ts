import { isMarked } from '../../src/core/mcp/lists/dialect';
import { Normaliser } from '../../src/core/mcp/lists/normalise';
import type { Resource, ResourceTemplate } from '../../src/core/resource/resource';
import { hold, jsonIn, same, some, type Target } from '../target';

/** Pages of resources and templates. */
export const lists: Target = {
  name: 'lists',
  isJson: true,
  words: [
    ...['uri', 'uriTemplate', 'name', 'title', 'description', 'mimeType', 'size', 'annotations', 'icons', 'audience'],
    ...['priority', 'lastModified', 'src', 'sizes', 'theme', 'kind', 'version', 'metadata', '__proto__', 'user'],
    ...['assistant', 'dark', 'any', '48x48', '2026-07-28', '2026-07-28T09:30:00+0200', 'file:///a%', 'a:/b/c%20d/'],
  ],
  check(bytes) {
    const page = jsonIn(bytes);
    const items: unknown[] = Array.isArray(page) ? page : [page];
    const normaliser = new Normaliser();
    const resources = items.map((item) => normaliser.resource(item));
    for (const [index, resource] of resources.entries()) checkResource(resource, items[index]);
    const { dropped, repaired } = normaliser;
    hold(dropped === resources.filter((resource) => !resource).length, 'What is left out is counted.', dropped);
    hold(repaired <= items.length - dropped, 'An item is repaired at most once.', repaired);
    const templates = items.map((item) => normaliser.template(item));
    for (const [index, template] of templates.entries()) checkTemplate(template, items[index]);
    return `${some(resources.length - dropped)} resources, ${some(repaired)} repaired, ${some(dropped)} dropped`;
  },
};

function checkResource(resource: Resource | undefined, raw: unknown): void {
  if (!resource) return;
  const { uri, size, lastModified } = resource;
  hold(uri === (raw as { readonly uri: unknown }).uri && uri !== '', 'A URI stays as it was written.', uri);
  hold(size === undefined || size >= 0, 'A size is none or a number of bytes.', size);
  hold(lastModified === undefined || Number.isFinite(lastModified), 'A date is a time.', lastModified);
  checkCommon(resource);
  const { extra, icons: _icons, audience, priority, lastModified: _date, ...own } = resource;
  // Its own result, as a server could have written it.
  const date = lastModified === undefined ? undefined : new Date(lastModified).toISOString();
  const again = new Normaliser();
  const rewritten = { ...extra, ...own, annotations: { audience, priority, lastModified: date } };
  const second = again.resource(rewritten);
  hold(again.repaired === 0 || isMarked(rewritten), 'What was repaired needs no repair.', rewritten);
  same({ ...second, icons: undefined }, { ...resource, icons: undefined }, 'Nothing is lost the second time.');
}

function checkTemplate(template: ResourceTemplate | undefined, raw: unknown): void {
  if (!template) return;
  const { uriTemplate } = template;
  hold(uriTemplate === (raw as { readonly uriTemplate: unknown }).uriTemplate, 'A template stays as it was written.');
  checkCommon(template);
}

function checkCommon({
  name,
  title,
  description,
  mimeType,
  audience,
  priority,
  icons,
  extra,
}: Resource | ResourceTemplate): void {
  const texts: readonly (readonly [string | undefined, number])[] = [
    [name, 65_536],
    [title, 1_000],
    [description, 10_000],
    [mimeType, 255],
    ...(icons ?? []).flatMap(({ src, mimeType }) => [[src, 88_000] as const, [mimeType, 255] as const]),
  ];
  hold(name !== '', 'A name is not empty.');
  for (const [text, limit] of texts)
    hold(text === undefined || (typeof text === 'string' && text.length <= limit), 'A text has its limit.', text);
  hold(audience === undefined || audience.length > 0, 'An audience is somebody.', audience);
  hold(priority === undefined || (priority >= 0 && priority <= 1), 'A priority is from 0 to 1.', priority);
  hold(icons === undefined || (icons.length > 0 && icons.length <= 8), 'Icons are few.', icons?.length);
  const size = extra === undefined ? 0 : JSON.stringify(extra).length;
  // Escapes can make six characters of one.
  hold(size <= 6 * 4_000 + 400, 'Other fields have a limit.', size);
}
