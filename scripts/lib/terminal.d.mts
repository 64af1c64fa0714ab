export const root: string;
/** Runs npm; resolves with its output. */
export function npm(args: readonly string[]): Promise<string>;
