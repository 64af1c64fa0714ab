import * as l10n from '@vscode/l10n';
import type { PickedResource } from '../../core/context/contextSet';
import type { ChosenRows, OpenManner } from '../base/commandMap';
import type { KeyRows } from '../base/rowsForKey';
import { showInformation } from '../base/tell';
import { ownResources, type ShowParts } from './showFirst';

export interface RowParts extends ShowParts {
  readonly keyRows: KeyRows;
}

type Resources = readonly PickedResource[];

/**
 * A command about the resources of rows, of a key press or of an open file.
 *
 * @param title of the list of resources that the user has not seen
 * @param find asks for resources where the command is given none
 */
export function aboutResources(
  parts: RowParts,
  title: string,
  run: (resources: Resources, manner: OpenManner | undefined) => unknown,
  find?: (title: string) => Promise<Resources>,
): (chosen: ChosenRows) => Promise<void> {
  return async ({ targets, key, manner, isProven }) => {
    const rows = key ? await parts.keyRows.of(key.view) : targets;
    const given = await ownResources({ targets: rows, isProven }, title, parts);
    if (!given) return;
    const found = given.length > 0 || key ? given : ((await find?.(title)) ?? []);
    if (found.length > 0) await run(found, manner);
    else if (!find) void showInformation(l10n.t('Select a resource in a view first.'));
  };
}
