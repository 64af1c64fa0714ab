// A server sends 100,000 updates of a watched resource: measures the CPU time against parsing the same lines, and counts the updates reported.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { cost, open } from './measure';

const count = 100_000;
const uri = 'live://counter';
const args = [path.resolve('test/servers/rawServer.mjs'), '--scenario', 'flood', '--count', String(count)];

/** Time without an update after which the flood is over, in ms. */
const silence = 500;

async function ours(): Promise<{ readonly cpu: number; readonly updates: number; readonly heap: number }> {
  const session = await open(args);
  let updates = 0;
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const { cpu } = await cost(
    () =>
      new Promise<void>((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        session.onDidUpdate(() => {
          updates += 1;
          clearTimeout(timer);
          timer = setTimeout(resolve, silence);
        });
        session.watch(new Set([uri]));
      }),
  );
  globalThis.gc?.();
  const heap = process.memoryUsage().heapUsed - before;
  session.dispose();
  await session.ended;
  return { cpu, updates, heap };
}

async function floor(): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const request = (id: number, method: string, params: object): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  request(1, 'initialize', {});
  const { cpu } = await cost(
    () =>
      new Promise<void>((resolve) => {
        let updates = 0;
        createInterface({ input: child.stdout }).on('line', (line) => {
          const { method } = JSON.parse(line) as { method?: string };
          if (method !== undefined) updates += 1;
          if (updates === count) resolve();
        });
        request(2, 'resources/subscribe', { uri });
      }),
  );
  child.kill();
  return cpu;
}

const awake = setInterval(() => undefined, 60_000);
await ours();
const our = await ours();
await floor();
const least = await floor();
console.log(
  `${count} updates   cpu ${our.cpu.toFixed(0)}/${least.toFixed(0)} ms = ${(our.cpu / least).toFixed(2)}x` +
    `   ${((our.cpu * 1000) / count).toFixed(1)} µs each   fired ${our.updates} times   heap ${(our.heap / 1e6).toFixed(1)} MB`,
);
clearInterval(awake);
