/** True for a file of `dist` that is in a package. */
export function isShipped(name: string): boolean;
