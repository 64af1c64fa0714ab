export function wireResource(index: number): object;
