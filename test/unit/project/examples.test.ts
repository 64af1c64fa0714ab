// Everything that the README and the reference tell users to type works in the demo.
import { parse } from 'jsonc-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { company } from '../../../examples/demo-server/company';
import { skills } from '../../../examples/demo-server/content/skills';
import { describe as describeDocument } from '../../../examples/demo-server/document';
import { resourceTemplates } from '../../../examples/demo-server/templates';
import { Normaliser } from '../../../src/core/mcp/lists/normalise';
import { inlineCode, readPage, userDocs } from '../../support/userDocs';
import { answering, newEditor, written } from '../mentions/completionFixtures';
import { newLanguage } from '../mentions/server/wire';
import { over, type Fixture } from '../search/fixtures';

/** The time that tests of the search live in. */
const now = 1_800_000_000_000;
const documents = company(now).map(describeDocument);
const searchPage = readPage('docs/search.md');
/** Forms and schemes, rather than examples. */
const forms = ['@server:', '@server:uri', '@server:<uri>', 'ui://'];

let demo: Fixture;

beforeAll(() => {
  const normaliser = new Normaliser();
  const resources = documents.map((document) => normaliser.resource(document));
  const templates = resourceTemplates.map((template) => normaliser.template(template));
  demo = over(
    { larkspur: resources.flatMap((one) => one ?? []) },
    { templates: { larkspur: templates.flatMap((one) => one ?? []) } },
  );
  const files = skills().flatMap((file) => normaliser.resource(describeDocument(file)) ?? []);
  demo.catalog.addChildren('larkspur', files, new Set());
  const manifests = files.filter(({ uri }) => uri.endsWith('/SKILL.md'));
  demo.catalog.markSkills(
    'larkspur',
    [],
    manifests.map(({ uri }) => ({ serverId: 'larkspur', uri })),
  );
});

const codeIn = (text: string, lines: RegExp): string[] => inlineCode(text.match(lines)?.join('\n') ?? '');
const has = (uri: string): boolean =>
  demo.catalog.find('larkspur', uri) !== undefined || demo.templates.find('larkspur', uri) !== undefined;

describe('a search in the README or the reference', () => {
  const filters = codeIn(searchPage, /^\| `.*? \| /gmu);
  const globs = codeIn(readPage('docs/settings.md'), /^\| `mcpResources\.exclude` .*$/gmu).slice(1);
  const inText = [
    ...codeIn(searchPage, /`[^`]+` finds “/u),
    ...codeIn(readPage('README.md'), /^Search for .*?, or /mu),
  ];
  const queries = [...filters, ...inText, ...globs.map((glob) => `uri:${glob}`)];

  it('shows every filter', () => {
    const names = filters.flatMap((query) => /^-?(\w+):/u.exec(query)?.[1] ?? []);
    const all = ['audience', 'changed', 'priority', 'scheme', 'server', 'size', 'type', 'uri'];
    expect([...new Set(names)].sort()).toEqual(all);
    expect([filters.length, inText.length, globs.length]).toEqual([18, 5, 3]);
  });

  it.each([...new Set(queries)])('finds something in the demo: %s', async (query) => {
    const { ids, outOf, view } = await demo.search(query);
    expect([ids.length > 0, view.query.problems]).toEqual([true, []]);
    // An example that leaves nothing out shows nothing; the demo is one server.
    if (!query.startsWith('server:')) expect(ids.length).toBeLessThan(outOf);
  });
});

describe('an example in the README or the reference', () => {
  const code = userDocs.flatMap((page) => inlineCode(readPage(page))).filter((text) => !forms.includes(text));

  it('is a URI or template of the demo', () => {
    const uris = code.flatMap((text) => /^(?:@larkspur:)?((?!https?:)[a-z]+:\/\/[^*]+)$/u.exec(text)?.[1] ?? []);
    expect([uris.length, uris.filter((uri) => !has(uri))]).toEqual([3, []]);
  });

  it('is a mention that completes to the one after it', async () => {
    const mentions = code.filter((text) => /^@.*:/u.test(text));
    expect(mentions).toHaveLength(2);
    const [typed = '', completed] = mentions;
    const server = answering(documents.filter(({ uri }) => uri.includes('weather')));
    const language = await newLanguage({ larkspur: server }, {}, newEditor);
    await language.world.start();
    expect(await written(language, `${typed}|`)).toContain(completed);
  });

  it('is a context set whose entries are in the demo', async () => {
    const [, text = ''] = /```jsonc\n([\s\S]*?)```/u.exec(readPage('docs/context.md')) ?? [];
    const file = parse(text, [], { allowTrailingComma: true }) as {
      sets: Record<string, { resources: (string | object)[] }>;
    };
    const entries = Object.values(file.sets).flatMap(({ resources }) => resources);
    const found = await Promise.all(entries.map(inDemo));
    expect([entries.length, found.filter((isFound) => !isFound)]).toEqual([6, []]);
  });
});

async function inDemo(entry: string | object): Promise<boolean> {
  if (typeof entry === 'string') return has(entry);
  const { glob, template, search, priority } = entry as Readonly<Record<string, string>>;
  // The demo has no files of a workspace.
  if ('mentions' in entry) return true;
  const uris = glob ?? template?.replaceAll(/\{\w+\}/gu, '*');
  return (
    (await demo.find(search ?? (priority === undefined ? `uri:${uris ?? ''}` : `priority:>=${priority}`))).length > 0
  );
}
