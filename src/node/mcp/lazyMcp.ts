import type { Disposable } from '../../core/base/disposable';
import type { OpenSession } from '../../core/session/session';
import type { SignIn, SignOut } from '../../core/session/signIn';
import type * as mcp from './mcp';

type Loaded = typeof mcp;

/** The part that speaks MCP, which is loaded when the first server is connected to, or before. */
export interface Mcp extends Disposable {
  /** Loads it before it is needed; a failure is that of the next call. */
  readonly preload: () => void;
  readonly openSession: OpenSession;
  readonly signIn: SignIn;
  readonly signOut: SignOut;
}

/** @param texts the translations in use, if there are any */
export function lazyMcp(texts: () => Readonly<Record<string, string>> | undefined): Mcp {
  let loading: Promise<Loaded> | undefined;
  let loaded: Loaded | undefined;
  const startLoading = async (): Promise<Loaded> => {
    loaded = await import('./mcp');
    const contents = texts();
    if (contents) loaded.configureLocalization({ contents });
    return loaded;
  };
  const load = (): Promise<Loaded> => (loading ??= startLoading());
  return {
    preload: () => void load().catch(() => undefined),
    openSession: async (launch, options) => (await load()).openSession(launch, options),
    signIn: async (...args) => (await load()).signIn(...args),
    signOut: async (...args) => (await load()).signOut(...args),
    // The window closes before a server has had the time to end by itself: its process and all its children end now.
    dispose: () => loaded?.killAllNow(),
  };
}
