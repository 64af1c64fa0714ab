import * as l10n from '@vscode/l10n';
import type { Catalog } from '../../core/catalog/catalog';
import type { ResourceAddress } from '../../core/resource/address';
import { displayName } from '../../core/resource/displayName';
import { showInformation } from '../base/tell';
import type { ResourceTree } from './resourceTree';

/** A resource to reveal in the tree. */
type Wanted = ResourceAddress & Parameters<typeof displayName>[0];

/** Selects the first of the resources in the tree, or says why it is not there. */
export async function revealResource(
  [first]: readonly Wanted[],
  catalog: Catalog,
  tree: Pick<ResourceTree, 'reveal'>,
): Promise<void> {
  if (!first) return;
  const entry = catalog.find(first.serverId, first.uri);
  if (entry && (await tree.reveal(entry.id))) return;
  void showInformation(
    l10n.t(
      'Couldn’t show “{0}” in the tree: the server doesn’t list it, or a filter hides it. Check the filters or refresh the list.',
      displayName(first),
    ),
  );
}
