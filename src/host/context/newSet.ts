import * as l10n from '@vscode/l10n';
import { window, type QuickPickItem } from 'vscode';
import { words } from '../../core/base/untrusted';
import { describeEntry, entryFor, type NamedSet, type SetEntry } from '../../core/context/setEntry';
import { queryText } from '../../core/search/queryText';
import { plainText } from '../base/plainText';
import type { SavedSearch } from '../panel/savedSearches';

type Row = QuickPickItem & { readonly entry: SetEntry | 'globs' };

const maxNameLength = 100;

/**
 * Asks what a new set leads to, and for its name.
 *
 * @param file path of an instruction file in the workspace, whose mentions are offered
 * @param isForFile true if the user asked for these
 * @returns `undefined` if the user gives up
 */
export async function askNewSet(
  file: string | undefined,
  isForFile: boolean,
  savedSearches: readonly SavedSearch[],
): Promise<Pick<NamedSet, 'name' | 'entries'> | undefined> {
  const title = l10n.t('New Context Set');
  const placeHolder = l10n.t('Select what the set adds to the context, now and later');
  const rows = rowsOf(file, isForFile, savedSearches);
  const chosen = await window.showQuickPick(rows, { canPickMany: true, title, placeHolder });
  if (!chosen || chosen.length === 0) return undefined;
  const globs = chosen.some(({ entry }) => entry === 'globs') ? await askGlobs(title) : [];
  if (!globs) return undefined;
  const entries = [...globs, ...chosen.flatMap(({ entry }) => (entry === 'globs' ? [] : entry))];
  const [first = '', ...furtherEntries] = entries.map(describeEntry);
  const value = words(
    furtherEntries.length === 0 ? first : l10n.t('{0} and {1} more', first, furtherEntries.length),
    maxNameLength,
  );
  const name = await askName(title, l10n.t('Enter a name for the context set'), value ?? '');
  return name === undefined ? undefined : { name, entries };
}

export async function askName(title: string, prompt: string, value: string): Promise<string | undefined> {
  const name = await window.showInputBox({
    title,
    prompt,
    value,
    validateInput: (text) => (text.trim() === '' ? l10n.t('A context set needs a name.') : undefined),
  });
  return name?.trim();
}

function rowsOf(file: string | undefined, isForFile: boolean, all: readonly SavedSearch[]): readonly Row[] {
  const mentions: readonly Row[] =
    file === undefined
      ? []
      : [
          {
            label: plainText(l10n.t('Resources mentioned in {0}', file)),
            entry: entryFor({ kind: 'mentions', text: file }),
            picked: isForFile,
          },
        ];
  return [
    ...mentions,
    {
      label: l10n.t('Resources with priority 1'),
      description: l10n.t('except resources meant only for the user'),
      entry: entryFor({ kind: 'priority', atLeast: 1 }),
    },
    {
      label: l10n.t('Resources that match a glob'),
      description: l10n.t('enter the globs in the next step'),
      entry: 'globs',
    },
    ...all.map(({ name, query }) => ({
      label: plainText(l10n.t('Results of the search “{0}”', name)),
      entry: entryFor({ kind: 'search', text: queryText(query) }),
    })),
  ];
}

async function askGlobs(title: string): Promise<readonly SetEntry[] | undefined> {
  const text = await window.showInputBox({
    title,
    prompt: l10n.t('URI globs separated by spaces, such as db://sales/** or *.md'),
    validateInput: (value) => (value.trim() === '' ? l10n.t('Enter a glob, such as db://sales/**.') : undefined),
  });
  return text
    ?.trim()
    .split(/\s+/u)
    .map((glob) => entryFor({ kind: 'glob', text: glob }));
}
