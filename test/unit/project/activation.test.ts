import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { activate } from '../../support/activation';

const parts: Readonly<Record<string, string>> = { './mcp': 'mcp.js', './languageClient': 'language.js' };

test('activating loads neither what speaks MCP nor the language features', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'activation-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const asked: string[] = [];
  await build({
    absWorkingDir: path.join(import.meta.dirname, '../../..'),
    entryPoints: ['src/extension.ts'],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    outdir: folder,
    external: ['vscode'],
    // Turn `import()` into `require`, so that a part is loaded in the same turn in which it is needed.
    supported: { 'dynamic-import': false },
    logLevel: 'warning',
    plugins: [
      {
        name: 'parts-apart',
        setup: (b) =>
          b.onResolve({ filter: /^\.\/(mcp|languageClient)$/ }, ({ path: part }) => {
            asked.push(part);
            return { path: `./${parts[part]}`, external: true };
          }),
      },
    ],
  });
  for (const file of Object.values(parts)) await writeFile(path.join(folder, file), '');
  expect(asked.sort()).toEqual(Object.keys(parts).sort());
  expect(activate(path.join(folder, 'extension.js'))).toMatchObject({ hasMcp: false, hasLanguage: false });
});
