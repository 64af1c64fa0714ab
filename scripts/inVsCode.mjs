// npm run chat-table: what the chat client built into VS Code sends of attachments, in a table of its recorded requests.
// npm run pictures: every view in every theme, for people to look at, in test/output/screenshots.
import { ensureChromium } from './lib/chromium.mjs';
import { ensureCodeServer } from './lib/codeServer.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { main, root, run, ScriptError } from './lib/terminal.mjs';
import { runTestFiles } from './lib/testRunner.mjs';

await main(async () => {
  await ensureDependencies();
  if ((await run(process.execPath, ['esbuild.mjs'], { show: true, cwd: root })).code !== 0)
    throw new ScriptError('The build failed.');
  await ensureChromium();
  await ensureCodeServer();
  const [project, ...args] = process.argv.slice(2);
  const { passed, failed } = await runTestFiles({ project, args });
  console.log(`\n${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
});
