import { expect, it } from 'vitest';
import { distinctName, type ServerDefinition } from '../../../src/core/configuration/serverDefinition';
import type { ServerSource } from '../../../src/core/configuration/configuration';
import { define, folderSource, portableSource, stdio, userSource } from './fixtures';

const named = (name: string, source: ServerSource): ServerDefinition => ({
  ...define(stdio(), source),
  id: `${source.kind}/${source.id}/${name}`,
  name,
});

it('servers whose names read the same are told apart by their places, and no name can claim another place', () => {
  const other = { ...folderSource, id: 'file:///b/shop', file: '/b/shop/.vscode/mcp.json' };
  const all = [
    named('wiki', userSource),
    named('Ｗiki ', folderSource),
    named('shop', folderSource),
    named('docs', folderSource),
    named('docs', other),
    named('docs', portableSource),
    named('shop · mcp.json of the user', folderSource),
  ];
  expect(all.map((definition) => distinctName(definition, all))).toEqual([
    'wiki · mcp.json of the user',
    'Ｗiki  · .vscode/mcp.json',
    'shop',
    'docs · /home/ada/shop/.vscode/mcp.json',
    'docs · /b/shop/.vscode/mcp.json',
    'docs · .mcp.json',
    'shop · mcp.json of the user · .vscode/mcp.json',
  ]);
});
