import { window, type QuickPickItem, type QuickPickOptions } from 'vscode';
import { legible } from '../../core/base/legible';
import { displayName } from '../../core/resource/displayName';
import type { Resource } from '../../core/resource/resource';
import { plainText } from '../base/plainText';
import { pickedIcon } from './resourceIcons';

/**
 * Asks for some of several resources.
 *
 * @param row what a row has beside the name, or in place of the URI beside it
 * @returns `undefined` if the user dismisses it
 */
export async function pickResources<
  T extends Pick<Resource, 'uri' | 'name'> & Partial<Pick<Resource, 'title' | 'mimeType'>>,
>(
  resources: readonly T[],
  options: Pick<QuickPickOptions, 'title' | 'placeHolder'>,
  row: (resource: T) => Partial<QuickPickItem> = () => ({}),
): Promise<readonly T[] | undefined> {
  const rows = resources.map((resource) => ({
    label: plainText(displayName({ title: undefined, ...resource })),
    ...pickedIcon({ title: undefined, mimeType: undefined, ...resource }),
    description: plainText(legible(resource.uri)),
    ...row(resource),
    resource,
  }));
  const searched = { matchOnDescription: true, matchOnDetail: true };
  const chosen = await window.showQuickPick(rows, { canPickMany: true, ...searched, ...options });
  return chosen?.map(({ resource }) => resource);
}
