import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { HumanError } from '../../core/base/errors';
import type { Event } from '../../core/base/event';
import type { SharedStore } from '../../core/base/ports';
import { every } from '../base/clock';
import { namesIn } from '../base/namesIn';

/** Time between two looks, in ms. */
const interval = 500;
const suffix = '.json';

/**
 * A {@link SharedStore} in a folder that only this user can read, a file a value. Unlike VS Code's storage, whose values are written together
 * and announce no change (https://github.com/microsoft/vscode/issues/131182), and unlike its secrets, which are lost with the window where
 * there is no keyring, it is the same for all windows on this machine at once.
 */
export class SharedFolder implements SharedStore {
  constructor(private readonly folder: string) {}

  /**
   * Creating, replacing or deleting a file changes the time of its folder. It is compared with that of the subscription: `fs.watchFile` would
   * begin some time later, and miss what happens until then.
   */
  readonly onDidChange: Event<void> = (listener) => {
    let last = timeOf(this.folder);
    return every(interval, () => {
      const time = timeOf(this.folder);
      if (time === last) return;
      last = time;
      listener();
    });
  };

  keys(): readonly string[] {
    return namesIn(this.folder).flatMap((name) => keyOfFile(name) ?? []);
  }

  get(key: string): unknown {
    try {
      return JSON.parse(readFileSync(this.#file(key), 'utf8')) as unknown;
    } catch {
      return undefined;
    }
  }

  /** @throws {HumanError} `configuration` where it cannot be stored; then the previous value stays */
  set(key: string, value: unknown): void {
    try {
      this.#write(this.#file(key), value);
    } catch (cause) {
      throw notSaved(this.folder, (cause as NodeJS.ErrnoException).code, cause);
    }
  }

  #write(file: string, value: unknown): void {
    if (value === undefined) {
      rmSync(file, { force: true });
      return;
    }
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const unfinished = `${file}.${randomUUID()}.tmp`;
    try {
      writeFileSync(unfinished, JSON.stringify(value, undefined, 2), { mode: 0o600, flag: 'wx' });
      renameSync(unfinished, file);
    } finally {
      rmSync(unfinished, { force: true });
    }
  }

  #file(key: string): string {
    return path.join(this.folder, `${encodeURIComponent(key)}${suffix}`);
  }
}

function notSaved(folder: string, code: string | undefined, cause: unknown): HumanError {
  const message =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? l10n.t('Couldn’t save your choice in {0}: the disk is full. Free up space, then try again.', folder)
      : l10n.t(
          'Couldn’t save your choice in {0} ({1}). Check that you have permission to write there, then try again.',
          folder,
          code ?? '',
        );
  return new HumanError('configuration', message, { cause });
}

/** In ns since 1970; `undefined` if there is no such folder, or it cannot be looked at. */
function timeOf(folder: string): bigint | undefined {
  try {
    return statSync(folder, { bigint: true }).mtimeNs;
  } catch {
    return undefined;
  }
}

/** `undefined` for a file that holds no value, such as an unfinished one. */
function keyOfFile(name: string): string | undefined {
  if (!name.endsWith(suffix)) return undefined;
  try {
    return decodeURIComponent(name.slice(0, -suffix.length));
  } catch {
    return undefined;
  }
}
