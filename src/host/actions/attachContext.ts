import * as l10n from '@vscode/l10n';
import { listed } from '../../core/base/format';
import type { ContextItem, ContextSet } from '../../core/context/contextSet';
import { isGone } from '../../core/context/liveContext';
import { displayName } from '../../core/resource/displayName';
import type { ActionsNeeds } from './openLate';
import type { ResourceActions } from './resourceActions';
import type { HostLogger } from '../base/log';
import { offer, showInformation, showWarning } from '../base/tell';

/** Attaches what is checked in the context, except for what is known to be gone. */
export async function attachContext(
  { picked, live }: Pick<ActionsNeeds['context'], 'picked' | 'live'>,
  actions: Pick<ResourceActions, 'attach'>,
  log: HostLogger,
): Promise<void> {
  const { checked, items } = picked;
  const gone = checked.filter((item) => isGone(live.liveness(item)));
  if (gone.length > 0) void offerUnchecking(gone, picked, log);
  if (checked.length > gone.length) await actions.attach(checked.filter((item) => !gone.includes(item)));
  if (checked.length > 0) return;
  if (items.length > 0)
    void showInformation(l10n.t('No resources in the context are checked. Check the resources you want to attach.'));
  else void showInformation(l10n.t('The context is empty. Add a resource first.'));
}

/** Offers to uncheck resources that are gone, so that they are not tried again each time. */
async function offerUnchecking(gone: readonly ContextItem[], picked: ContextSet, log: HostLogger): Promise<void> {
  const names = listed(gone.map((item) => displayName(item)));
  const message = l10n.t('Not attached, because the server no longer has it: {0}.', names);
  const uncheck = { title: l10n.t('Uncheck'), run: () => picked.setChecked(gone, false) };
  await offer(showWarning, message, [uncheck], log);
}
