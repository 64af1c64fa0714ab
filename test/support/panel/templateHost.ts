import type { Handlers } from '../../../src/shared/endpoint';
import type { TemplateRequests, TemplateUse } from '../../../src/shared/templateProtocol';
import type { TemplateEntry } from '../../../src/core/catalog/templates';
import type { Completion } from '../../../src/core/session/session';
import { UsedValues } from '../../../src/core/templates/usedValues';
import { TemplatePanel } from '../../../src/host/templates/templatePanel';
import { FakeStore } from '../fakeStore';
import { silent } from '../silent';

/** Texts of the templates of a {@link TemplateHost}, by id. */
export const templateTexts: ReadonlyMap<number, string> = new Map([
  [2 ** 31, 'db://larkspur/{schema}/{table}/rows{?limit}'],
  [2 ** 31 + 1, 'ticket://support/{number}'],
  [2 ** 31 + 2, 'tags://all{?tags*}'],
  [2 ** 31 + 3, 'fixed://page'],
  [2 ** 31 + 4, 'broken://{id'],
]);

/** The host's answers about templates, from a server in memory. */
export class TemplateHost {
  readonly store = new FakeStore();
  readonly used = new UsedValues(this.store);
  readonly templates = new Map<number, TemplateEntry>(
    [...templateTexts].map(([id, uriTemplate]) => [id, entry(uriTemplate)]),
  );
  /** The server's values for a variable, by its name; it offers those that contain the typed text. */
  values: Readonly<Record<string, readonly string[]>> = {};
  /** Maximum number of values in an answer. */
  most = 100;
  /** URIs in the list of resources. */
  readonly listed = new Set<string>();
  /** URIs for which there is no resource. */
  readonly missing = new Set<string>();
  /** The form's message about `missing` URIs; `undefined` where it is shown elsewhere. */
  problem: string | undefined;
  readonly done: (readonly [TemplateUse, string])[] = [];
  readonly handlers: Handlers<TemplateRequests>;

  constructor() {
    const session = {
      complete: (_: string, { name, value }: { name: string; value: string }): Promise<Completion> => {
        const all = (this.values[name] ?? []).filter((one) => one.toLowerCase().includes(value.toLowerCase()));
        return Promise.resolve({ values: all.slice(0, this.most), hasMore: all.length > this.most });
      },
    };
    const connection = { definition: { name: 'larkspur' }, session: () => Promise.resolve(session) };
    const note =
      (use: TemplateUse) =>
      ([resource]: readonly { readonly uri: string }[]) =>
        Promise.resolve(this.done.push([use, resource?.uri ?? '']) > 0);
    const actions = {
      canRead: ({ uri }: { readonly uri: string }, show: (sentence: string) => void) => {
        const isMissing = this.missing.has(uri);
        if (isMissing && this.problem !== undefined) show(this.problem);
        return Promise.resolve(!isMissing);
      },
      ...{ open: note('open'), attach: note('attach'), copyUris: note('copyUri') },
    };
    const core = {
      templates: { byId: (id: number) => this.templates.get(id) },
      connections: { get: () => connection },
      catalog: {
        idOf: (_: string, uri: string) => (this.listed.has(uri) ? 1 : undefined),
        table: { isChild: () => false },
      },
      directories: { isDirectory: () => false },
    };
    const saved = {
      keep: (resource: { readonly uri: string }) => {
        this.listed.add(resource.uri);
        return note('keep')([resource]);
      },
    };
    const needs = { base: { log: silent }, core, saved, actions: { get: () => Promise.resolve({ actions }) } };
    this.handlers = new TemplatePanel(
      needs as unknown as ConstructorParameters<typeof TemplatePanel>[0],
      this.used,
    ).handlers;
  }
}

export function entry(uriTemplate: string, title?: string, description?: string): TemplateEntry {
  const unknown = { mimeType: undefined, audience: undefined, priority: undefined, icons: undefined, extra: undefined };
  return { serverId: 'larkspur', template: { uriTemplate, name: uriTemplate, title, description, ...unknown } };
}
