/** Work of a preview that the runtime or a library does. */
export interface PreviewTools {
  readonly toBase64: (bytes: Uint8Array) => string;
  readonly parseCsv: ParseCsv;
}

/** The first records, at most `maxRecords`, with as many fields as each has. `isBroken` where the rest cannot be divided into records. */
export type ParseCsv = (
  text: string,
  delimiter: string,
  maxRecords: number,
) => { readonly records: readonly (readonly string[])[]; readonly isBroken: boolean };
