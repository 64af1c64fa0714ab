import type { chat, lm, window, workspace } from 'vscode';

/** Registers what VS Code may ask for before the extension is loaded: VS Code itself, or what stands in for the extension until then. */
export interface Registrar {
  readonly window: Pick<typeof window, 'registerWebviewViewProvider' | 'registerWebviewPanelSerializer'>;
  readonly workspace: Pick<typeof workspace, 'registerFileSystemProvider'>;
  readonly lm: Pick<typeof lm, 'registerTool'>;
  /** `undefined` in an editor without chats. */
  readonly chat: Pick<typeof chat, 'createChatParticipant'> | undefined;
}

/** The page of the view *Search* lives on while the view is hidden. */
export const searchViewOptions = { webviewOptions: { retainContextWhenHidden: true } };

export const virtualFilesOptions = { isCaseSensitive: true, isReadonly: true };
