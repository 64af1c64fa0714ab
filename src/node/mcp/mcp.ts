// The entry of the bundle that speaks MCP. It is loaded when the first server is connected to, never at activation.
import { config } from '@vscode/l10n';
import type { Effects } from '../../core/mcp/base/effects';
import { createOpenSession } from '../../core/mcp/openSession';
import type { SignIn, SignOut } from '../../core/session/signIn';
import { decodeBase64 } from '../base/base64';
import { yieldThread } from '../base/clock';
import { globalFetch } from '../network/globalFetch';
import type * as oauth from './oauth';
import { StdioTransport } from './stdioTransport';

export { killAllNow } from '../process/processTree';

interface Texts {
  readonly contents: Readonly<Record<string, string>>;
}

let texts: Texts | undefined;

/** Sets the translations, here and in the part that signs in. */
export function configureLocalization(translations: Texts): void {
  texts = translations;
  config(translations);
}

/** Loads the part that signs in: with the first sign-in, renewal or sign-out. */
async function loadOAuth(): Promise<typeof oauth> {
  const loaded = await import('./oauth');
  if (texts) loaded.configureLocalization(texts);
  return loaded;
}

const effects: Effects = {
  fetch: globalFetch,
  renewer: async () => (await loadOAuth()).renew,
  decodeBase64,
  yieldThread,
  createProcess: (launch, clock, onStderr) => new StdioTransport(launch, clock, onStderr),
};

export const openSession = createOpenSession(effects);

export const signIn: SignIn = async (...args) => (await loadOAuth()).signIn(...args);
export const signOut: SignOut = async (...args) => (await loadOAuth()).signOut(...args);
