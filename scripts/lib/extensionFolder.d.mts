/** @returns the extension's folder */
export function copyExtension(source: string, extensionsFolder: string): Promise<string>;
