// Scans 5 MB documents with 50 mentions: the first scan, and the one after a typed key, against one regular expression that finds all mentions and
// bare URIs in the same text.
import { setImmediate } from 'node:timers/promises';
import { Slice } from '../src/core/base/scheduler';
import { MentionDocument } from '../src/core/mentions/mention/document';
import type { Names } from '../src/core/mentions/text/mentionsInLine';
import { languageIds, largeText, lineCount, mentions, type LanguageId } from './largeText';
import { median } from './median';

const names: Names = { servers: ['docs'], schemes: new Set(['file:']) };
const rounds = Number(process.env['ROUNDS'] ?? 9);
/** Creates a slice that records the longest time it blocked the event loop. */
function watched(): { readonly slice: Slice; readonly longest: () => number } {
  let since = performance.now();
  let longest = 0;
  const mark = (): void => void (longest = Math.max(longest, performance.now() - since));
  const yieldThread = async (): Promise<void> => {
    mark();
    await setImmediate();
    since = performance.now();
  };
  const slice = new Slice(() => performance.now(), yieldThread);
  return { slice, longest: () => (mark(), longest) };
}

interface Cost {
  readonly time: number;
  readonly block: number;
}

async function scan(document: MentionDocument): Promise<Cost> {
  const { slice, longest } = watched();
  const start = performance.now();
  const mentionsFound = await document.mentions(slice, new AbortController().signal);
  const cost = { time: performance.now() - start, block: longest() };
  const named = mentionsFound.filter(({ server }) => server === 'docs');
  if (named.length !== mentions) throw new Error(`${named.length} mentions`);
  return cost;
}

/** Types a key in the middle of the document, and scans the change. */
function type(document: MentionDocument): number {
  const position = { line: lineCount / 2, character: 2 };
  const start = performance.now();
  document.change([{ range: { start: position, end: position }, text: ' ' }], document.version + 1);
  return performance.now() - start;
}

function floor(text: string): number {
  const start = performance.now();
  const count = [...text.matchAll(/(?:@[^\s@:]+:)?(?<![\p{L}\p{N}])[a-zA-Z][a-zA-Z0-9+.-]*:[^\s<>"`]+/gu)].length;
  if (count !== mentions) throw new Error(`${count} mentions`);
  return performance.now() - start;
}

async function measure(languageId: LanguageId): Promise<void> {
  const text = largeText(languageId);
  const costs = {
    floor: [] as number[],
    open: [] as number[],
    first: [] as Cost[],
    key: [] as number[],
    again: [] as Cost[],
  };
  for (let round = 0; round < rounds; round += 1) {
    costs.floor.push(floor(text));
    const start = performance.now();
    const document = new MentionDocument('file:///a', languageId, 1, text, () => names);
    costs.open.push(performance.now() - start);
    costs.first.push(await scan(document));
    costs.key.push(type(document));
    costs.again.push(await scan(document));
  }
  const base = median(costs.floor);
  const row = (name: string, times: readonly number[], scans: readonly Cost[] = []): void => {
    const time = median(times);
    const block = scans.length > 0 ? `   longest block ${median(scans.map((one) => one.block)).toFixed(1)} ms` : '';
    console.log(
      `${name.padEnd(34)} ${time.toFixed(2).padStart(8)} ms ${(time / base).toFixed(2).padStart(8)}x${block}`,
    );
  };
  const timesOf = (scans: readonly Cost[]): number[] => scans.map(({ time }) => time);
  console.log(`\n${mentions} mentions in ${(text.length / 1e6).toFixed(1)} MB of ${languageId}, ${lineCount} lines`);
  row('floor: one regular expression', costs.floor);
  row('opening', costs.open);
  row('the first scan', timesOf(costs.first), costs.first);
  row('taking in a typed key', costs.key);
  row('the scan after it', timesOf(costs.again), costs.again);
}

for (const languageId of languageIds) await measure(languageId);
