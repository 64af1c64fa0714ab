import { commands, workspace, type Uri } from 'vscode';

/** The one way into the chat. A better one, such as a chat context API once it is stable, takes its place here. */
export interface ChatSink {
  isAvailable(): Promise<boolean>;
  /** Adds files to the message that the person is writing and leaves what they typed alone. */
  attachFiles(files: readonly Uri[]): Promise<void>;
}

const openChat = 'workbench.action.chat.open';

/** Attaches through the command of VS Code's own chat view. It is not documented; a test in a real VS Code holds it. */
export class ChatView implements ChatSink {
  async isAvailable(): Promise<boolean> {
    if (workspace.getConfiguration('chat').get('disableAIFeatures') === true) return false;
    return (await commands.getCommands(true)).includes(openChat);
  }

  /** Without a query: with one, the person's draft would be replaced or sent. */
  async attachFiles(files: readonly Uri[]): Promise<void> {
    await commands.executeCommand(openChat, { attachFiles: [...files] });
  }
}
