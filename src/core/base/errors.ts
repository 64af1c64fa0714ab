/**
 * The reason of a failure, as a user would sort it. Code decides by this field, never by a message.
 *
 * - `configuration`: mcp.json or a setting is wrong · `input`: a requested value was not given · `policy`: not allowed here
 * - `untrusted`: the workspace is not trusted · `notAllowed`: the user has not been asked about this server · `declined`: they said no
 * - `commandNotFound`, `exited`, `crashLoop`: the process · `refused`, `hostNotFound`, `network`, `certificate`, `http`: the connection
 * - `unavailable`: the server or the system is too busy or unwell now
 * - `unauthorized`: the user has to sign in · `credentials`: the server rejects the credentials from mcp.json
 * - `timeout`: no answer in time · `notMcp`: answers that are not MCP · `protocol`: MCP that breaks its own rules · `disconnected`: lost
 * meanwhile
 * - `notFound`: the resource is gone · `serverError`: the server says it failed · `tooLarge` · `badContent`: cannot be decoded
 * - `unsupported`: the server or this VS Code has no such thing
 * - `inputRequired`: the server asks something first, and the user could not be asked or did not answer
 * - `unverified`: not what its server's list says of it
 * - `websiteNotAllowed`: the resource is on the web, and the user has not allowed fetching from there
 */
export type Reason =
  | 'configuration'
  | 'input'
  | 'policy'
  | 'untrusted'
  | 'notAllowed'
  | 'declined'
  | 'commandNotFound'
  | 'exited'
  | 'crashLoop'
  | 'refused'
  | 'hostNotFound'
  | 'network'
  | 'certificate'
  | 'http'
  | 'unavailable'
  | 'unauthorized'
  | 'credentials'
  | 'timeout'
  | 'notMcp'
  | 'protocol'
  | 'disconnected'
  | 'notFound'
  | 'serverError'
  | 'tooLarge'
  | 'badContent'
  | 'unsupported'
  | 'inputRequired'
  | 'unverified'
  | 'websiteNotAllowed';

/** The user, the workspace or a policy does not allow it (yet): nothing is broken. */
const refusals: ReadonlySet<Reason> = new Set(['untrusted', 'notAllowed', 'declined', 'policy']);

export function isRefusal(error: unknown): error is HumanError {
  return error instanceof HumanError && refusals.has(error.reason);
}

/** A message whose words of a server are taken out of it. */
export interface WordsApart {
  /** The message, with `…` in their place. */
  readonly sentence: string;
  /** On one line, untrusted. */
  readonly serverSays?: string;
}

/** An error for the user: its (localised) message says what happened and what to do next. Every other error is a bug and is logged. */
export class HumanError extends Error {
  override readonly name = 'HumanError';
  /** Set where the failure has more to show than one sentence, such as the tail of a process's stderr. Plain text, untrusted. */
  declare readonly detail: string | undefined;
  /** For models, which could take a server's words within the message for ours. */
  declare readonly apart: WordsApart;
  declare readonly reason: Reason;
  /** Time in ms that the server asks to wait before the next request; `undefined` if it asks for none. */
  declare readonly retryAfter: number | undefined;

  constructor(
    reason: Reason,
    message: string,
    options: { cause?: unknown; detail?: string; apart?: WordsApart; retryAfter?: number | undefined } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    // Each window loads this with its start: short.
    Object.assign(this, { apart: { sentence: message } }, options, { reason });
  }

  /** The session layer is a bundle of its own, with its own copy of this class: `instanceof` holds across both. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'HumanError';
  }
}

/** Thrown when the user, or the end of the window, stopped something. Neither shown nor logged as a failure. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';

  constructor() {
    super('Cancelled');
  }

  /** As for {@link HumanError}. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'CancelledError';
  }
}

export function isCancelled(error: unknown): boolean {
  return error instanceof CancelledError;
}

/** For `catch`: whatever failed gives nothing, but what was cancelled stays cancelled. */
export function nothingUnlessCancelled(error: unknown): undefined {
  if (isCancelled(error)) throw error;
}

/**
 * The chain of causes in one line of at most 2,001 characters, for the log: without a server's words, without URIs of its own schemes, and with
 * addresses that end before their query and have no user name and password.
 */
export function causes(error: unknown): string {
  const parts: string[] = [];
  for (
    let link: unknown = error;
    link !== undefined && parts.length < 6;
    link = link instanceof Error ? link.cause : undefined
  )
    parts.push(link instanceof Error ? inWords(link) : typeof link === 'string' ? link : typeof link);
  const line = parts.join(' <- ');
  // Cut at a blank: a password is known by what follows it.
  return shortenUris(line.length > 2_000 ? line.slice(0, 2_000).replace(/\S*$/u, '…') : line);
}

/** V8's message about JSON that cannot be parsed repeats some of it; a server writes that of an error with which it answers. */
function inWords(error: Error & { readonly code?: unknown }): string {
  const { name, code } = error;
  if (error instanceof SyntaxError) return name;
  if (name === 'ProtocolError' || name === 'WireError') return `${name} ${String(code)}`;
  return `${name}: ${error instanceof HumanError ? error.apart.sentence : error.message}`;
}

/** Text without what URIs may hold that is secret: user name and password, query and fragment; of a resource's own schemes, all. */
function shortenUris(text: string): string {
  return text.replace(
    /\b(?:((?:https?|file):\/\/)(?:[^/\s?#]*@)?([^\s?#]*)([?#]\S*)?|([a-z][\w+.-]+:)\S+)/giu,
    (_, start = '', path = '', ending = '', scheme?: string) =>
      scheme === undefined ? `${start}${path}${ending && '…'}` : `${scheme}…`,
  );
}
