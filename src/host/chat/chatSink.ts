import * as l10n from '@vscode/l10n';
import { commands, workspace, type Uri } from 'vscode';
import { HumanError } from '../../core/base/errors';

/** What can be put into a chat. */
export interface Attachment {
  /** Of a folder a chat takes the images that are in it, and the names of its files. */
  readonly kind: 'file' | 'folder';
  readonly uri: Uri;
}

/** The one way into the chat. A better one, such as a chat context API once it is stable, takes its place here. Rejects with a `HumanError`. */
export interface ChatSink {
  isAvailable(): Promise<boolean>;
  /** Adds to the message that the person is writing, in this order, and leaves what they typed alone. */
  attach(attachments: readonly Attachment[]): Promise<void>;
  /** Adds a language model tool to that message, for the model to use. */
  attachTool(name: string): Promise<void>;
}

const openChat = 'workbench.action.chat.open';
const attachFolder = 'workbench.action.chat.attachFolder';

/** Attaches through commands of VS Code's own chat view. They are not documented; a test in a real VS Code holds them. */
export class ChatView implements ChatSink {
  async isAvailable(): Promise<boolean> {
    if (workspace.getConfiguration('chat').get('disableAIFeatures') === true) return false;
    return (await commands.getCommands(true)).includes(openChat);
  }

  async attach(attachments: readonly Attachment[]): Promise<void> {
    let files: Uri[] = [];
    const attachFiles = async (): Promise<void> => {
      if (files.length > 0) await open({ attachFiles: files });
      files = [];
    };
    for (const { kind, uri } of attachments) {
      if (kind === 'file') {
        files.push(uri);
        continue;
      }
      await attachFiles();
      // A folder goes to the chat that was used last, and nowhere while none is shown.
      await open({});
      await run(attachFolder, uri);
    }
    await attachFiles();
  }

  async attachTool(name: string): Promise<void> {
    await open({ toolIds: [name] });
  }
}

/** Without a query: with one, the person's draft would be replaced or sent. */
async function open(options: { readonly attachFiles?: Uri[]; readonly toolIds?: string[] }): Promise<void> {
  await run(openChat, options);
}

async function run(command: string, argument: unknown): Promise<void> {
  try {
    await commands.executeCommand(command, argument);
  } catch (cause) {
    throw new HumanError(
      'unsupported',
      l10n.t('The chat failed to attach something. See what has arrived in it, and attach the rest again.'),
      { cause },
    );
  }
}
