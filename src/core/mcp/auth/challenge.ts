/** The parameters of a server's `Bearer` challenges that matter here. */
export interface BearerChallenge {
  /** Space-separated. */
  readonly scope: string | undefined;
  readonly resourceMetadataUrl: string | undefined;
  readonly error: string | undefined;
}

/**
 * A parameter, `name = value` or `name = "value"`, or the scheme that begins a challenge, perhaps with its one token68:
 * https://www.rfc-editor.org/rfc/rfc9110#section-11.2. Unquoted addresses are no tokens, but exist.
 */
const part =
  /[\s,]*(?:([\w!#$%&'*+.^`|~-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,"=][^\s,"]*))|([\w!#$%&'*+.^`|~-]+)(?: +[\w.~+/-]+=*(?=[ \t]*(?:,|$)))?)/gsy;

/** Reads `WWW-Authenticate`: several challenges, of any schemes; of headers that came several times, `fetch` makes one. */
export function bearerChallenge(header: string | null): BearerChallenge {
  const parameters = new Map<string, string>();
  let isBearer = false;
  for (const [, name, quoted, plain, scheme] of (header ?? '').matchAll(part)) {
    if (scheme !== undefined) isBearer = scheme.toLowerCase() === 'bearer';
    const key = name?.toLowerCase() ?? '';
    if (isBearer && !parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/gs, '$1') ?? plain ?? '');
  }
  const url = parameters.get('resource_metadata') ?? '';
  return {
    scope: parameters.get('scope'),
    resourceMetadataUrl: URL.canParse(url) ? url : undefined,
    error: parameters.get('error'),
  };
}

/** The scopes in space-separated texts, each once. */
export function scopesIn(...texts: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => text?.split(/\s+/u) ?? []))].filter((scope) => scope !== '');
}
