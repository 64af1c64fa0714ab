import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** In bytes. */
const keyLength = 32;
const macLength = 16;
const macText = /^[\w-]{22}$/u;

/**
 * The user's key for paths that nobody else can make: 32 random bytes in a file that only this user can read. VS Code's secrets are read
 * asynchronously, and without a keyring they last no longer than the window; paths are made synchronously, and restored tabs have them.
 */
export class PathKey {
  #key: Buffer | undefined;

  /** @param file made with the first use; where that is impossible, the key is one of this window */
  constructor(private readonly file: string) {}

  /** HMAC-SHA-256 of a text, cut to 128 bits, in base64url. */
  macOf(text: string): string {
    this.#key ??= readKey(this.file) ?? createKey(this.file) ?? randomBytes(keyLength);
    return createHmac('sha256', this.#key).update(text).digest().subarray(0, macLength).toString('base64url');
  }

  /** True for the text's {@link macOf}, in that spelling alone. */
  isMacOf(mac: string, text: string): boolean {
    return macText.test(mac) && timingSafeEqual(Buffer.from(mac), Buffer.from(this.macOf(text)));
  }
}

/** `undefined` if there is no such file, or it holds no key. */
function readKey(file: string): Buffer | undefined {
  try {
    const key = readFileSync(file);
    return key.length === keyLength ? key : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Creates the key and publishes it with a hard link, which is atomic and never overwrites: of two first windows, the second takes the key of
 * the first. `undefined` if the folder cannot be written, or has no hard links.
 */
function createKey(file: string): Buffer | undefined {
  const unfinished = `${file}.${randomUUID()}.tmp`;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(unfinished, randomBytes(keyLength), { mode: 0o600, flag: 'wx' });
    if (!publish(unfinished, file) && readKey(file) === undefined) {
      // An invalid file belongs to no window.
      rmSync(file, { force: true });
      publish(unfinished, file);
    }
    rmSync(unfinished, { force: true });
  } catch {
    return undefined;
  }
  return readKey(file);
}

/** False if there is such a file already. */
function publish(unfinished: string, file: string): boolean {
  try {
    linkSync(unfinished, file);
    return true;
  } catch {
    return false;
  }
}
