import { commands, TabInputTerminal, window, type Tab } from 'vscode';
import { Owner } from '../../core/base/owner';
import { isFields } from '../../core/base/values';

/** VS Code has a command for each of the first eight groups. */
const groupNames = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];

/**
 * The chats that are open as editors. VS Code attaches to the chat that had the keyboard last, but one that is behind another tab has no
 * session then, and the view gets what is attached: https://github.com/microsoft/vscode/issues/281202
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/widgetHosts/editor/chatEditor.ts (clearInput)
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/widget/chatWidgetService.ts (revealWidget)
 */
export class ChatTabs extends Owner {
  /** The one that was the active editor last. */
  #last: Tab | undefined;

  constructor() {
    super();
    const { tabGroups } = window;
    this.owned.add(tabGroups.onDidChangeTabs(() => this.#rememberActiveChat()));
    this.owned.add(tabGroups.onDidChangeTabGroups(() => this.#rememberActiveChat()));
    // Before the extension ran, a chat that is hidden now may have been active.
    this.#last = tabGroups.all.flatMap(({ tabs }) => tabs).find(isChat);
    this.#rememberActiveChat();
  }

  /**
   * The chat that was the active editor last, if another tab hides it now. Whether the user has typed in the view since, nobody tells; so
   * each is returned once for each time that it was active.
   */
  takeHidden(): Tab | undefined {
    const last = this.#last;
    if (!last || last.isActive) return undefined;
    this.#last = undefined;
    return last.group.tabs.includes(last) ? last : undefined;
  }

  /** True if a chat is open in an editor, shown or not. */
  get hasAny(): boolean {
    return window.tabGroups.all.some(({ tabs }) => tabs.some(isChat));
  }

  #rememberActiveChat(): void {
    const { activeTab } = window.tabGroups.activeTabGroup;
    if (activeTab && isChat(activeTab)) this.#last = activeTab;
  }
}

/** Brings a tab to the front, with the keyboard. */
export async function showTab(tab: Tab): Promise<void> {
  const group = groupNames[tab.group.viewColumn - 1];
  if (group !== undefined) await commands.executeCommand(`workbench.action.focus${group}EditorGroup`);
  await commands.executeCommand('workbench.action.openEditorAtIndex', tab.group.tabs.indexOf(tab));
}

/**
 * There is no stable class for the input of a chat's tab: it is an object without fields, which only a terminal's is, too.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostTypes.ts (TabInputChat)
 */
function isChat({ input }: Tab): boolean {
  return isFields(input) && Object.keys(input).length === 0 && !(input instanceof TabInputTerminal);
}
