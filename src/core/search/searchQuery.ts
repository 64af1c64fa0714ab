import { Minimatch } from 'minimatch';
import type { AudienceFilter } from '../../shared/audience';
import type { SearchQuery } from '../../shared/protocol';
import { fold } from './fold';

/** What a person typed, understood. */
export interface ParsedQuery {
  /** Folded; a resource has to contain every one of them, in any order. */
  readonly words: readonly string[];
  /** From `uri:` filters; a resource's URI has to match every one of them. */
  readonly globs: readonly UriGlob[];
  readonly audience: AudienceFilter;
}

const token = /"([^"]*)"?|(\S+)/gu;

/** Every text is a valid query. Quotes keep spaces together; `uri:db://sales/**` filters by a glob over the exact URI. */
export function parseQuery(query: SearchQuery): ParsedQuery {
  const words: string[] = [];
  const globs: UriGlob[] = [];
  for (const [, quoted, plain] of query.text.matchAll(token)) {
    const glob = plain?.startsWith('uri:') ? plain.slice(4) : '';
    if (glob) globs.push(new UriGlob(glob));
    // No word runs across lines: a pasted line break is a space.
    else if (plain !== 'uri:')
      words.push(
        fold(quoted ?? plain ?? '')
          .replace(/\s+/gu, ' ')
          .trim(),
      );
  }
  return { words: [...new Set(words)].filter((word) => word !== ''), globs, audience: query.audience };
}

/** True when every resource that matches `next` also matches `previous`: then only those need another look. */
export function isNarrower(next: ParsedQuery, previous: ParsedQuery): boolean {
  return (
    (previous.audience === 'all' || previous.audience === next.audience) &&
    previous.words.every((word) => next.words.some((longer) => longer.includes(word))) &&
    previous.globs.every((glob) => next.globs.some((other) => other.pattern === glob.pattern))
  );
}

const options = {
  dot: true,
  nocase: true,
  nonegate: true,
  nocomment: true,
  preserveMultipleSlashes: true,
  // Not the platform that this runs on: a URI is not a path.
  platform: 'linux',
  braceExpandMax: 100,
} as const;
/** Far above every real pattern, and below what minimatch refuses with an error. */
const longestPattern = 10_000;

/**
 * A glob over whole URIs: `*` stays between two slashes, `**` crosses them, `?` and `{a,b}` as usual. Without a scheme it may begin anywhere
 * after a slash: `*.md` means every URI that ends so.
 */
export class UriGlob {
  readonly #glob: Minimatch;

  constructor(readonly pattern: string) {
    const usable = pattern.slice(0, longestPattern);
    this.#glob = new Minimatch(usable.includes(':') ? splitScheme(usable) : `**/${usable}`, options);
  }

  isMatch(uri: string): boolean {
    return this.#glob.match(splitScheme(uri));
  }
}

/** The scheme becomes a path segment of its own, so that `ticket:**` means every ticket and `**` can stand for any scheme. */
function splitScheme(uri: string): string {
  return uri.replace(/^([^:/?#]*):\/*/u, '$1:/');
}
