// npm run coverage: runs the unit tests, or the files that are named, and prints how much of each room of src ran. The page that it names
// shows it line by line.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { byRoom } from './lib/coverage.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { cacheFolder, main, mustRun, say, step } from './lib/terminal.mjs';
import { runTestFiles } from './lib/testRunner.mjs';

await main(async () => {
  await ensureDependencies();
  await step('Building', () => mustRun(process.execPath, ['esbuild.mjs']));
  const folder = path.join(cacheFolder, 'coverage');
  const options = ['enabled', 'reportOnFailure', 'include=src/**', 'reporter=json-summary', 'reporter=html'];
  const args = [...options, `reportsDirectory=${folder}`].map((option) => `--coverage.${option}`);
  const { passed, failed } = await runTestFiles({ project: 'unit', args, filters: process.argv.slice(2) });
  const summary = JSON.parse(await readFile(path.join(folder, 'coverage-summary.json'), 'utf8'));
  say('\n lines  branches');
  for (const [room, ...parts] of byRoom(summary))
    say(`${parts.map((part) => `${part.toFixed(1).padStart(5)} %`).join('   ')}  ${room}`);
  say(`\n${path.join(folder, 'index.html')}\n${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
});
