import * as l10n from '@vscode/l10n';
import { Range, Uri, workspace } from 'vscode';
import type { Location } from 'vscode-languageserver-protocol';
import type { Clock } from '../../core/base/clock';
import { displayName } from '../../core/resource/displayName';
import { textOf } from '../../core/content/sniff';
import type { PickedResource } from '../../core/context/contextSet';
import { formatCount } from '../../core/base/format';
import type { HostLogger } from '../base/log';
import { plainText } from '../base/plainText';
import { offer, showInformation } from '../base/tell';
import { withDelayedProgress } from '../base/withDelayedProgress';
import { choosePlace, type Place } from './choosePlace';
import type { LanguageFeatures } from './languageFeatures';

export interface FindMentionsParts {
  readonly language: Pick<LanguageFeatures, 'get'>;
  readonly clock: Clock;
  readonly log: HostLogger;
}

/**
 * Searches the files of the workspace for mentions of resources, and lets the user choose one to open.
 *
 * @param copy copies the resources as mentions, offered where there is none
 */
export async function findMentions(
  resources: readonly PickedResource[],
  parts: FindMentionsParts,
  copy: () => Promise<void>,
): Promise<void> {
  const what = nameOf(resources);
  const title = l10n.t('Searching for mentions of {0}', what);
  const found = await withDelayedProgress({ title, clock: parts.clock }, (signal) => look(resources, parts, signal));
  if (!found) return;
  if (found.rows.length === 0) void tellNone(describeNone(what, found.isCut), copy, parts.log);
  else await choose(found.rows, what, found.isCut);
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

/** Sorted by file and position. Open files are shown with their unsaved text. */
async function rowsOf(locations: readonly Location[]): Promise<readonly Place[]> {
  const byFile = new Map<string, Range[]>();
  for (const { uri, range } of locations) {
    const { start, end } = range;
    const ranges = byFile.get(uri) ?? [];
    ranges.push(new Range(start.line, start.character, end.line, end.character));
    byFile.set(uri, ranges);
  }
  const rows: Place[] = [];
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
    // The file was removed meanwhile; opening it shows that.
    return [];
  }
}

async function tellNone(none: string, copy: () => Promise<void>, log: HostLogger): Promise<void> {
  const how = l10n.t('To mention a resource, type @server:uri.');
  await offer(showInformation, `${none} ${how}`, [{ title: l10n.t('Copy as Mention'), run: copy }], log);
}

function describeNone(what: string, isCut: boolean): string {
  if (!workspace.workspaceFolders?.length)
    return l10n.t('{0}: no mentions found in open files. Open a folder to search its files, too.', what);
  return isCut
    ? l10n.t('{0}: no mentions found, but not all files were searched.', what)
    : l10n.t('{0}: no mentions found in this workspace.', what);
}

function choose(places: readonly Place[], what: string, isCut: boolean): Promise<void> {
  const title = l10n.t('Mentions of {0}', what);
  return choosePlace(places, {
    title: isCut ? l10n.t('{0} (not all files searched)', title) : title,
    placeholder: l10n.t('Mentions: {0}', formatCount(places.length)),
  });
}
