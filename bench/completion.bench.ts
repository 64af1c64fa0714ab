// Measures mention completion in 100,000 resources against the search alone, with an index of its own and the same words: ratios of medians from one
// run.
import { Catalog } from '../src/core/catalog/catalog';
import { TemplateCatalog } from '../src/core/catalog/templates';
import { clientFeatures } from '../src/core/mentions/mention/clientFeatures';
import { complete } from '../src/core/mentions/features/completion';
import { MentionDocument } from '../src/core/mentions/mention/document';
import type { Names } from '../src/core/mentions/text/mentionsInLine';
import type { FeatureParts } from '../src/core/mentions/features/feature';
import { parseQuery } from '../src/core/search/parseQuery';
import { systemClock } from '../src/node/base/clock';
import { emptyQuery } from '../src/shared/searchQuery';
import { byPath } from '../test/unit/catalog/fixtures';
import { largeText } from './largeText';
import { silent } from './measure';
import { median } from './median';
import { fill, newSearch, type Search } from './searchable';

const names: Names = { servers: ['server', 'docs'], schemes: new Set(['shop:', 'file:']) };
const rounds = Number(process.env['ROUNDS'] ?? 9);
const count = 100_000;
const going = new AbortController().signal;

/** Typed texts, each with the query that finds the same resources. Each is completed from scratch, without narrowing earlier results. */
const whole = {
  'nothing typed': ['@server:', 'server:server'],
  'a word': ['@server:invoice', 'server:server invoice'],
  'two words': ['@server:invoice-42', 'server:server invoice 42'],
  'the beginning of a URI': ['@server:shop://region-7', 'server:server shop://region 7'],
  'a word, of all servers': ['@invoice', 'invoice'],
} as const;
/** Typed key by key: each key narrows the results of the one before it. */
const phrases = ['order-1984', 'shop://region-3', 'regon-7'];

interface Cost {
  readonly time: number;
  readonly block: number;
}

async function measured({ watch }: Search, work: () => Promise<unknown>): Promise<Cost> {
  watch.reset();
  const start = performance.now();
  await work();
  return { time: performance.now() - start, block: watch.read() };
}

function partsOf(catalog: Catalog, { index, watch }: Search): FeatureParts {
  const state = { kind: 'ready', info: { hasResources: true } };
  const connection = { definition: { id: 'server', name: 'server' }, state };
  const parts = {
    clock: systemClock,
    log: silent,
    newSlice: watch.newSlice,
    catalog,
    directories: byPath(catalog),
    templates: new TemplateCatalog(),
    activity: { of: () => undefined },
    connections: { all: [connection], get: () => connection },
    index,
    wake: () => undefined,
    commands: undefined,
    client: clientFeatures({}),
  };
  return parts as unknown as FeatureParts;
}

async function completed(parts: FeatureParts, text: string): Promise<void> {
  const document = new MentionDocument('file:///a.md', 'markdown', 1, text, () => names);
  const list = await complete({ ...parts, document, signal: going }, { line: 0, character: text.length });
  if (!list || list.items.length === 0 || list.items.length > 100) throw new Error(`${text}: ${list?.items.length}`);
}

function search({ index }: Search, text: string): Promise<unknown> {
  return index.search(parseQuery({ ...emptyQuery, text }, Date.now()), 'relevance', going);
}

interface Costs {
  readonly ours: Cost[];
  readonly floor: Cost[];
}

/** @param all the rounds of each typed text */
function report(name: string, all: readonly Costs[]): void {
  const timeOf = (which: keyof Costs): number => median(all.map((one) => median(one[which].map(({ time }) => time))));
  const block = Math.max(...all.map(({ ours }) => median(ours.map((one) => one.block))));
  const [mine, theirs] = [timeOf('ours'), timeOf('floor')];
  const ratio = `${mine.toFixed(1)}/${theirs.toFixed(1)} ms = ${(mine / theirs).toFixed(2)}x`;
  console.log(`${name.padEnd(26)} ${ratio.padEnd(28)} longest block ${block.toFixed(1)} ms`);
}

const catalog = new Catalog();
fill(catalog, count);
const [ours, floor] = [newSearch(catalog), newSearch(catalog)];
const parts = partsOf(catalog, ours);

async function once(costs: Costs | undefined, [text, query]: readonly [string, string]): Promise<void> {
  const mine = await measured(ours, () => completed(parts, text));
  const theirs = await measured(floor, () => search(floor, query));
  costs?.ours.push(mine);
  costs?.floor.push(theirs);
}

console.log(`completing a mention in ${count} resources, against the search alone`);
for (const [name, typed] of Object.entries(whole)) {
  const costs: Costs = { ours: [], floor: [] };
  for (let round = -1; round < rounds; round += 1) {
    ours.index.reset();
    floor.index.reset();
    await once(round < 0 ? undefined : costs, typed);
  }
  report(name, [costs]);
}
const keys = phrases.flatMap((phrase) => Array.from(phrase, (_, at) => phrase.slice(0, at + 1)));
const costs = keys.map((): Costs => ({ ours: [], floor: [] }));
for (let round = 0; round < rounds; round += 1)
  for (const [at, key] of keys.entries())
    await once(costs[at], [`@server:${key}`, `server:server ${key.replaceAll('-', ' ')}`]);
report('key by key', costs);
await inLargeDocument();
catalog.dispose();

/** Types a key in a 5 MB document that already has 50 mentions, then completes. */
async function inLargeDocument(): Promise<void> {
  const [line, typed] = [50_000, '@server:invoice'] as const;
  const lines = largeText('markdown').split('\n');
  lines[line] = typed.slice(0, -1);
  const large = new MentionDocument('file:///large.md', 'markdown', 1, lines.join('\n'), () => names);
  await large.mentions(ours.watch.newSlice(), going);
  const found: Costs = { ours: [], floor: [] };
  for (let round = 0; round < rounds; round += 1) {
    ours.index.reset();
    floor.index.reset();
    const position = { line, character: typed.length - 1 };
    const key = { range: { start: position, end: position }, text: 'e' };
    const undo = { range: { start: position, end: { line, character: typed.length } }, text: '' };
    const work = async (): Promise<void> => {
      large.change([key], large.version + 1);
      const list = await complete({ ...parts, document: large, signal: going }, { line, character: typed.length });
      if (list?.items.length !== 100) throw new Error(`${list?.items.length} items`);
    };
    found.ours.push(await measured(ours, work));
    large.change([undo], large.version + 1);
    found.floor.push(await measured(floor, () => search(floor, 'server:server invoice')));
  }
  report('a key in 5 MB of text', [found]);
}
