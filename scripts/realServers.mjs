// npm run real-servers [-- NAME]: compares what our sessions list and read of servers from npm with a plain client, over the pipe and over HTTP, with
// updates and pages; see docs/testing.md. The servers are installed into .cache/real-servers, in exact versions, without running their scripts.
import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleForNode } from './lib/bundleForNode.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { cacheFolder, main, npm, root, run, say, step } from './lib/terminal.mjs';

const folder = path.join(cacheFolder, 'real-servers');
const build = path.join(folder, 'build');

/** Each in a folder of its own: what one of them needs is not in the way of another. */
async function install({ name, version }) {
  const own = path.join(folder, `${name}@${version}`.replace(/[@/]/g, '_'));
  const isThere = await access(path.join(own, 'node_modules', name, 'package.json')).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  await mkdir(own, { recursive: true });
  await writeFile(path.join(own, 'package.json'), '{ "private": true }\n');
  const options = ['--prefix', own, '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'];
  await step(`Installing ${name} ${version}`, () => npm(['install', ...options, `${name}@${version}`]));
}

await main(async () => {
  await ensureDependencies();
  await bundleForNode({
    entryPoints: { main: 'test/realServers/main.ts', servers: 'test/realServers/servers.ts' },
    outdir: build,
  });
  const only = process.argv[2];
  const { serversNamed } = await import(path.join(build, 'servers.mjs'));
  for (const server of serversNamed(only))
    if (server.script === undefined) await install(server).catch((error) => say(error.message));
  const args = [
    path.join(build, 'main.mjs'),
    folder,
    path.join(root, 'test/servers/teeServer.mjs'),
    ...(only ? [only] : []),
  ];
  process.exitCode = (await run(process.execPath, args, { show: true })).code;
});
