import { expect, it } from 'vitest';
import { Emitter } from '../../../../src/core/base/event';
import { ContextSet } from '../../../../src/core/context/contextSet';
import { keepContextKeys } from '../../../../src/host/welcome/contextKeys';
import { FakeClock } from '../../../support/fakeClock';
import { FakeStore } from '../../../support/fakeStore';
import { own } from '../../../support/own';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

it('the walkthrough ticks that the user, and not a rule, put a resource into the context: then, and when a page of VS Code opens', async () => {
  const { event } = own(new Emitter<void>());
  const clock = new FakeClock();
  const picked = own(new ContextSet(new FakeStore()));
  const [sources, connections] = [{ onDidChange: event }, { onDidChange: event, all: [] }];
  const needs = {
    base: { clock, globalStore: new FakeStore() },
    configuration: { sources },
    core: { connections },
    context: { picked },
    panel: { onDidSearch: event },
    tree: { onDidBrowse: [] },
  };
  own(keepContextKeys(needs as unknown as Parameters<typeof keepContextKeys>[0]));
  const set = (): readonly unknown[] =>
    fakeVscode.commands.contextChanges.filter(([key]) => key === 'mcpResources.hasAttached').map(([, value]) => value);
  const facts = { title: undefined, mimeType: undefined, size: undefined };
  const item = { ...facts, serverId: 'shop', uri: 'a:1', name: '1' };
  await picked.add([{ ...item, reason: { set: 'Sales', state: 'new' } }]);
  expect(set()).toEqual([]);
  await picked.add([item]);
  expect(set()).toEqual([true, false]);
  await clock.advance(1_000);
  fakeVscode.editors.openTab({ uri: 'a file' });
  await clock.advance(1_000);
  expect(set().length).toBe(4);
  fakeVscode.editors.openTab(undefined);
  await clock.advance(1_000);
  expect(set()).toEqual([true, false, true, false, true, false]);
});
