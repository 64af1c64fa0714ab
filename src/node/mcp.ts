// The entry of the bundle that holds the MCP SDK. It is loaded when the first server is connected to, never at activation.
import { randomBytes } from 'node:crypto';
import { createSignIn } from '../core/mcp/auth/signIn';
import { createSignOut } from '../core/mcp/auth/signOut';
import type { Effects, Fetch } from '../core/mcp/base/effects';
import { createOpenSession } from '../core/mcp/openSession';
import { rehearse } from '../core/mcp/rehearsal';
import { decodeBase64 } from './base64';
import { breathe, systemClock } from './clock';
import { StdioTransport } from './stdioTransport';

export { config as configureLocalization } from '@vscode/l10n';
export { killAllNow } from './processTree';

const webFetch: Fetch = (url, init) => fetch(url as URL, init as RequestInit);

const effects: Effects = {
  fetch: webFetch,
  decodeBase64,
  breathe,
  createProcess: (launch, clock, onStderr) => new StdioTransport(launch, clock, onStderr),
};

export const openSession = createOpenSession(effects);

/** For the time in which a window settles, the user reads the question about a server, or the process of the first one starts. */
export async function warmUp(): Promise<void> {
  await breathe();
  await rehearse(effects, systemClock);
}

export const signIn = createSignIn({ fetch: webFetch, randomText: () => randomBytes(32).toString('base64url') });
export const signOut = createSignOut(webFetch);
