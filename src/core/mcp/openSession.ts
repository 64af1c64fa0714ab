import { CancelledError, type HumanError } from '../base/errors';
import { isFields } from '../base/values';
import type { OpenSession, OpenSessionOptions, SessionInfo } from '../session/session';
import { ClientSession } from './clientSession';
import { connect } from './open/connect';
import type { Effects } from './base/effects';
import { endsSession, explain, note } from './errors/errors';
import type { Link } from './wire/link';
import { describe } from './open/sessionInfo';
import { anything, unmoved } from './wire/tap';
import { saysNothing } from './errors/undeclared';
import { Memory } from './base/verdict';

/** Milliseconds for a server that declares no resources to list some all the same. */
const undeclaredTimeout = 10_000;

/** The session layer on a given runtime. */
export function createOpenSession(effects: Effects): OpenSession {
  return async (launch, options) => {
    const memory = new Memory(options);
    for (;;) {
      const { verdict } = memory;
      const link = await connect(launch, effects, { ...options, verdict, onDidLearn: (way) => memory.learnWay(way) });
      const info = await survey(link, memory, options);
      if (info) return new ClientSession(link, info, memory, effects.decodeBase64, options.clock, options.log);
      // What it did not survive is remembered and not tried again.
      await link.abandon();
    }
  };
}

/** What the server offers, declared or not; `undefined` where it did not survive being asked for what it did not declare. */
async function survey(link: Link, memory: Memory, options: OpenSessionOptions): Promise<SessionInfo | undefined> {
  const closed = link.exited();
  if (closed) throw closed;
  const info = describe(link);
  if (info.hasResources || memory.isMissing('resources/list')) return info;
  try {
    const hasResources = await listsResources(link, options.signal);
    if (!hasResources) memory.learnMissing('resources/list');
    return { ...info, hasResources };
  } catch (cause) {
    const error = explain(cause, link.circumstances('list', undeclaredTimeout));
    if (options.signal.aborted || (saysNothing(error) && !isRefusal(error))) {
      await link.abandon();
      throw options.signal.aborted ? new CancelledError() : error;
    }
    options.log.info(`It declares no resources, and lists none: ${note(error)}`);
    if (isRefusal(error)) return info;
    memory.learnMissing('resources/list');
    return endsSession(error) ? undefined : info;
  }
}

async function listsResources(link: Link, signal: AbortSignal): Promise<boolean> {
  const patience = { timeout: undeclaredTimeout, signal };
  const result = unmoved(await link.client.request({ method: 'resources/list' }, anything, patience));
  return isFields(result) && Array.isArray(result['resources']);
}

/** It may list some to those who have signed in, which is no reason to ask for that. */
function isRefusal({ reason }: HumanError): boolean {
  return reason === 'unauthorized' || reason === 'credentials';
}
