import path from 'node:path';
import { causes } from '../../core/base/errors';
import { Late } from '../../core/base/onFirstUse';
import { TempFiles } from '../../node/files/tempFiles';
import { registerCommands } from '../commands/registerCommands';
import { roomCommands } from '../base/manifest/commandIds';
import { showErrorsOf } from '../base/tell';
import { EveryMessage } from './everyMessage';
import type { ActionsNeeds, LoadedActions } from './openLate';

/** Time in ms from the first look until the rest is loaded. */
const loadAfter = 5_000;

/** Actions of users on resources. */
export interface ActionsRoom {
  /** Loaded with the first of it, or some time after the first look: neither the first view nor the first action waits for it. */
  readonly actions: Late<LoadedActions>;
  readonly everyMessage: EveryMessage;
}

export function openActions(needs: ActionsNeeds): ActionsRoom {
  const { look, chat } = needs;
  const { store, clock, log, userFolder } = needs.base;
  const temp = new TempFiles(path.join(userFolder, 'temp'));
  temp.sweep().catch((error: unknown) => log.warn(`Image files of an earlier window: ${causes(error)}`));
  const everyMessage = store.add(new EveryMessage(needs));
  const actions = new Late(async () => {
    const { openLate } = await import('./openLate');
    return openLate(needs, temp);
  });
  store.add(
    chat.missed.onDidAskAgain(
      (resources) => void showErrorsOf(async () => (await actions.get()).actions.attach(resources), log),
    ),
  );
  const wakening = look.onDidWake(() => {
    wakening.dispose();
    store.add(
      clock.after(loadAfter, () => {
        actions.get().catch((error: unknown) => log.error(`Actions were not loaded: ${causes(error)}`));
      }),
    );
  });
  store.add(wakening);
  store.add(registerCommands(roomCommands.actions, async () => (await actions.get()).commands, log));
  return { actions, everyMessage };
}
