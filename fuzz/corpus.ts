import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A kept input. Its file's name says what is remarkable about it. */
export interface Entry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** @param folder with a folder for each target */
export function readCorpus(folder: string, target: string): readonly Entry[] {
  const own = path.join(folder, target);
  return readdirSync(own)
    .sort()
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(path.join(own, name))) }));
}

/** @returns the path of the file */
export function writeEntry(folder: string, target: string, { name, bytes }: Entry): string {
  const own = path.join(folder, target);
  mkdirSync(own, { recursive: true });
  const file = path.join(own, name);
  writeFileSync(file, bytes);
  return file;
}
