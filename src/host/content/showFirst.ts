import * as l10n from '@vscode/l10n';
import type { QuickPickOptions } from 'vscode';
import { formatCount } from '../../core/base/format';
import { legible } from '../../core/base/legible';
import type { PickedResource } from '../../core/context/contextSet';
import type { ChosenRows, Target } from '../base/commandMap';
import type { ContentNeeds } from './open';
import { pickResources } from './pickResources';
import { plainText } from '../base/plainText';
import { resourcesOf, type Lookup } from './commandArguments';
import { filesOfTabs } from '../chat/shownFiles';

/** Number of characters of a URI that a row has room for. */
const widest = 60;

export interface ShowNeeds extends Lookup {
  readonly core: Pick<ContentNeeds['core'], 'catalog' | 'connections'>;
}

/**
 * The resources that a command may act on. Those of our own rows, links, buttons and open tabs are used directly; for any other, the user
 * confirms a list first.
 *
 * @returns an empty list if none were given; `undefined` if the user dismisses the list, or clears it
 */
export async function ownResources(
  { targets, isProven }: Pick<ChosenRows, 'targets' | 'isProven'>,
  title: string,
  needs: ShowNeeds,
): Promise<readonly PickedResource[] | undefined> {
  const given = resourcesOf(targets, needs);
  const shown = isProven ? undefined : filesOfTabs();
  const isShown = (target: Target): boolean => target.kind === 'file' && shown?.has(target.uri.toString()) === true;
  return isProven || targets.every(isShown) ? given : showFirst(given, { title }, needs);
}

/**
 * Shows resources that the user may not know of, with server and URI, all of them checked. What the user added to the context before needs no
 * question.
 *
 * @returns `undefined` if the user wants none of them
 */
export async function showFirst<T extends PickedResource>(
  resources: readonly T[],
  options: Pick<QuickPickOptions, 'title' | 'placeHolder'>,
  { core, context }: Omit<ShowNeeds, 'content'>,
): Promise<readonly T[] | undefined> {
  const unknown = resources.filter((resource) => !context.picked.isChosen(resource));
  if (unknown.length === 0) return resources;
  const placeHolder = l10n.t('Check the URIs, and clear the resources you don’t want to use');
  const chosen = await pickResources(unknown, { placeHolder, ...options }, ({ serverId, uri }) => {
    const server = core.connections.nameOf(serverId) || serverId;
    const isListed = core.catalog.find(serverId, uri) !== undefined;
    const description = isListed ? server : `${server} · ${l10n.t('not in the server’s list')}`;
    return { description: plainText(description), detail: bothEnds(plainText(legible(uri))), picked: true };
  });
  const used = resources.filter((resource) => !unknown.includes(resource) || chosen?.includes(resource));
  return chosen && used.length > 0 ? used : undefined;
}

/** Rows cut a long text at its end, where a URI can carry data to the server. */
function bothEnds(uri: string): string {
  if (uri.length <= widest) return uri;
  const half = Math.floor(widest / 2);
  return l10n.t('{0}…{1} ({2} characters)', uri.slice(0, half), uri.slice(-half), formatCount(uri.length));
}
