/** VS Code by its version, such as `1.139`. */
export const vscodeVersions: Readonly<Record<string, { readonly version: string }>>;
/** True if the oldest of them is started. */
export function isOldest(): boolean;
/** Absolute paths of the Node that runs this VS Code, and of the script to run with it. */
export function ensureCodeServer(): Promise<{ readonly node: string; readonly entry: string }>;
