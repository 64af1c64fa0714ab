/** The style sheet and the font of codicons with the icons in use, and the file that they come from. */
export function subsetIcons(): Promise<{ readonly css: string; readonly ttf: Buffer; readonly source: string }>;
