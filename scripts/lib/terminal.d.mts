export const root: string;
/** Runs npm; resolves with its output. */
export function npm(args: readonly string[]): Promise<string>;

export function run(command: string, args: readonly string[]): Promise<{ code: number; output: string }>;
