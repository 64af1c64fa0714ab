import { toDisposable } from '../../src/core/base/disposable';
import type { GroupFiles } from '../../src/host/content/groupFiles';

type Parts = Pick<ConstructorParameters<typeof GroupFiles>[0], 'visibility' | 'arrangement'>;

const never = () => toDisposable(() => undefined);

/** A tree that hides nothing, and stays as it is. */
export const everythingShown: Parts = {
  visibility: { isVisible: () => true, onDidChange: never },
  arrangement: { audience: 'all', onDidChange: never },
};
