/** The second number of the version of `nvim`, such as 7 of 0.7.2; it is installed where that is possible. */
export function ensureNeovim(): Promise<number | undefined>;
