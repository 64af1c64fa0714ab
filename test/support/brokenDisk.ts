// A disk that is full, or that can only be read, below one folder.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { Writable } from 'node:stream';
import { onTestFinished } from 'vitest';

type Fault = 'ENOSPC' | 'EROFS';
type Call = (file: string, ...rest: unknown[]) => unknown;
const writes = ['mkdir', 'writeFile', 'rename', 'rm'] as const;

/**
 * Breaks the disk below `folder` until `mend` or the end of the test. A full disk still creates files, and refuses their bytes; one that can only
 * be read refuses all.
 */
export function breakDisk(folder: string, code: Fault): { readonly mend: () => void } {
  const { mkdirSync, writeFileSync, renameSync, rmSync, createWriteStream } = fs;
  const { mkdir, writeFile, rename, rm } = fs.promises;
  const original = { mkdirSync, writeFileSync, renameSync, rmSync, createWriteStream };
  const promises = { mkdir, writeFile, rename, rm };
  const error = (file: string): Error => Object.assign(new Error(`${code}: write '${file}'`), { code });
  const isBroken = (file: string): boolean => !path.relative(folder, file).startsWith('..');
  const refuses = (name: string): boolean => code === 'EROFS' || name.startsWith('writeFile');
  for (const name of writes) {
    const sync = `${name}Sync` as const;
    const writeSync = original[sync] as Call;
    const write = promises[name] as Call;
    Object.assign(fs, {
      [sync]: (file: string, ...rest: unknown[]) => {
        if (!isBroken(file) || !refuses(name)) return writeSync(file, ...rest);
        if (code === 'ENOSPC') writeFileSync(file, '');
        throw error(file);
      },
    });
    Object.assign(fs.promises, {
      [name]: async (file: string, ...rest: unknown[]) => {
        if (!isBroken(file) || !refuses(name)) return await write(file, ...rest);
        if (code === 'ENOSPC') writeFileSync(file, '');
        throw error(file);
      },
    });
  }
  Object.assign(fs, {
    createWriteStream: (file: string, ...rest: never[]) => {
      if (!isBroken(file)) return createWriteStream(file, ...rest);
      if (code === 'ENOSPC') writeFileSync(file, '');
      return new Writable({
        write: (_chunk, _encoding, done) => done(error(file)),
        final: (done) => done(error(file)),
      });
    },
  });
  syncBuiltinESMExports();
  const mend = (): void => {
    Object.assign(fs, original);
    Object.assign(fs.promises, promises);
    syncBuiltinESMExports();
  };
  onTestFinished(mend);
  return { mend };
}
