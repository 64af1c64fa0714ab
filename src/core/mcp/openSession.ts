import { CancelledError, type HumanError } from '../base/errors';
import type { OpenSession, OpenSessionOptions, SessionInfo } from '../session/session';
import { ClientSession } from './clientSession';
import { connect } from './open/connect';
import type { Effects } from './base/effects';
import { endsSession, explain, note, saysNothing } from './errors/explain';
import type { Link } from './open/link';
import { ProtocolMemory } from './base/learnedProtocol';

/** Timeout in ms for listing resources of a server that declares none. */
const undeclaredTimeout = 10_000;

/** Creates the session layer for a given runtime. */
export function createOpenSession(effects: Effects): OpenSession {
  return async (launch, options) => {
    const memory = new ProtocolMemory(options);
    const { clock } = options;
    const end = clock.elapsed() + options.connectTimeout;
    for (;;) {
      const { learned } = memory;
      const link = await connect(launch, effects, {
        ...options,
        connectTimeout: end - clock.elapsed(),
        learned,
        onDidLearn: (learned) => memory.learnTransport(learned),
      });
      const info = await survey(link, memory, options);
      if (info) return new ClientSession(link, info, memory, effects, options.clock, options.log);
      // The request that ended the server is remembered and not sent again.
      await link.abandon();
    }
  };
}

/** Returns what the server offers, declared or not; `undefined` if a request for something undeclared ended it. */
async function survey(
  link: Link,
  memory: ProtocolMemory,
  options: OpenSessionOptions,
): Promise<SessionInfo | undefined> {
  const closed = link.exited();
  if (closed) throw closed;
  const { facts, transport, isSignedIn } = link;
  const info: SessionInfo = { ...facts, transport, ...(isSignedIn && { isSignedIn }) };
  if (info.hasResources || memory.isMissing('resources/list')) return info;
  try {
    const hasResources = await listsResources(link, options);
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

async function listsResources({ peer }: Link, { signal }: OpenSessionOptions): Promise<boolean> {
  const result = await peer.request('resources/list', undefined, { timeout: { idle: undeclaredTimeout }, signal });
  return Array.isArray(result['resources']);
}

/** The server may list resources for signed-in users, which is no reason to ask the user to sign in. */
function isRefusal({ reason }: HumanError): boolean {
  return reason === 'unauthorized' || reason === 'credentials';
}
