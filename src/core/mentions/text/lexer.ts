/** A stretch of one line that can hold mentions. */
export interface Part {
  readonly from: number;
  readonly to: number;
  /** As `Mention.isExample`. */
  readonly isExample: boolean;
  /** True where the line goes on with something computed: a URI at the end of the part is not known whole. */
  readonly isOpen?: boolean;
}

/** Tells line by line where a document of some language can hold mentions. */
export interface Lexer {
  /** True where every character can hold them. */
  readonly isProse: boolean;
  /**
   * @param state what the line before left; '' for the first line
   * @param parts takes those of the line, in order; `undefined` where only the state is wanted
   * @returns what the next line begins with: equal texts mean equal lines from there on
   */
  scan(line: string, state: string, parts: Part[] | undefined): string;
}

export const proseLexer: Lexer = {
  isProse: true,
  scan(line, _state, parts) {
    parts?.push({ from: 0, to: line.length, isExample: false });
    return '';
  },
};
