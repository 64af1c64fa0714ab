import { window } from 'vscode';
import { tokensOfTag } from '../../core/chat/budget';
import { estimateTokens } from '../../core/chat/estimateTokens';

/**
 * Tokens of the text that is selected in the active editor, which VS Code attaches to each message by itself; 0 if nothing is selected.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/attachments/implicitContextAttachment.ts
 */
export function tokensOfSelection(): number {
  const { document, selection } = window.activeTextEditor ?? {};
  if (!document || !selection || selection.isEmpty) return 0;
  return estimateTokens(document.getText(selection)) + tokensOfTag;
}
