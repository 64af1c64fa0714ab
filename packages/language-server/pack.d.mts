/** Returns the paths of the package and of its bill of materials. */
export function packLanguageServer(folder: string): Promise<readonly [file: string, bill: string]>;
