// The worst that one server can send: memory above idle, and the longest block of the event loop beside the plain parse of the largest message.
// Each round runs in a process of its own; of several rounds the one with the least counts, for other work on the machine only adds. On Linux
// blocks are counted in time of this thread on a processor, so that a busy machine does not lengthen them.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Catalog } from '../src/core/catalog/catalog';
import { listInto } from '../src/core/connection/listInto';
import { defaultLimits } from '../src/core/connection/listLimits';
import type { Launch, Session } from '../src/core/session/session';
import { systemClock } from '../src/node/base/clock';
import { openSession } from '../src/node/mcp/mcp';
import { silent, threadTime, watchTurns } from './measure';
import { cases } from './worstServer.mjs';

const rounds = Number(process.env['ROUNDS'] ?? 3);
const server = path.resolve('bench/worstServer.mjs');
const never = new AbortController().signal;
const run = promisify(execFile);
/** What one server may take, in MB above idle, and in ms beyond the parse of its largest message. */
const goal = { memory: 600, block: 30 };

interface Round {
  /** The most memory of the process above idle, in MB. */
  readonly memory: number;
  /** In ms. */
  readonly block: number;
  readonly wall: number;
  readonly outcome: string;
}

async function open(name: string, isHttp: boolean): Promise<Session> {
  const launch: Launch = isHttp
    ? { kind: 'http', url: await startHttp(name), headers: {} }
    : { kind: 'stdio', command: process.execPath, args: [server, '--case', name], cwd: process.cwd(), env: {} };
  return openSession(launch, {
    clock: systemClock,
    log: silent,
    signal: never,
    connectTimeout: 60_000,
    learned: undefined,
    onDidLearn: () => undefined,
    onStderr: () => undefined,
  });
}

async function startHttp(name: string): Promise<string> {
  const child = spawn(process.execPath, [server, '--case', name, '--http'], { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill());
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return `http://127.0.0.1:${port}/mcp`;
}

async function round(name: string, isHttp: boolean): Promise<Round> {
  const session = await open(name, isHttp);
  const catalog = new Catalog();
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  const turns = watchTurns();
  const start = performance.now();
  const outcome = cases[name]?.list ? await list(session, catalog) : await read(session);
  const wall = performance.now() - start;
  await new Promise((resolve) => setTimeout(resolve, 20));
  const block = turns.end();
  const memory = (process.resourceUsage().maxRSS * 1024 - before) / 1e6;
  session.dispose();
  return { memory, block, wall, outcome };
}

async function list(session: Session, catalog: Catalog): Promise<string> {
  const limits = () => ({ ...defaultLimits, items: 1_000_000 });
  await listInto(catalog, 'worst', session, { clock: systemClock, log: silent, limits });
  const { completeness } = catalog.listInfo('worst');
  if (completeness.kind === 'cut') return `${catalog.table.size} listed, cut by ${completeness.by}`;
  return completeness.kind === 'failed' ? completeness.error.reason : `${catalog.table.size} listed`;
}

async function read(session: Session): Promise<string> {
  try {
    const result = await session.read('a:1', { maxBytes: 96_000_000, signal: never });
    return result === 'notModified' ? result : `${result.contents.length} read`;
  } catch (error) {
    return (error as { reason?: string }).reason ?? String(error);
  }
}

/** Milliseconds that `JSON.parse` alone takes for the largest message. */
function floor(name: string): number {
  const { list: listed, read: readResult } = cases[name] ?? {};
  const text = Buffer.from(`{"jsonrpc":"2.0","id":1,"result":${(listed ?? readResult)?.()}}`).toString();
  const start = threadTime();
  JSON.parse(text);
  return threadTime() - start;
}

async function apart<T>(...args: readonly string[]): Promise<T> {
  const own = ['--expose-gc', '--max-old-space-size=8192', process.argv[1] ?? '', ...args];
  return JSON.parse((await run(process.execPath, own)).stdout) as T;
}

/** The least of some rounds, number by number. */
async function least(name: string, transport: string): Promise<Round> {
  const all: Round[] = [];
  for (let count = 0; count < rounds; count += 1) all.push(await apart<Round>('round', name, transport));
  const smallest = (key: 'memory' | 'block' | 'wall'): number => Math.min(...all.map((one) => one[key]));
  return {
    memory: smallest('memory'),
    block: smallest('block'),
    wall: smallest('wall'),
    outcome: all[0]?.outcome ?? '',
  };
}

async function all(words: string): Promise<void> {
  for (const name of Object.keys(cases))
    for (const transport of ['stdio', 'http']) {
      if (!`${name} ${transport}`.includes(words)) continue;
      const { memory, block, wall, outcome } = await least(name, transport);
      const parses: number[] = [];
      // A message that is refused is not parsed.
      for (let count = 0; count < rounds && outcome !== 'tooLarge'; count += 1)
        parses.push(await apart<number>('floor', name));
      const parse = parses.length === 0 ? 0 : Math.min(...parses);
      const isMet = memory <= goal.memory && block <= parse + goal.block;
      console.log(
        `${name.padEnd(38)} ${transport.padEnd(6)} memory ${memory.toFixed(0).padStart(4)} MB` +
          `   block ${block.toFixed(0).padStart(5)} ms (parse ${parse.toFixed(0)} ms)   ${wall.toFixed(0).padStart(6)} ms in all` +
          `   ${outcome}${isMet ? '' : '   MORE THAN IT MAY'}`,
      );
    }
}

const [, , what, name, transport] = process.argv;
const awake = setInterval(() => undefined, 60_000);
if (what === 'round') console.log(JSON.stringify(await round(name ?? '', transport === 'http')));
else if (what === 'floor') console.log(JSON.stringify(floor(name ?? '')));
else await all(process.env['CASE'] ?? '');
clearInterval(awake);
process.exit();
