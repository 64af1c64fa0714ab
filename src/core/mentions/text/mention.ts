/** A place in a document that may name a resource: what is written, before anybody looked it up. */
export interface Mention {
  /** Zero-based. A mention never spans lines. */
  readonly line: number;
  /** UTF-16 code units in the line: of the `@`, or of the first character of a bare URI. */
  readonly start: number;
  /** One after the last character that may belong to it, such as the `>` of `@docs:<a b>`. */
  readonly end: number;
  /** What stands between `@` and `:`; `undefined` for a bare URI. */
  readonly server: string | undefined;
  /** Where the URI begins. */
  readonly uriStart: number;
  /**
   * All that may belong to the URI. Prose puts punctuation and brackets behind a URI: which of its characters are meant is known only
   * when it is looked up. In `<` and `>` it is exactly what stands between them.
   */
  readonly uri: string;
  /** True for `@server:<uri>`. */
  readonly isBracketed: boolean;
  /**
   * True in code blocks of Markdown, which often show how something is written, and where a part of the URI is left open, as in
   * `note:{id}`, or computed, as in the template literals of code: nothing is flagged there.
   */
  readonly isExample: boolean;
}
