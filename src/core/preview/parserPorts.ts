/** What a preview needs and the runtime does better than the language. */
export interface PreviewTools {
  /** What a zlib stream holds, at most `most` bytes; as far as it goes where it is cut or broken. `undefined` where it is none, or larger. */
  readonly inflate: (bytes: Uint8Array, most: number) => Uint8Array | undefined;
  readonly toBase64: (bytes: Uint8Array) => string;
  readonly parseCsv: ParseCsv;
}

/** The first records, at most `most`, with as many fields as each has. `isBroken` where what follows cannot be told apart any more. */
export type ParseCsv = (
  text: string,
  delimiter: string,
  most: number,
) => { readonly records: readonly (readonly string[])[]; readonly isBroken: boolean };
