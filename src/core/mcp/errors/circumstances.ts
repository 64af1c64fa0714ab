import type { HumanError } from '../../base/errors';

/** The context of an error, for the sentence about it. */
export interface Circumstances {
  readonly doing: 'connect' | 'list' | 'read' | 'complete' | 'watch';
  /** Host and port of an HTTP server. Never the whole URL, whose query may be a secret. */
  readonly host: string | undefined;
  /** Timeout of the request, in ms. */
  readonly timeout: number;
  /** True if the server gave no session that could expire. */
  readonly isStateless?: boolean;
  /** The reason why the connection is closed, where the transport knows it. */
  readonly closed: HumanError | undefined;
  /** The authorization: by a header of mcp.json, or by a sign-in if there is one. */
  readonly access?: 'header' | { readonly isSignedIn: boolean } | undefined;
}
