import * as l10n from '@vscode/l10n';
import { listed } from '../../core/base/format';
import { isImage } from '../../core/content/mimeTypes';
import type { PickedResource } from '../../core/context/contextSet';
import { keyOf } from '../../core/resource/address';
import { displayName } from '../../core/resource/displayName';
import type { ResourceActions } from '../actions/resourceActions';
import { runsOnUserMachine } from '../base/runsOnUserMachine';
import { showInformation } from '../base/tell';
import type { ContextNeeds } from './needs';

type Context = Pick<ContextNeeds['context'], 'picked' | 'live'>;
type Actions = Pick<ResourceActions, 'attach'>;

/** Switches *In Every Message* on for all of these, which are attached where they are not yet; or off, where all of them have it. */
export async function toggleInEveryMessage(
  resources: readonly PickedResource[],
  context: Context,
  actions: Actions,
): Promise<void> {
  const able = withoutUnseen(resources);
  const isOn = able.every((resource) => context.picked.get(resource)?.isInEveryMessage === true);
  await setInEveryMessage(able, !isOn, context, actions);
}

/** Switches *In Every Message*, and attaches what gets it where it is not attached yet; where the user cancels that, it stays off. */
export async function setInEveryMessage(
  resources: readonly PickedResource[],
  isOn: boolean,
  { picked, live }: Context,
  actions: Actions,
): Promise<void> {
  await picked.setInEveryMessage(resources, isOn);
  const waiting = new Set(live.waiting.map(keyOf));
  const missing = resources.filter((resource) => !waiting.has(keyOf(resource)));
  if (!isOn || missing.length === 0 || (await actions.attach(missing))) return;
  await picked.setInEveryMessage(missing, false);
}

/** On this machine, the user would not notice that an image has to be attached again, see `isSentUnseen`, and is therefore notified. */
function withoutUnseen(resources: readonly PickedResource[]): readonly PickedResource[] {
  const images = runsOnUserMachine() ? resources.filter(({ mimeType }) => isImage(mimeType)) : [];
  if (images.length === 0) return resources;
  const names = listed(images.map((image) => displayName(image)));
  void showInformation(
    l10n.t(
      'Couldn’t put images into every message, because VS Code doesn’t report when they are sent: {0}. Attach them again with “Attach Context”.',
      names,
    ),
  );
  return resources.filter((resource) => !images.includes(resource));
}
