import { ServerActions, type ServerOperations } from '../../src/host/base/serverActions';
import { silent } from './silent';

/** Actions about servers that only note, in `done`, what was done and about what. */
export function newServerActions(done: unknown[][] = [], operations: Partial<ServerOperations> = {}): ServerActions {
  const note =
    (what: string) =>
    (...about: readonly unknown[]): Promise<void> =>
      Promise.resolve(void done.push([what, ...about]));
  const all: ServerOperations = {
    start: note('start'),
    restart: note('restart'),
    signIn: note('signIn'),
    review: note('review'),
    refreshAll: () => void done.push(['refreshAll']),
    showHidden: note('showHidden'),
    openConfiguration: note('openConfiguration'),
    ...operations,
  };
  return new ServerActions(() => Promise.resolve(all), { ...silent, show: () => void done.push(['showLog']) });
}
