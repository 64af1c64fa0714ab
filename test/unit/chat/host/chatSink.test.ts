import { describe, expect, it } from 'vitest';
import { TabInputTerminal, TabInputText, Uri, ViewColumn, window } from 'vscode';
import { causes } from '../../../../src/core/base/errors';
import { excerptOf } from '../../../../src/core/chat/excerpt';
import { ChatTabs } from '../../../../src/host/chat/chatTabs';
import { ChatView } from '../../../../src/host/chat/chatSink';
import { settle } from '../../../support/fakeClock';
import { own } from '../../../support/own';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const [first, folder, last] = [Uri.file('/first'), Uri.file('/folder'), Uri.file('/last')];
const [open, attachFolder] = ['workbench.action.chat.open', 'workbench.action.chat.attachFolder'];
const newChat = (): ChatView => new ChatView(own(new ChatTabs()), silent);
const { editors, shownTexts } = fakeVscode;

/** Opens the editor of a chat, and a file in the same group, which hides it. */
function hideChat(column = ViewColumn.One): void {
  editors.openTab(new TabInputText(first), column);
  editors.openTab({}, column, 'Plans');
  editors.openTab(new TabInputText(last), column);
}

describe('the chat view', () => {
  it('gets attachments in their order, folders by their own command once it is shown', async () => {
    await newChat().attach([
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
    const excerpt = excerptOf(300);
    await newChat().attach([
      { kind: 'file', uri: first, excerpt },
      { kind: 'file', uri: last },
    ]);
    const range = { startLineNumber: 1, startColumn: 1, endLineNumber: 300, endColumn: 1 };
    expect(fakeVscode.commands.executed).toEqual([[open, { attachFiles: [{ uri: first, range }, last] }]]);
  });

  it.each([open, attachFolder])(
    'says what to do when it fails in %s, and keeps the cause for the log',
    async (command) => {
      fakeVscode.commands.answer(command, () => Promise.reject(new Error('No widget')));
      const failure: unknown = await newChat()
        .attach([{ kind: 'folder', uri: folder }])
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({
        name: 'HumanError',
        message: expect.stringContaining('attach the missing ones again') as unknown,
      });
      expect(causes(failure)).toContain('No widget');
    },
  );
});

describe('what is added quietly', () => {
  const add = 'workbench.action.chat.addToChatAction';

  it('shows no chat, where VS Code has a way to', async () => {
    expect(await newChat().addQuietly([first])).toBe(false);
    fakeVscode.commands.answer(add, () => Promise.resolve());
    expect([await newChat().addQuietly([]), await newChat().addQuietly([first, last])]).toEqual([false, true]);
    expect(fakeVscode.commands.executed).toEqual([
      [add, first],
      [add, last],
    ]);
  });

  it('goes to no chat while one is an editor: it would get a copy of what the view has', async () => {
    fakeVscode.commands.answer(add, () => Promise.resolve());
    const chat = newChat();
    hideChat();
    expect(await chat.addQuietly([first])).toBe(false);
    editors.reset();
    editors.openTab(new TabInputTerminal());
    expect(await chat.addQuietly([first])).toBe(true);
  });
});

describe('where chats are editors', () => {
  const attach = async (chat: ChatView): Promise<void> => {
    await chat.attach([{ kind: 'file', uri: first }]);
    await settle();
  };
  const said = 'Attached to the Chat view instead, because the chat “Plans” is hidden behind another tab.';

  it('says that the view got what a chat behind another tab cannot get, once for each time that this one was active', async () => {
    const chat = newChat();
    fakeVscode.press(undefined);
    hideChat();
    await chat.attach([]);
    expect(shownTexts).toEqual([]);
    await attach(chat);
    await attach(chat);
    expect(shownTexts).toEqual([said]);
    hideChat();
    await chat.attachTool('mcpResources_context');
    expect(shownTexts).toEqual([said, said]);
  });

  it('attaches there, too, with a click', async () => {
    const chat = newChat();
    fakeVscode.press('Attach to That Chat, Too');
    editors.focusGroup(ViewColumn.Two);
    hideChat(ViewColumn.Two);
    await attach(chat);
    expect(fakeVscode.commands.executed).toEqual([
      [open, { attachFiles: [first] }],
      ['workbench.action.focusSecondEditorGroup'],
      ['workbench.action.openEditorAtIndex', 1],
      [open, { attachFiles: [first] }],
    ]);
  });

  it('knows of one that was hidden before the extension ran', async () => {
    hideChat();
    fakeVscode.press(undefined);
    await attach(newChat());
    expect(shownTexts).toEqual([said]);
  });

  it('says nothing where VS Code finds the chat, or there is none', async () => {
    const chat = newChat();
    hideChat();
    // In another group, and now the one that was used last.
    editors.openTab({}, ViewColumn.Two, 'Fixes');
    editors.focusGroup(ViewColumn.Two);
    editors.focusGroup(ViewColumn.One);
    await attach(chat);
    editors.reset();
    const other = newChat();
    hideChat();
    editors.closeTabs(...window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(({ label }) => label === 'Plans')));
    await attach(other);
    editors.openTab(new TabInputTerminal());
    editors.openTab(undefined);
    editors.openTab(new TabInputText(last));
    await attach(other);
    expect(shownTexts).toEqual([]);
  });
});
