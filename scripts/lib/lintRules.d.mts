export function movingLinks(text: string): readonly { readonly link: string; readonly index: number }[];
