import { Catalog } from '../../../../src/core/catalog/catalog';
import { Connection } from '../../../../src/core/connection/connection';
import type { ConnectionState } from '../../../../src/core/connection/connectionState';
import type { LearnedProtocol } from '../../../../src/core/session/session';
import { openSession } from '../../../../src/node/mcp/mcp';
import { afterEveryTest } from '../../../support/cleanUp';
import { definition, silent, statesOf } from '../../connection/fakeServer';
import { http, never, noLimits, noTimeout, promptClock } from '../support';

const connections: Connection[] = [];

afterEveryTest(async () => {
  for (const connection of connections.splice(0)) {
    connection.dispose();
    await connection.ended;
  }
});

export interface RealConnection {
  readonly connection: Connection;
  readonly states: readonly ConnectionState[];
  /** The number of lists that ended. */
  readonly lists: () => number;
  /** Reads in the background; the error as a text where it fails. */
  readonly readText: (uri: string) => Promise<string>;
}

/** A connection to a server over real HTTP that is not started yet; delays take no time. */
export function connectionTo(url: string): RealConnection {
  const learned = new Map<string, LearnedProtocol>();
  const connection = new Connection(definition('shop'), new Catalog(), {
    clock: promptClock(),
    random: () => 0.5,
    log: silent,
    openSession,
    gate: () => undefined,
    resolveLaunch: () => Promise.resolve(http(url)),
    learnedProtocols: { get: (hash) => learned.get(hash), set: (hash, value) => void learned.set(hash, value) },
    limits: () => ({ ...noLimits, time: noTimeout, connectTimeout: noTimeout }),
  });
  connections.push(connection);
  let lists = 0;
  connection.onDidList(() => (lists += 1));
  const readText = async (uri: string): Promise<string> => {
    const result = await connection.read(uri, { maxBytes: 10_000, signal: never });
    if (result === 'notModified') return result;
    return result.contents.map(({ body }) => (body.kind === 'text' ? body.text : '')).join('');
  };
  return {
    connection,
    states: statesOf(connection),
    lists: () => lists,
    readText: (uri) => readText(uri).catch(String),
  };
}

/** The kinds of states; a start is not said to be slow on a clock on which delays take no time. */
export function kindsOf(states: readonly ConnectionState[]): readonly string[] {
  return states.filter((state) => state.kind !== 'connecting' || !state.isSlow).map(({ kind }) => kind);
}
