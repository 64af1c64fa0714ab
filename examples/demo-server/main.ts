import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { archive } from './archive';
import { company } from './company';
import { skills } from './content/skills';
import { serveHttp } from './httpServer';
import { growLog } from './liveLog';
import { moveTickets } from './liveTickets';
import type { DemoOptions } from './options';
import { parseOptions, usage } from './options';
import { createServer } from './server';
import { ResourceStore } from './store';
import { watchFile } from './watchFile';

async function main(options: DemoOptions): Promise<void> {
  const store = new ResourceStore();
  const now = Date.now();
  store.fill(company(now));
  store.fill(skills());
  store.fill(archive(options.resources));
  if (options.watchFile !== undefined) await watchFile(options.watchFile, store);
  growLog(store, options.logInterval, now);
  moveTickets(store, options.ticketInterval, now);
  const { pageSize, modernOnly, http } = options;
  if (http === undefined) {
    serveStdio(({ era }) => createServer({ store, pageSize, era, announcesChanges: true }), {
      legacy: modernOnly ? 'reject' : 'serve',
    });
    return;
  }
  const address = await serveHttp({ store, pageSize, modernOnly, port: http });
  process.stderr.write(`Larkspur is listening at ${address} with ${store.size} resources.\n`);
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

try {
  const options = parseOptions(process.argv.slice(2));
  if (options) main(options).catch(fail);
  else process.stdout.write(usage);
} catch (error) {
  fail(error);
}
