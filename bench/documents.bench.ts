// Scans 5 MB documents with 50 mentions: the first scan, and the one after a typed key, against one regular expression that finds all mentions and
// bare URIs in the same text.
import { setImmediate } from 'node:timers/promises';
import { Slice } from '../src/core/base/scheduler';
import { MentionDocument } from '../src/core/mentions/mention/document';
import type { Names } from '../src/core/mentions/text/mentionsInLine';
import { languageIds, largeText, lineCount, mentions, type LanguageId } from './largeText';
import { threadTime } from './measure';

const names: Names = { servers: ['docs'], schemes: new Set(['file:']) };
const rounds = Number(process.env['ROUNDS'] ?? 9);
/** Creates a slice that records the longest time it blocked the event loop. */
function watched(): { readonly slice: Slice; readonly longest: () => number } {
  let since = threadTime();
  let longest = 0;
  const mark = (): void => void (longest = Math.max(longest, threadTime() - since));
  const breathe = async (): Promise<void> => {
    mark();
    await setImmediate();
    since = threadTime();
  };
  const slice = new Slice(() => performance.now(), breathe);
  return { slice, longest: () => (mark(), longest) };
}

interface Cost {
  readonly time: number;
  readonly block: number;
}

async function scan(document: MentionDocument): Promise<Cost> {
  const { slice, longest } = watched();
  const start = threadTime();
  const mentionsFound = await document.mentions(slice, new AbortController().signal);
  const cost = { time: threadTime() - start, block: longest() };
  const named = mentionsFound.filter(({ server }) => server === 'docs');
  if (named.length !== mentions) throw new Error(`${named.length} mentions`);
  return cost;
}

/** Types a key in the middle of the document, and scans the change. */
function type(document: MentionDocument): number {
  const position = { line: lineCount / 2, character: 2 };
  const start = threadTime();
  document.change([{ range: { start: position, end: position }, text: ' ' }], document.version + 1);
  return threadTime() - start;
}

function floor(text: string): number {
  const start = threadTime();
  const count = [...text.matchAll(/(?:@[^\s@:]+:)?(?<![\p{L}\p{N}])[a-zA-Z][a-zA-Z0-9+.-]*:[^\s<>"`]+/gu)].length;
  if (count !== mentions) throw new Error(`${count} mentions`);
  return threadTime() - start;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

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
    const start = threadTime();
    const document = new MentionDocument('file:///a', languageId, 1, text, () => names);
    costs.open.push(threadTime() - start);
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
