/** The scheme of the virtual files. */
export const virtualScheme = 'mcpres';

/** Scheme of the two sides of a difference, which stay as they are: their URIs are otherwise those of the virtual files. */
export const comparedScheme = 'mcpres-seen';
