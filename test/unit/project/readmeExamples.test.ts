import { readFileSync } from 'node:fs';
import { parse } from 'jsonc-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { company } from '../../../examples/demo-server/company';
import { describe as describeDocument } from '../../../examples/demo-server/document';
import { resourceTemplates } from '../../../examples/demo-server/templates';
import { Normaliser } from '../../../src/core/mcp/lists/normalise';
import { over, type Fixture } from '../search/fixtures';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
/** The time that tests of the search live in. */
const now = 1_800_000_000_000;

let demo: Fixture;

beforeAll(() => {
  const normaliser = new Normaliser();
  const resources = company(now).map((document) => normaliser.resource(describeDocument(document)));
  const templates = resourceTemplates.map((template) => normaliser.template(template));
  demo = over(
    { larkspur: resources.flatMap((one) => one ?? []) },
    { templates: { larkspur: templates.flatMap((one) => one ?? []) } },
  );
});

/** Returns the queries in the first column of the table below a heading. */
function queriesBelow(heading: string): string[] {
  const section = readme.slice(readme.indexOf(`### ${heading}`)).split(/\n#{2,3} /u)[0] ?? '';
  const cells = section.split('\n').flatMap((line) => /^\| (`.*?) \| /u.exec(line)?.[1] ?? []);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/gu)].map(([, query]) => query!));
}

describe('the README', () => {
  const queries = [...queriesBelow('What you can type'), /`(\w+)` finds “/u.exec(readme)?.[1] ?? ''];

  it('has examples of every filter', () => {
    const filters = queries.flatMap((query) => /^-?(\w+):/u.exec(query)?.[1] ?? []);
    const all = ['audience', 'changed', 'priority', 'scheme', 'server', 'size', 'type', 'uri'];
    expect([...new Set(filters)].sort()).toEqual(all);
    expect(queries.length).toBeGreaterThan(15);
  });

  it.each(queries)('types %s, which finds something in its own demo', async (query) => {
    const { ids, outOf, view } = await demo.search(query);
    expect([ids.length > 0, view.query.problems]).toEqual([true, []]);
    // An example that leaves nothing out shows nothing; the demo is one server.
    if (!query.startsWith('server:')) expect(ids.length).toBeLessThan(outOf);
  });

  it('has a context set of which every entry is in its own demo', async () => {
    const [, text = ''] = /```jsonc\n([\s\S]*?)```/u.exec(readme) ?? [];
    const file = parse(text, [], { allowTrailingComma: true }) as { sets: Record<string, { resources: unknown[] }> };
    const entries = Object.values(file.sets).flatMap(({ resources }) => resources);
    const found = await Promise.all(entries.map(inDemo));
    expect([entries.length, found.filter((isFound) => !isFound)]).toEqual([4, []]);
  });
});

async function inDemo(entry: unknown): Promise<boolean> {
  if (typeof entry === 'string') return demo.catalog.find('larkspur', entry) !== undefined;
  const { glob, template, search, server } = entry as Readonly<Record<string, string>>;
  if (template !== undefined) return demo.templates.find(server ?? '', template) !== undefined;
  return (await demo.find(search ?? `uri:${glob ?? ''}`)).length > 0;
}
