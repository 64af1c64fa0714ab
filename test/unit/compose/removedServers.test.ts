import { expect, it } from 'vitest';
import type { ContextItem } from '../../../src/core/context/contextSet';
import { versioned } from '../../../src/shared/storedVersion';
import { newExtensionContext } from '../../support/vscode/extensionContext';
import { fakeVscode } from '../../support/vscode/fakeVscode';
import { ComposedWindow } from './composed';
import { newFolder } from '../../support/newFolder';

const key = versioned('context');
const facts = { serverId: 'gone', title: undefined, mimeType: undefined, size: undefined };
const marks = { isChecked: true, isInEveryMessage: false };
const file = 'file:///w/.vscode/mcp-context.json';
const items: readonly ContextItem[] = [
  { ...facts, ...marks, uri: 'a:own', name: 'own', reason: undefined },
  { ...facts, ...marks, uri: 'a:opened', name: 'opened', reason: { set: 'Sales', file, state: 'opened' } },
  { ...facts, ...marks, uri: 'a:kept', name: 'kept', reason: { set: 'Mine', state: 'new' } },
];

it.each([
  ['goes with it, and what the user added stays', { shop: { command: 'shop' } }, ['a:own']],
  ['stays while not all of the configuration can be read', { shop: 5 }, ['a:own', 'a:opened', 'a:kept']],
])('what came by a set from a server that is configured no longer %s', async (_, servers, left) => {
  fakeVscode.settings.set('mcp.servers', servers);
  const context = newExtensionContext(await newFolder());
  await context.workspaceState.update(key, items);
  const window = await ComposedWindow.open(context);
  await window.pass();
  const stored = context.workspaceState.get<readonly ContextItem[]>(key) ?? [];
  expect(stored.map(({ uri }) => uri)).toEqual(left);
});
