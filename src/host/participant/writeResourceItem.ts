import type { ChatResponseStream, Uri } from 'vscode';
import { displayName } from '../../core/resource/displayName';
import { words } from '../../core/base/untrusted';
import { escapeMarkdown, referenceTitle } from '../../core/base/markdownText';

interface Named {
  readonly name: string;
  readonly title: string | undefined;
}

/** Maximum length of a title on a button, in characters. */
const maxTitleLength = 40;

/**
 * An item of a list with the resource's title and its file; VS Code shows a file by its name alone.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/widget/chatContentParts/chatInlineAnchorWidget.ts (InlineAnchorWidget)
 */
export function writeResourceItem(stream: ChatResponseStream, resource: Named, uri: Uri): void {
  const title = displayName(resource);
  const file = uri.path.slice(1);
  const isSaid = file === title || file.startsWith(`${title}.`);
  stream.markdown(isSaid ? '- ' : `- **${escapeMarkdown(title)}** `);
  stream.anchor(uri, referenceTitle(file));
}

/** A resource's title for a button. */
export function titleOf(resource: Named): string {
  return words(displayName(resource), maxTitleLength) ?? '';
}
