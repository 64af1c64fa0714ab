import { Minimatch } from 'minimatch';

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
const maxPatternLength = 10_000;

/**
 * A glob over whole URIs: `*` stays between two slashes, `**` crosses them, `?` and `{a,b}` as usual. Without a scheme it may begin anywhere
 * after a slash: `*.md` means every URI that ends so.
 */
export class UriGlob {
  readonly #glob: Minimatch;

  constructor(readonly pattern: string) {
    const usable = pattern.slice(0, maxPatternLength);
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
