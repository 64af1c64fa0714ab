import { spawn } from 'node:child_process';
import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from 'esbuild';

/** The demo server as it is shipped, built for a test. */
export interface BuiltDemoServer {
  /** The bundle; its folder is the test's own, too. */
  readonly file: string;
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

const root = path.join(import.meta.dirname, '../..');

/** Bundles `examples/demo-server` into a temporary folder, the way the build does. */
export async function buildDemoServer(): Promise<BuiltDemoServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'demo-server-'));
  const file = path.join(folder, 'demo-server.js');
  await build({
    absWorkingDir: root,
    entryPoints: ['examples/demo-server/main.ts'],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    outfile: file,
    logLevel: 'warning',
  });
  return { file, folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** A way for a test to talk to the demo server: a transport and an era. */
export interface Way {
  readonly transport: 'stdio' | 'HTTP';
  readonly era: 'legacy' | 'modern';
}

/** Every way the demo server offers. */
export const ways: readonly Way[] = (['stdio', 'HTTP'] as const).flatMap((transport) =>
  (['legacy', 'modern'] as const).map((era) => ({ transport, era })),
);

/** A running demo server and the SDK's client connected to it. */
export interface DemoConnection {
  readonly client: Client;
  /** Ends client and server. */
  readonly close: () => Promise<void>;
}

/** Starts the server with these flags and connects to it. By default its resources do not change. */
export async function connectToDemo(
  file: string,
  { transport, era }: Way,
  flags: string[] = [],
): Promise<DemoConnection> {
  const args = [file, '--log-interval', '0', '--ticket-interval', '0', ...flags];
  const client = new Client(
    { name: 'demo-server-test', version: '1' },
    { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } }, listMaxPages: 0 },
  );
  if (transport === 'stdio') {
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    return { client, close: () => client.close() };
  }
  const server = spawn(process.execPath, [...args, '--http', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const close = async (): Promise<void> => {
    await client.close();
    server.kill();
    await exited;
  };
  const address = await new Promise<string>((resolve, reject) => {
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      const address = /http:\/\/\S+/.exec(text)?.[0];
      if (address === undefined) reject(new Error(text));
      else resolve(address);
    });
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(address)));
  return { client, close };
}
