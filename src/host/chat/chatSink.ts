import * as l10n from '@vscode/l10n';
import { commands, workspace, type Uri } from 'vscode';
import { HumanError } from '../../core/base/errors';
import type { Excerpt } from '../../core/chat/excerpt';
import type { HostLogger } from '../base/log';
import { offer, showInformation } from '../base/tell';
import { showTab, type ChatTabs } from './chatTabs';

/** A file or folder that can be attached to a chat. */
export interface Attachment {
  /** From a folder, a chat takes its images, and the names of its files. */
  readonly kind: 'file' | 'folder';
  readonly uri: Uri;
  /** Lines of a text file, attached as an excerpt instead of as a file. */
  readonly excerpt?: Excerpt | undefined;
}

type AttachedFile = Uri | { readonly uri: Uri; readonly range: Excerpt };

const openChat = 'workbench.action.chat.open';
const attachFolder = 'workbench.action.chat.attachFolder';
/**
 * “Add File to Chat” of a reference in an answer: it neither opens a view nor moves the focus, and ignores a file that is attached already.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/widget/chatContentParts/chatReferencesContentPart.ts (addToChatAction)
 */
const addToChat = 'workbench.action.chat.addToChatAction';

/**
 * The only way into the chat: commands of VS Code's own chat view. They are undocumented; a test in a real VS Code checks them. A better way,
 * such as a chat context API once it is stable, can take their place. Rejects with a `HumanError`.
 */
export class ChatView {
  constructor(
    private readonly tabs: Pick<ChatTabs, 'takeHidden' | 'hasAny'>,
    private readonly log: HostLogger,
  ) {}

  async isAvailable(): Promise<boolean> {
    if (workspace.getConfiguration('chat').get('disableAIFeatures') === true) return false;
    return hasCommand(openChat);
  }

  /**
   * Adds to the message that the user is writing, in this order, and leaves the typed text unchanged. Of several chats it is the one that
   * the user was in last; where that is not known, a message says which chat it is.
   */
  async attach(attachments: readonly Attachment[]): Promise<void> {
    if (attachments.length > 0) await this.#sayWhere(() => attachAll(attachments));
  }

  /**
   * Adds files to that message without showing it: no view opens, and the focus stays where it is. VS Code adds to the chat that had the
   * keyboard last. A chat that opens in an editor gets a copy of what is attached in the view, so the same resource could be in one message
   * twice.
   *
   * @returns false if VS Code has no way to do so, or if it is not certain which chat would get them
   */
  async addQuietly(files: readonly Uri[]): Promise<boolean> {
    if (files.length === 0 || this.tabs.hasAny || !(await hasCommand(addToChat))) return false;
    for (const file of files) await run(addToChat, file);
    return true;
  }

  /** Adds a language model tool to that message. */
  async attachTool(name: string): Promise<void> {
    await this.#sayWhere(() => open({ toolIds: [name] }));
  }

  /** VS Code passes over a chat behind another tab, see {@link ChatTabs}. */
  async #sayWhere(attach: () => Promise<void>): Promise<void> {
    const hidden = this.tabs.takeHidden();
    await attach();
    if (!hidden) return;
    const message = l10n.t(
      'Attached to the Chat view instead, because the chat “{0}” is hidden behind another tab.',
      hidden.label,
    );
    const run = async (): Promise<void> => {
      await showTab(hidden);
      await attach();
    };
    void offer(showInformation, message, [{ title: l10n.t('Attach to That Chat, Too'), run }], this.log);
  }
}

async function attachAll(attachments: readonly Attachment[]): Promise<void> {
  let files: AttachedFile[] = [];
  const attachFiles = async (): Promise<void> => {
    if (files.length > 0) await open({ attachFiles: files });
    files = [];
  };
  for (const { kind, uri, excerpt } of attachments) {
    if (kind === 'file') {
      files.push(excerpt ? { uri, range: excerpt } : uri);
      continue;
    }
    await attachFiles();
    // A folder goes to the chat that was used last. VS Code 1.139.1 would itself show a chat where none was used:
    // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/actions/chatContextActions.ts (withChatView)
    await open({});
    await run(attachFolder, uri);
  }
  await attachFiles();
}

/**
 * Without a query: one would replace or send the user's draft.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/actions/chatActions.ts (OpenChatGlobalAction)
 */
async function open(options: { readonly attachFiles?: AttachedFile[]; readonly toolIds?: string[] }): Promise<void> {
  await run(openChat, options);
}

async function hasCommand(command: string): Promise<boolean> {
  return (await commands.getCommands(true)).includes(command);
}

async function run(command: string, argument: unknown): Promise<void> {
  try {
    await commands.executeCommand(command, argument);
  } catch (cause) {
    throw new HumanError(
      'unsupported',
      l10n.t(
        'Couldn’t attach everything to the chat. Check the attachments in the chat, and attach the missing ones again.',
      ),
      { cause },
    );
  }
}
