/** A place in a document that may name a resource: the written text, before it is resolved. */
export interface Mention {
  /** Zero-based. A mention never spans lines. */
  readonly line: number;
  /** In UTF-16 code units of the line: at the `@`, or at the first character of a bare URI. */
  readonly start: number;
  /** One after the last character that may belong to it, such as the `>` of `@docs:<a b>`. */
  readonly end: number;
  /** The text between `@` and `:`; `undefined` for a bare URI. */
  readonly server: string | undefined;
  /** Start of the URI. */
  readonly uriStart: number;
  /**
   * Everything that may belong to the URI. Prose puts punctuation and brackets behind a URI: which characters belong to it is only known
   * when it is resolved. In `<` and `>` it is exactly the text between them.
   */
  readonly uri: string;
  /** True for `@server:<uri>`. */
  readonly isBracketed: boolean;
  /**
   * True in code blocks of Markdown, which often show syntax, and where a part of the URI is left open, as in `note:{id}`, or computed, as
   * in the template literals of code: no problems are reported there.
   */
  readonly isExample: boolean;
}
