// Measures listing and reading through the whole session layer, against the floor: ratios of medians from one run.
import type { Resource } from '../src/core/resource/resource';
import type { Session } from '../src/core/session/session';
import { Floor } from './floor';
import { bigServer, limits, cost, medianCost, open, type Cost } from './measure';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const signal = new AbortController().signal;

/** Returns the pages of all resources, as the catalog receives them. */
async function list(session: Session): Promise<readonly (readonly Resource[])[]> {
  const pages: (readonly Resource[])[] = [];
  const walk = session.listResources(limits, signal);
  for (let step = await walk.next(); !step.done; step = await walk.next()) pages.push(step.value.items);
  return pages;
}

async function compare(
  name: string,
  args: readonly string[],
  ours: (session: Session) => Promise<unknown>,
  least: (floor: Floor) => Promise<unknown>,
): Promise<void> {
  if (!name.includes(process.argv[2] ?? '')) return;
  const session = await open([bigServer, ...args]);
  const floor = new Floor(process.execPath, [bigServer, ...args]);
  await floor.request('initialize', {});
  const our: Cost[] = [];
  const their: Cost[] = [];
  for (let round = -1; round < rounds; round++) {
    const [ourCost, theirCost] = [await cost(() => ours(session)), await cost(() => least(floor))];
    if (round < 0) continue;
    our.push(ourCost);
    their.push(theirCost);
  }
  report(name, medianCost(our), medianCost(their));
  floor.end();
  session.dispose();
  await session.ended;
}

function report(name: string, our: Cost, floor: Cost): void {
  const ratio = (key: keyof Cost): string => {
    const [ourMs, floorMs] = [our[key], floor[key]];
    return `${key} ${ourMs.toFixed(0)}/${floorMs.toFixed(0)} ms = ${(ourMs / floorMs).toFixed(2)}x`;
  };
  console.log(`${name.padEnd(34)} ${ratio('wall')}   ${ratio('cpu')}   ${ratio('block')}`);
}

async function heapUsed(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}

async function memory(items: number): Promise<void> {
  const args = ['--items', String(items), '--page', '1000'];
  const floor = new Floor(process.execPath, [bigServer, ...args]);
  await floor.request('initialize', {});
  const bytes = (await floor.list()).reduce((sum, page) => sum + JSON.stringify(page).length, 0);
  floor.end();
  const session = await open([bigServer, ...args]);
  const before = await heapUsed();
  const kept = await list(session);
  const heap = (await heapUsed()) - before;
  const count = kept.reduce((sum, page) => sum + page.length, 0);
  const line = `heap ${(heap / 1e6).toFixed(1)}/${(bytes / 1e6).toFixed(1)} MB = ${(heap / bytes).toFixed(2)}x`;
  console.log(`${`kept objects of ${count}`.padEnd(34)} ${line}   ${(heap / count).toFixed(0)} bytes each`);
  session.dispose();
  await session.ended;
}

// The session layer's timers don't keep the process alive, so this one does.
const awake = setInterval(() => undefined, 60_000);
for (const era of ['legacy', 'modern']) {
  for (const [items, page] of [
    [10_000, 1000],
    [100_000, 1000],
    [100_000, 100_000],
  ] as const) {
    const args = ['--era', era, '--items', String(items), '--page', String(page)];
    await compare(`${era} list ${items} by ${page}`, args, list, (floor) => floor.list());
  }
  const args = ['--era', era, '--blob', '50000000'];
  await compare(
    `${era} read of 50 MB`,
    args,
    (session) => session.read('blob:', { maxBytes: 60_000_000, signal }),
    (floor) => floor.read('blob:'),
  );
}
if (globalThis.gc) await memory(100_000);
else console.log('Run with --expose-gc to measure memory');
clearInterval(awake);
