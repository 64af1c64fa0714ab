import type { Logger } from '../../src/core/base/ports';

/** A log that nobody reads. */
export const silent: Logger = {
  isTracing: false,
  trace: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  named: () => silent,
};
