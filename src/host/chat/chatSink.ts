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
  /** Of a text file, attached as an excerpt of these lines instead of as a file. */
  readonly excerpt?: Excerpt | undefined;
}

/** The only way into the chat. A better one, such as a chat context API once it is stable, can replace it. Rejects with a `HumanError`. */
export interface ChatSink {
  isAvailable(): Promise<boolean>;
  /**
   * Adds to the message that the user is writing, in this order, and leaves the typed text unchanged. Of several chats it is the one that
   * the user was in last; where that is not known, a message says which chat it is.
   */
  attach(attachments: readonly Attachment[]): Promise<void>;
  /** Adds a language model tool to that message. */
  attachTool(name: string): Promise<void>;
}

type AttachedFile = Uri | { readonly uri: Uri; readonly range: Excerpt };

const openChat = 'workbench.action.chat.open';
const attachFolder = 'workbench.action.chat.attachFolder';

/** Attaches through commands of VS Code's own chat view. They are undocumented; a test in a real VS Code checks them. */
export class ChatView implements ChatSink {
  constructor(
    private readonly tabs: Pick<ChatTabs, 'takeHidden'>,
    private readonly log: HostLogger,
  ) {}

  async isAvailable(): Promise<boolean> {
    if (workspace.getConfiguration('chat').get('disableAIFeatures') === true) return false;
    return (await commands.getCommands(true)).includes(openChat);
  }

  async attach(attachments: readonly Attachment[]): Promise<void> {
    if (attachments.length > 0) await this.#sayWhere(() => attachAll(attachments));
  }

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
