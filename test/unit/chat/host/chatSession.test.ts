import { expect, it } from 'vitest';
import { Uri } from 'vscode';
import { ChatSession } from '../../../../src/host/chat/chatSession';
import { FakeStore } from '../../../support/fakeStore';
import { own } from '../../../support/own';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const read = (name: string, text: string, round = 1) => ({
  file: `mcpres:/${name}`,
  round,
  bytes: new TextEncoder().encode(text),
});

it('the session is of the harness once a message has read a text without a document, also in the next window', () => {
  const store = new FakeStore();
  const shown = new Map<string, number>();
  const shownUntil = (file: string): number => shown.get(file) ?? 0;
  const session = own(new ChatSession(store, shownUntil, silent));
  let changes = 0;
  own(session.onDidChange(() => (changes += 1)));
  const after = (...files: readonly ReturnType<typeof read>[]): boolean => {
    session.sawMessage(files);
    return own(new ChatSession(store, shownUntil, silent)).isHarness;
  };
  expect(session.isHarness).toBe(false);
  fakeVscode.workspace.open(Uri.parse('mcpres:/one.txt'), 'one');
  expect(after(read('one.txt', 'one'))).toBe(false);
  expect(after(read('picture', 'x\0'))).toBe(false);
  expect(after(read('picture', 'x\0'), read('two.txt', 'two'))).toBe(true);
  expect(after(read('one.txt', 'one'))).toBe(false);
  expect(changes).toBe(2);
  expect(after(read('two.txt', 'two'))).toBe(true);
  shown.set('mcpres:/one.txt', Infinity);
  expect(after(read('one.txt', 'one'), read('two.txt', 'two'))).toBe(true);
  shown.delete('mcpres:/one.txt');
  expect(after(read('one.txt', 'one'))).toBe(false);
  shown.set('mcpres:/closed.txt', 1_000);
  expect(after(read('closed.txt', 'closed'), read('opened in an editor', 'text', 0))).toBe(false);
});
