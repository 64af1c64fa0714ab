/**
 * Stands in for the SDK's `_shims` module in the bundle (see esbuild.mjs): its JSON-schema validator, AJV with 150 kB, checks the
 * output of tools and the answers to elicitation forms, and the picker uses neither. Tests run against the SDK's own module.
 * https://github.com/modelcontextprotocol/typescript-sdk/blob/main/packages/client/src/shimsNode.ts
 */

/** Only a browser's `fetch` hides CORS failures behind a `TypeError`; the picker runs in Node. */
export const CORS_IS_POSSIBLE = false;

export class DefaultJsonSchemaValidator {
  /** Accepts everything. */
  getValidator(): (input: unknown) => { valid: true; data: unknown; errorMessage: undefined } {
    return (input) => ({ valid: true, data: input, errorMessage: undefined });
  }
}
