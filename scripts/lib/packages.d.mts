/** Sentences on what only the owner can give, each beginning with the name of the property in package.json. */
export function missingForRelease(manifest: {
  readonly name: string;
  readonly publisher: string;
  readonly repository?: unknown;
  readonly private?: boolean;
}): readonly string[];
/** Bytes. */
export const maxVsixBytes: number;
