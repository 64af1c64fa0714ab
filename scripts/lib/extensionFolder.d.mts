export function copyExtension(source: string, extensionsFolder: string): Promise<void>;
