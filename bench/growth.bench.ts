// Checks that listing stays linear up to a million resources, and measures its memory. Each size runs in its own processes: ours with the catalog,
// against the floor that keeps the parsed pages.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Catalog } from '../src/core/catalog/catalog';
import { listInto } from '../src/core/connection/listInto';
import { systemClock } from '../src/node/base/clock';
import { Floor } from './floor';
import { bigServer, limits, cost, open, silent, type Cost } from './measure';

const sizes = [10_000, 100_000, 1_000_000];
const run = promisify(execFile);

interface Measured extends Cost {
  /** Memory the process has gained by the end, in bytes. */
  readonly resident: number;
  /** The longest block while the server is removed, in ms. */
  readonly removal?: number;
}

async function ours(args: readonly string[], count: number): Promise<void> {
  const session = await open([bigServer, ...args]);
  const catalog = new Catalog(undefined, systemClock);
  const measured = await measure(() =>
    listInto(catalog, 'big', session, { clock: systemClock, log: silent, limits: () => limits }),
  );
  if (catalog.table.size !== count) throw new Error(`Listed ${catalog.table.size} of ${count}`);
  const { block: removal } = await cost(async () => {
    catalog.removeServer('big');
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  });
  console.log(JSON.stringify({ ...measured, removal }));
  session.dispose();
  await session.ended;
}

async function floors(args: readonly string[], count: number): Promise<void> {
  const floor = new Floor(process.execPath, [bigServer, ...args]);
  await floor.request('initialize', {});
  let pages: readonly (readonly unknown[])[] = [];
  console.log(JSON.stringify(await measure(async () => (pages = await floor.list()))));
  if (pages.flat().length !== count) throw new Error('Not all was listed');
  floor.end();
}

async function measure(work: () => Promise<unknown>): Promise<Measured> {
  const before = process.memoryUsage.rss();
  const spent = await cost(work);
  globalThis.gc?.();
  return { ...spent, resident: process.memoryUsage.rss() - before };
}

/** Runs one measurement in its own process. */
async function apart(who: 'ours' | 'floor', count: number): Promise<Measured> {
  const args = ['--expose-gc', '--max-old-space-size=8192', process.argv[1] ?? '', who, String(count)];
  const { stdout } = await run(process.execPath, args);
  return JSON.parse(stdout) as Measured;
}

async function compareAll(): Promise<void> {
  let first: number | undefined;
  for (const count of sizes) {
    const [our, floor] = [await apart('ours', count), await apart('floor', count)];
    const each = our.cpu / count;
    first ??= each;
    const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
    console.log(
      `${String(count).padStart(9)} resources   wall ${our.wall.toFixed(0)}/${floor.wall.toFixed(0)} ms = ${(our.wall / floor.wall).toFixed(2)}x` +
        `   cpu ${our.cpu.toFixed(0)}/${floor.cpu.toFixed(0)} ms = ${(our.cpu / floor.cpu).toFixed(2)}x` +
        `   memory ${megabytes(our.resident)}/${megabytes(floor.resident)} MB = ${(our.resident / floor.resident).toFixed(2)}x` +
        `   longest block ${our.block.toFixed(0)} ms, of the removal ${our.removal?.toFixed(0)} ms   cpu of each ${(each / first).toFixed(2)}x that of the first size`,
    );
  }
}

const [, , who, size] = process.argv;
const awake = setInterval(() => undefined, 60_000);
const count = Number(size);
const args = ['--items', String(count), '--page', '1000'];
if (who === 'ours') await ours(args, count);
else if (who === 'floor') await floors(args, count);
else await compareAll();
clearInterval(awake);
