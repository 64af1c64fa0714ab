import { readdirSync } from 'node:fs';

/** The names in a folder; empty if there is no such folder. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
