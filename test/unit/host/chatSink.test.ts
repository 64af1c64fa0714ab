import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Uri } from 'vscode';
import { causes } from '../../../src/core/base/errors';
import { ChatView } from '../../../src/host/chatSink';

const chat = vi.hoisted(() => ({ ran: [] as unknown[], failing: '' }));

vi.mock('vscode', () => ({
  commands: {
    executeCommand: (...args: unknown[]) =>
      args[0] === chat.failing ? Promise.reject(new Error('No widget')) : Promise.resolve(chat.ran.push(args)),
  },
}));

beforeEach(() => Object.assign(chat, { ran: [], failing: '' }));

const [first, folder, last] = ['first', 'folder', 'last'] as unknown as readonly [Uri, Uri, Uri];
const [open, attachFolder] = ['workbench.action.chat.open', 'workbench.action.chat.attachFolder'];

describe('the chat view', () => {
  it('gets attachments in their order, folders by their own command once it is shown', async () => {
    await new ChatView().attach([
      { kind: 'file', uri: first },
      { kind: 'folder', uri: folder },
      { kind: 'file', uri: last },
    ]);
    expect(chat.ran).toEqual([
      [open, { attachFiles: [first] }],
      [open, {}],
      [attachFolder, folder],
      [open, { attachFiles: [last] }],
    ]);
  });

  it.each([open, attachFolder])(
    'says what to do when it fails in %s, and keeps the cause for the log',
    async (command) => {
      chat.failing = command;
      const failure: unknown = await new ChatView()
        .attach([{ kind: 'folder', uri: folder }])
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({
        name: 'HumanError',
        message: expect.stringContaining('attach the rest again') as unknown,
      });
      expect(causes(failure)).toContain('No widget');
    },
  );
});
