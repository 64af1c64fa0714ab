import * as l10n from '@vscode/l10n';
import { window, type Selection } from 'vscode';
import type { Excerpt } from '../../core/chat/excerpt';
import { virtualScheme } from '../../core/content/virtualScheme';
import type { Attaching } from './attaching';
import { resourcesOf, type Lookup } from '../content/commandArguments';
import { showInformation } from '../base/tell';

/**
 * Attaches the selected text of a resource's editor, or the line with the cursor. VS Code's own command takes only files on disk.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/actions/chatContextActions.ts (AttachSelectionToChatAction)
 */
export async function attachSelection(lookup: Lookup, attaching: Pick<Attaching, 'attachExcerpts'>): Promise<void> {
  const editor = window.activeTextEditor;
  const uri = editor?.document.uri;
  const [resource] = uri?.scheme === virtualScheme ? resourcesOf([{ kind: 'file', uri }], lookup) : [];
  if (!editor || !uri || !resource) {
    void showInformation(l10n.t('Open an MCP resource and select text in it first.'));
    return;
  }
  const selected = editor.selections.filter(({ isEmpty }) => !isEmpty);
  const excerpts = selected.length > 0 ? selected.map(excerptOf) : [lineOf(editor.selection)];
  await attaching.attachExcerpts(resource, uri, excerpts);
}

/** Editors count from 1, the API from 0. */
function excerptOf({ start, end }: Selection): Excerpt {
  return {
    startLineNumber: start.line + 1,
    startColumn: start.character + 1,
    endLineNumber: end.line + 1,
    endColumn: end.character + 1,
  };
}

function lineOf({ active: { line } }: Selection): Excerpt {
  return { startLineNumber: line + 1, startColumn: 1, endLineNumber: line + 2, endColumn: 1 };
}
