import type { OpenSession } from '../session';
import { ClientSession } from './clientSession';
import { connect } from './connect';
import type { Effects } from './effects';

/** The session layer on a given runtime. */
export function createOpenSession(effects: Effects): OpenSession {
  return async (launch, options) => {
    const link = await connect(launch, effects, options);
    const closed = link.exited();
    if (closed) throw closed;
    return new ClientSession(link, effects.decodeBase64, options.clock, options.log);
  };
}
