import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../../src/core/base/clock';
import type { Message } from '../../../../src/core/mcp/base/envelope';
import { killAllNow } from '../../../../src/node/process/processTree';
import { StdioTransport } from '../../../../src/node/mcp/stdioTransport';
import { FakeClock, PromptClock } from '../../../support/fakeClock';
import { promptClock, raw, until } from '../../mcp/support';

/** In ms. The end of output passes, and nothing that is longer: the process may be slow to end. */
const gathering = 500;
const folders: string[] = [];
const transports: StdioTransport[] = [];

afterEach(async () => {
  await Promise.all(transports.splice(0).map((transport) => transport.abandon()));
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function start(launch: ReturnType<typeof raw>, clock: Clock = new PromptClock(gathering)) {
  const stderr: string[] = [];
  const messages: Message[] = [];
  const transport = new StdioTransport(launch, clock, (line) => stderr.push(line));
  transports.push(transport);
  transport.onmessage = (message) => messages.push(message);
  const closed = new Promise<void>((resolve) => (transport.onclose = resolve));
  await transport.start();
  return { transport, messages, stderr, closed };
}

/** A process of `node -e`. */
const script = (code: string) => ({ ...raw('empty'), args: ['-e', code] });

/** A zombie that nothing reaps does not count as running. The end of another process's child causes no event here: it is to be polled. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Starts a server that survives the end of its stdin and SIGTERM, and its child that does the same. */
async function startStubborn(clock: Clock = promptClock()) {
  const folder = await mkdtemp(path.join(tmpdir(), 'stubborn-'));
  folders.push(folder);
  const file = path.join(folder, 'pids');
  const { transport, closed } = await start(raw('ignoresStdinEnd', '--pid-file', file), clock);
  await until(async () => (await readFile(file, 'utf8').catch(() => '')).endsWith('}'));
  const { server, grandchild } = JSON.parse(await readFile(file, 'utf8')) as { server: number; grandchild: number };
  expect([server, grandchild].map(isRunning)).toEqual([true, true]);
  return { transport, closed, pids: [server, grandchild] };
}

describe('StdioTransport', () => {
  it('lets a server end by itself when its stdin ends', async () => {
    const { transport, closed } = await start(
      script('process.stdin.resume().on("end", () => process.exit(7))'),
      // The clock stands still, so the server has as much time as it needs.
      new FakeClock(),
    );
    await transport.close();
    await closed;
    expect(transport.exit).toMatchObject({ code: 7, signal: null });
  });

  it('knows how a process ended whose pipe broke first', async () => {
    const { transport, stderr } = await start(
      script(
        'process.on("SIGUSR2", () => process.exit(3)); setInterval(() => {}, 1000); require("fs").closeSync(0); console.error(process.pid)',
      ),
      new FakeClock(),
    );
    await until(() => stderr.length > 0);
    transport.onerror = () => process.kill(Number(stderr[0]), 'SIGUSR2');
    await expect(transport.send({ jsonrpc: '2.0', method: 'ping' })).rejects.toThrow('EPIPE');
    expect(transport.exit).toMatchObject({ code: 3, signal: null });
  });

  it('ends a stubborn server and what it started', async () => {
    const { transport, pids } = await startStubborn();
    await transport.close();
    expect(transport.exit).toEqual({ code: null, signal: 'SIGKILL', isMute: false });
    await expect.poll(() => pids.some(isRunning)).toBe(false);
  });

  it.each([
    ['that ends by itself', 'process.stdin.resume().on("end", () => process.exit())'],
    ['that is stubborn', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'],
  ])('ends a process with a session of its own, of a server %s', async (_, code) => {
    const child = `require('child_process').spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setTimeout(() => {}, 60000)'], { stdio: 'ignore', detached: true })`;
    const { transport, messages } = await start(
      script(`const { pid } = ${child}; console.log('{"method":"started","params":{"pid":' + pid + '}}'); ${code}`),
      promptClock(),
    );
    await until(() => messages.length > 0);
    const [started] = messages as unknown as { params: { pid: number } }[];
    const pid = started?.params.pid ?? 0;
    expect(isRunning(pid)).toBe(true);
    await transport.close();
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('ends what a server has left behind', async () => {
    const child = `require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' })`;
    const { transport, messages, closed } = await start(
      script(
        `const { pid } = ${child}; console.log('{"method":"started","params":{"pid":' + pid + '}}'); process.exit()`,
      ),
    );
    await closed;
    const [started] = messages as unknown as { params: { pid: number } }[];
    await expect.poll(() => isRunning(started?.params.pid ?? 0)).toBe(false);
    expect(transport.exit).toMatchObject({ code: 0, signal: null });
  });

  it('does not wait for a grandchild that holds stdout', async () => {
    const { transport, closed } = await start(raw('grandchildHoldsStdout', '--when', 'start'));
    await closed;
    expect(transport.exit).toMatchObject({ code: 1, signal: null });
  });

  it('ends a server that has closed its stdout and lives on', async () => {
    const clock = new FakeClock();
    const { transport, closed } = await start(
      script('process.on("SIGTERM", () => process.exit(4)); setInterval(() => {}, 1000); require("fs").closeSync(1)'),
      clock,
    );
    await until(() => clock.pending.includes(1_500));
    expect(transport.exit).toBeUndefined();
    await clock.advance(1_500);
    await closed;
    expect(transport.exit).toEqual({ code: 4, signal: null, isMute: true });
  });

  it('delivers what a process wrote just before it ended, even without a line feed', async () => {
    const { messages, closed } = await start(
      script(`process.stdout.write('{"id":1,"result":{}}\\n{"id":2,"result":{}}')`),
    );
    await closed;
    expect(messages).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 2, result: {} },
    ]);
  });

  it('passes over what is no message and counts it', async () => {
    const lines = ['hello', '', '  ', '{"half":', '[]', '{}', '\ufeff{"id":1,"result":{}}', '"text"'];
    const { transport, messages, closed } = await start(
      script(`process.stdout.write(${JSON.stringify(`${lines.join('\r\n')}\r\n`)})`),
    );
    await closed;
    expect({ messages, noise: transport.noise }).toEqual({
      messages: [{ jsonrpc: '2.0', id: 1, result: {} }],
      noise: 5,
    });
  });

  it('passes on each line of stderr and keeps the tail', async () => {
    const { transport, stderr, closed } = await start(
      script(
        `for (let i = 0; i < 30000; i++) process.stderr.write('line ' + i + '\\r\\n'); process.stderr.write('end')`,
      ),
    );
    await closed;
    expect([stderr.length, stderr[0], stderr.at(-1)]).toEqual([30_001, 'line 0', 'end']);
    expect(transport.stderrTail.length).toBeGreaterThan(60_000);
    expect(transport.stderrTail.length).toBeLessThan(130_000);
    expect(transport.stderrTail.endsWith('line 29999\nend\n')).toBe(true);
  });

  it('gives the process its folder and exactly its environment', async () => {
    const launch = script(
      'console.log(JSON.stringify({ method: "env", params: { env: process.env, cwd: process.cwd() } }))',
    );
    const { messages, closed } = await start({ ...launch, cwd: tmpdir(), env: { ONLY: 'this' } });
    await closed;
    expect(messages).toMatchObject([
      { params: { env: { ONLY: 'this' }, cwd: expect.stringContaining('tmp') as string } },
    ]);
    expect(Object.keys((messages[0] as unknown as { params: { env: object } }).params.env)).not.toContain('PATH');
  });

  it('rejects what is sent to a process that has ended', async () => {
    const { transport, closed } = await start(script(''));
    await closed;
    await expect(transport.send({ jsonrpc: '2.0', method: 'ping' })).rejects.toThrow();
  });
});

describe('killAllNow', () => {
  it('ends every tree before it returns', async () => {
    const { closed, pids } = await startStubborn();
    killAllNow();
    await closed;
    await expect.poll(() => pids.map(isRunning)).toEqual([false, false]);
  });

  it('runs when the process exits', async () => {
    const bundle = await build({
      stdin: {
        contents: `
          import { spawn } from 'node:child_process';
          import { ProcessTree, track } from './src/node/process/processTree';
          const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { detached: true, stdio: 'ignore' });
          track(new ProcessTree(child.pid!));
          process.stdout.write(String(child.pid), () => process.exit());`,
        resolveDir: process.cwd(),
        loader: 'ts',
      },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      write: false,
    });
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', bundle.outputFiles[0]?.text ?? '']);
    await expect.poll(() => isRunning(Number(stdout))).toBe(false);
    expect(Number(stdout)).toBeGreaterThan(0);
  });
});
