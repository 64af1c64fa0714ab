import { Emitter } from '../../src/core/base/event';
import type { Visibility } from '../../src/core/search/visibility';

/** Hides nothing. */
export const allVisible: Pick<Visibility, keyof Visibility> = {
  isVisible: () => true,
  isTemplateVisible: () => true,
  isServerVisible: () => true,
  onDidChange: new Emitter<void>().event,
  revision: 0,
  summary: () => Promise.resolve(undefined),
  showAll: () => Promise.resolve(),
  dispose: () => undefined,
};
