import { expect, it } from 'vitest';
import { Emitter } from '../../../../src/core/base/event';
import { ContextSet } from '../../../../src/core/context/contextSet';
import { keepContextKeys, type ContextKeyParts } from '../../../../src/host/context/contextKeys';
import { FakeStore } from '../../../support/fakeStore';
import { own } from '../../../support/own';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

it('the walkthrough ticks that a resource was attached when the user put one into the context, and not a rule', async () => {
  const { event } = own(new Emitter<void>());
  const picked = own(new ContextSet(new FakeStore()));
  const [sources, connections] = [{ onDidChange: event }, { onDidChange: event, all: [] }];
  const parts = { sources, connections, picked, onDidBrowse: [], onDidSearch: event, store: new FakeStore() };
  own(keepContextKeys(parts as unknown as ContextKeyParts));
  const isTicked = (): unknown => fakeVscode.contextKeys.get('mcpResources.hasAttached');
  const facts = { title: undefined, mimeType: undefined, size: undefined };
  const item = { ...facts, serverId: 'shop', uri: 'a:1', name: '1' };
  await picked.add([{ ...item, reason: { kind: 'priority' } }]);
  expect(isTicked()).toBeUndefined();
  await picked.add([item]);
  expect(isTicked()).toBe(true);
});
