import { Minimatch } from 'minimatch';
import type { AudienceFilter } from '../../shared/audience';
import type { SearchQuery } from '../../shared/protocol';
import type { Resource } from '../resource';
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
    else if (plain !== 'uri:') words.push(fold(quoted ?? plain ?? '').trim());
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

/** A resource without the annotation, or with an empty one, is for everybody. */
export function isForAudience(resource: Pick<Resource, 'audience'>, filter: AudienceFilter): boolean {
  const { audience } = resource;
  return filter === 'all' || audience === undefined || audience.length === 0 || audience.includes(filter);
}

/**
 * A glob over whole URIs: `*` stays between two slashes, `**` crosses them, `?` and `{a,b}` as usual. Without a scheme it may begin anywhere
 * after a slash: `*.md` means every URI that ends so.
 */
export class UriGlob {
  readonly #glob: Minimatch;

  constructor(readonly pattern: string) {
    const options = { dot: true, nocase: true, nonegate: true, nocomment: true, preserveMultipleSlashes: true };
    this.#glob = new Minimatch(pattern.includes(':') ? splitScheme(pattern) : `**/${pattern}`, options);
  }

  isMatch(uri: string): boolean {
    return this.#glob.match(splitScheme(uri));
  }
}

/** The scheme becomes a path segment of its own, so that `ticket:**` means every ticket and `**` can stand for any scheme. */
function splitScheme(uri: string): string {
  return uri.replace(/^([^:/?#]*):\/*/u, '$1:/');
}
