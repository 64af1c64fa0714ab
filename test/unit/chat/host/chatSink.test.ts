import { describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { causes } from '../../../../src/core/base/errors';
import { wholeText } from '../../../../src/core/chat/excerpt';
import { ChatView } from '../../../../src/host/chat/chatSink';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const [first, folder, last] = [Uri.file('/first'), Uri.file('/folder'), Uri.file('/last')];
const [open, attachFolder] = ['workbench.action.chat.open', 'workbench.action.chat.attachFolder'];

describe('the chat view', () => {
  it('gets attachments in their order, folders by their own command once it is shown', async () => {
    await new ChatView().attach([
      { kind: 'file', uri: first },
      { kind: 'folder', uri: folder },
      { kind: 'file', uri: last },
    ]);
    expect(fakeVscode.commands.executed).toEqual([
      [open, { attachFiles: [first] }],
      [open, {}],
      [attachFolder, folder],
      [open, { attachFiles: [last] }],
    ]);
  });

  it('gets an excerpt as a range of its file', async () => {
    const excerpt = wholeText('one\ntwo');
    await new ChatView().attach([
      { kind: 'file', uri: first, excerpt },
      { kind: 'file', uri: last },
    ]);
    const range = { startLineNumber: 1, startColumn: 1, endLineNumber: 2, endColumn: 4 };
    expect(fakeVscode.commands.executed).toEqual([[open, { attachFiles: [{ uri: first, range }, last] }]]);
  });

  it.each([open, attachFolder])(
    'says what to do when it fails in %s, and keeps the cause for the log',
    async (command) => {
      fakeVscode.commands.answer(command, () => Promise.reject(new Error('No widget')));
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
