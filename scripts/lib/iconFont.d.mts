/** The style sheet and the font of codicons with the icons in use. */
export function subsetIcons(): Promise<{ readonly css: string; readonly ttf: Buffer }>;
