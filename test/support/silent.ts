import type { HostLogger } from '../../src/host/base/log';

/** A log that nobody reads. */
export const silent: HostLogger = {
  isTracing: false,
  trace: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  named: () => silent,
  show: () => undefined,
};
