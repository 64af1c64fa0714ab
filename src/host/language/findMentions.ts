import * as l10n from '@vscode/l10n';
import {
  commands,
  Range,
  Uri,
  window,
  workspace,
  type QuickPickItem,
  type TextDocument,
  type TextDocumentShowOptions,
} from 'vscode';
import type { Location } from 'vscode-languageserver-protocol';
import type { Clock } from '../../core/base/clock';
import { displayName } from '../../core/catalog/order';
import { textOf } from '../../core/content/sniff';
import type { PickedResource } from '../../core/context/contextSet';
import { formatCount } from '../../core/format';
import { commands as ids } from '../ids';
import { plainText } from '../plainText';
import { showInformation } from '../tell';
import { withPatience } from '../withPatience';
import type { LanguageFeatures } from './languageFeatures';

export interface FindMentionsParts {
  readonly language: Pick<LanguageFeatures, 'get'>;
  readonly clock: Clock;
}

interface Row extends QuickPickItem {
  readonly uri: Uri;
  readonly range: Range;
}

/** Looks through the files of the workspace for mentions of resources, and lets the person choose where to go. */
export async function findMentions(resources: readonly PickedResource[], parts: FindMentionsParts): Promise<void> {
  const what = nameOf(resources);
  const title = l10n.t('Looking for mentions of {0}', what);
  const found = await withPatience({ title, clock: parts.clock }, (signal) => look(resources, parts, signal));
  if (!found) return;
  if (found.rows.length === 0) void tellNone(resources, what, found.isCut);
  else await choose(found.rows, l10n.t('Mentions of {0}', what), found.isCut);
}

function nameOf([first, ...others]: readonly PickedResource[]): string {
  if (first && others.length === 0) return l10n.t('“{0}”', displayName(first));
  return l10n.t('{0} resources', formatCount(others.length + 1));
}

async function look(resources: readonly PickedResource[], { language }: FindMentionsParts, signal: AbortSignal) {
  const running = await language.get();
  const addresses = resources.map(({ serverId, uri }) => ({ serverId, uri }));
  const { locations, isCut } = await running.mentionsOf(addresses, signal);
  return { rows: await rowsOf(locations), isCut };
}

/** By file and place. What is open is shown as it is in the editor. */
async function rowsOf(locations: readonly Location[]): Promise<readonly Row[]> {
  const byFile = new Map<string, Range[]>();
  for (const { uri, range } of locations) {
    const { start, end } = range;
    const ranges = byFile.get(uri) ?? [];
    ranges.push(new Range(start.line, start.character, end.line, end.character));
    byFile.set(uri, ranges);
  }
  const rows: Row[] = [];
  for (const file of [...byFile.keys()].sort()) {
    const uri = Uri.parse(file);
    const lines = await linesOf(uri);
    const ranges = byFile.get(file) ?? [];
    for (const range of ranges.sort((one, other) => one.start.compareTo(other.start)))
      rows.push({
        label: `$(file) ${plainText(workspace.asRelativePath(uri))}:${range.start.line + 1}`,
        detail: plainText((lines[range.start.line] ?? '').trim()),
        uri,
        range,
      });
  }
  return rows;
}

async function linesOf(uri: Uri): Promise<readonly string[]> {
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  try {
    const text = open?.getText() ?? textOf(await workspace.fs.readFile(uri)) ?? '';
    return text.split(/\r\n|\r|\n/u);
  } catch {
    // It was removed meanwhile, which opening it says.
    return [];
  }
}

async function tellNone(resources: readonly PickedResource[], what: string, isCut: boolean): Promise<void> {
  const copy = l10n.t('Copy as Mention');
  const how = l10n.t('A mention is written `@server:uri`, in text or in a comment.');
  if ((await showInformation(`${describeNone(what, isCut)} ${how}`, copy)) === copy)
    await commands.executeCommand(ids.copyMention, { resources });
}

function describeNone(what: string, isCut: boolean): string {
  if (!workspace.workspaceFolders?.length)
    return l10n.t('No open file mentions {0}, and no folder is open whose files could.', what);
  return isCut
    ? l10n.t('No mention of {0} was found in the files that were looked through; there are more.', what)
    : l10n.t('No file of this workspace mentions {0}.', what);
}

/** Shows each place as it gets the focus, and goes back to where the person was when they leave. */
async function choose(rows: readonly Row[], title: string, isCut: boolean): Promise<void> {
  const before = window.activeTextEditor;
  const [document, options] = [before?.document, before && optionsOf(before.selection, before.viewColumn)];
  const picker = window.createQuickPick<Row>();
  picker.title = isCut ? l10n.t('{0}, in the files that were looked through', title) : title;
  picker.placeholder = rows.length === 1 ? l10n.t('1 mention') : l10n.t('{0} mentions', formatCount(rows.length));
  picker.matchOnDetail = true;
  picker.items = rows;
  picker.onDidChangeActive(([row]) => {
    if (row) void preview(row);
  });
  const chosen = await new Promise<Row | undefined>((resolve) => {
    picker.onDidAccept(() => resolve(picker.activeItems[0]));
    picker.onDidHide(() => resolve(undefined));
    picker.show();
  });
  picker.dispose();
  if (chosen) await window.showTextDocument(chosen.uri, { selection: chosen.range, preview: false });
  else if (document) await goBack(document, options);
}

async function preview({ uri, range }: Row): Promise<void> {
  try {
    await window.showTextDocument(uri, { selection: range, preview: true, preserveFocus: true });
  } catch {
    // Said where it is chosen.
  }
}

function optionsOf(selection: Range, viewColumn: TextDocumentShowOptions['viewColumn']): TextDocumentShowOptions {
  return { selection, preview: false, ...(viewColumn !== undefined && { viewColumn }) };
}

async function goBack(document: TextDocument, options: TextDocumentShowOptions | undefined): Promise<void> {
  if (!document.isClosed) await window.showTextDocument(document, options);
}
