/** Packs a folder. @param time of the files in the package, in seconds since 1970 */
export function packVsix(folder: string, file: string, time: number): Promise<void>;
