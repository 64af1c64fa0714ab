/** Absolute paths of the Node that runs this VS Code, and of the script to run with it. */
export function ensureCodeServer(): Promise<{ readonly node: string; readonly entry: string }>;
