import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ensureNeovim } from '../../../scripts/lib/neovim.mjs';
import { until } from '../../../test/unit/mcp/support';
import { commandFolder, server, useCommand, Workspace } from './editor';

const version = await ensureNeovim();
if (version === undefined)
  console.log('Neovim 0.7 or later was not found and could not be installed: it is not tested with it.');

useCommand();

/** Returns the `init.lua` settings from the documentation, for the installed version of Neovim. */
async function documentedSettings(): Promise<string> {
  const wanted = version! >= 11 ? '0.11 and later' : version! >= 8 ? '0.8 to 0.10' : '0.7';
  const text = await readFile(path.resolve(import.meta.dirname, '../README.md'), 'utf8');
  return new RegExp(`^${wanted.replaceAll('.', '\\.')}.*:\\n\\n\`\`\`lua\\n([^]*?)\`\`\``, 'mu').exec(text)![1]!;
}

test.skipIf(version === undefined)(
  'Neovim with the documented settings asks, completes, explains, flags, finds and opens',
  { timeout: 120_000 },
  async () => {
    const workspace = await Workspace.make({
      '.mcp.json': { mcpServers: { demo: server('test/servers/sdkServer.mjs') } },
      'notes.md': 'See @demo:demo://counter.\n\n@\n\nGone: @demo:demo://countre\n',
      'more.md': 'Also @demo:demo://counter here\n',
      'init.lua': await documentedSettings(),
    });
    const script = path.join(import.meta.dirname, 'neovim.lua');
    const result = path.join(workspace.root, '..', 'result.json');
    const args = ['--headless', '-u', 'init.lua', '-i', 'NONE', '-n', '-c', `luafile ${script}`, 'notes.md'];
    const env = { ...workspace.env, PATH: `${commandFolder()}:${workspace.env['PATH']}`, RESULT: result };
    const child = spawn('nvim', args, { cwd: workspace.root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.resume();
    child.stderr.resume();
    await once(child, 'exit');
    const { hover, file, allow, ...others } = JSON.parse(await readFile(result, 'utf8')) as Record<string, unknown>;
    expect(others).toEqual({
      servers: ['demo'],
      resources: ['The add', 'The bump', 'The counter', 'item'],
      diagnostics: [
        [4, 6, 'The server “demo” doesn’t list demo://countre. Correct the URI, or choose another resource.'],
      ],
      references: [
        ['more.md', 1, 6],
        ['notes.md', 1, 5],
      ],
      content: ['count 0'],
    });
    expect(allow).toMatch(/^Allowed: demo/);
    expect(hover).toContain('The counter');
    expect(path.basename(String(file))).toBe('The-counter.txt');
    // The language server removes the file when it ends with Neovim.
    await until(() => !existsSync(String(file)));
  },
);
