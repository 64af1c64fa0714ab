export function wireResource(index: number): { readonly uri: string; readonly name: string };
export function wireDirectory(uri: string): object;
