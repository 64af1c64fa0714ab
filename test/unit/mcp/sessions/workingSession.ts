import { Credentials } from '../../../../src/core/mcp/auth/credentials';
import type { CredentialStore, Session } from '../../../../src/core/session/session';
import { MemoryCredentials } from '../signInSupport';
import { http, open, readText, until, withoutBackoffs } from '../support';
import type { SessionServer } from './sessionServer';

export const token = 'a token';

/** A store with a sign-in that cannot be renewed. */
export async function signedIn(url: string): Promise<CredentialStore> {
  const store = new MemoryCredentials();
  const issuer = 'https://login.example';
  await new Credentials(store, url).setSignIn({
    authority: { server: { issuer }, resource: url },
    client: { information: { client_id: 'picker' }, redirectUrl: undefined },
    tokens: { access_token: token },
  });
  return store;
}

export interface Working {
  readonly session: Session;
  /** What the session reported: its end, and changed lists. */
  readonly events: string[];
}

/** A session that has worked and watches `a:1`. */
export async function working(server: SessionServer): Promise<Working> {
  const credentials = server.token === undefined ? undefined : await signedIn(server.url);
  const { session } = await open(http(server.url), { ...withoutBackoffs(), credentials });
  session.watch(new Set(['a:1']));
  await until(() => server.seen.includes('1 GET') && isWatched(server, session, ['a:1']));
  await readText(session, 'a:1');
  const events: string[] = [];
  session.onDidClose(({ reason }) => events.push(`closed: ${reason}`));
  session.onDidChangeList(() => events.push('list'));
  return { session, events };
}

/** True when these are subscribed to in the last session, and its stream is open if there is one. */
export function isWatched(server: SessionServer, session: Session, uris: readonly string[]): boolean {
  if (server.subscribed.join() !== uris.join()) return false;
  if (server.push === 'none') return true;
  return server.streams.includes(server.opened) && session.isLive('a:1');
}

/** A failure as the result of a request. */
export const failed = (error: unknown): string => `failed: ${(error as { reason?: string }).reason ?? String(error)}`;
