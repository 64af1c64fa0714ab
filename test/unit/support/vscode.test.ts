import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { fakeVscode } from '../../support/vscode/fakeVscode';

/** Returns the values that the product imports from the module. */
function imported(): readonly string[] {
  const root = new URL('../../../src/', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const names = files.flatMap((file) => {
    const text = readFileSync(new URL(file, root), 'utf8');
    return [...text.matchAll(/^import \{([^}]*)\} from 'vscode';/gmu)].flatMap(([, list = '']) =>
      list
        .split(',')
        .map((name) => name.trim().split(' as ')[0] ?? '')
        .filter((name) => name !== '' && !name.startsWith('type ')),
    );
  });
  return [...new Set(names)].sort();
}

describe('the fake of VS Code', () => {
  it('has all that the product imports', () => {
    const names = imported();
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !(name in vscode))).toEqual([]);
  });

  it.each([
    ['file:///a b/ä', 'file:///a%20b/%C3%A4', '/a b/ä', ''],
    ['mcpres://shop/t%2Fu?v=1&w=x%20y#z', 'mcpres://shop/t/u?v%3D1%26w%3Dx%20y#z', '/t/u', 'v=1&w=x y'],
    ['db:orders', 'db:orders', 'orders', ''],
    ['https://Example.com:80', 'https://example.com:80/', '/', ''],
    ['file:///C:/x', 'file:///c%3A/x', '/C:/x', ''],
  ])('writes %s as VS Code does', (given, written, path, query) => {
    const uri = vscode.Uri.parse(given);
    expect([uri.toString(), uri.path, uri.query]).toEqual([written, path, query]);
  });

  it('fails a test in which something is asked that nobody answers', async () => {
    expect(await vscode.window.showInformationMessage('Really?', 'Yes')).toBeUndefined();
    expect(() => Reflect.get(vscode.window, 'createTerminal') as unknown).toThrow('has no window.createTerminal');
    expect(fakeVscode.takeFaults()).toEqual([
      expect.stringContaining('The test has no answer to the message') as unknown,
      'The fake of VS Code has no window.createTerminal.',
    ]);
  });
});
