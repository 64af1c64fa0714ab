import * as l10n from '@vscode/l10n';
import type { PickedResource } from '../../core/context/contextSet';
import type { ChosenRows, OpenManner } from '../base/commandMap';
import { showInformation } from '../base/tell';
import type { ContentNeeds } from './open';
import { ownResources, type ShowNeeds } from './showFirst';

export interface RowNeeds extends ShowNeeds {
  readonly base: Pick<ContentNeeds['base'], 'keyRows'>;
}

type Resources = readonly PickedResource[];

/**
 * A command about the resources of rows, of a key press or of an open file.
 *
 * @param title of the list of resources that the user has not seen
 * @param find asks for resources where the command is given none
 */
export function aboutResources(
  needs: RowNeeds,
  title: string,
  run: (resources: Resources, manner: OpenManner | undefined) => unknown,
  find?: (title: string) => Promise<Resources>,
): (chosen: ChosenRows) => Promise<void> {
  return async ({ targets, key, manner, isProven }) => {
    const rows = key ? await needs.base.keyRows.of(key.view) : targets;
    const given = await ownResources({ targets: rows, isProven }, title, needs);
    if (!given) return;
    const resources = given.length > 0 || key ? given : ((await find?.(title)) ?? []);
    if (resources.length > 0) await run(resources, manner);
    else if (!find) void showInformation(l10n.t('Select a resource in a view first.'));
  };
}
