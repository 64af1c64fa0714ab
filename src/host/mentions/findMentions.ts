import { commands } from 'vscode';
import type { PickedResource } from '../../core/context/contextSet';

/** Shows in VS Code's own search where the files of the workspace contain the URIs: every mention has one, with or without its server. */
export async function findMentions(resources: readonly PickedResource[]): Promise<void> {
  const uris = [...new Set(resources.map(({ uri }) => uri))];
  const [only, ...others] = uris;
  const isRegex = others.length > 0;
  const query = isRegex ? uris.map((uri) => uri.replace(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)).join('|') : only;
  await commands.executeCommand('workbench.action.findInFiles', {
    ...{ query, isRegex, triggerSearch: true },
    ...{ isCaseSensitive: true, matchWholeWord: true, filesToInclude: '', filesToExclude: '' },
  });
}
