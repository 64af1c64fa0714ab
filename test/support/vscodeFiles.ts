/** As much of the module `vscode` as file systems need. */

export class EventEmitter<T> {
  #listeners: ((value: T) => void)[] = [];
  readonly event = (listener: (value: T) => void): void => void this.#listeners.push(listener);

  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }

  dispose(): void {
    this.#listeners = [];
  }
}

export class Disposable {
  constructor(readonly dispose: () => void) {}
}

interface Parts {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
}

export class Uri implements Parts {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;

  private constructor({ scheme, authority, path, query }: Parts) {
    [this.scheme, this.authority, this.path, this.query] = [scheme, authority, path, query];
  }

  static from(parts: Parts): Uri {
    return new Uri(parts);
  }

  with(changes: Partial<Parts>): Uri {
    const { scheme, authority, path, query } = this;
    return new Uri({ scheme, authority, path, query, ...changes });
  }

  toString(): string {
    return `${this.scheme}://${this.authority}${this.path}?${this.query}`;
  }
}

export class FileSystemError extends Error {
  private constructor(
    readonly code: string,
    about: unknown,
  ) {
    super(`${code}: ${String(about)}`);
  }

  static readonly FileNotFound = (about: unknown): FileSystemError => new FileSystemError('FileNotFound', about);
  static readonly FileIsADirectory = (about: unknown): FileSystemError =>
    new FileSystemError('FileIsADirectory', about);
  static readonly FileNotADirectory = (about: unknown): FileSystemError =>
    new FileSystemError('FileNotADirectory', about);
  static readonly NoPermissions = (about: unknown): FileSystemError => new FileSystemError('NoPermissions', about);
  static readonly Unavailable = (about: unknown): FileSystemError => new FileSystemError('Unavailable', about);
}

export const FileChangeType = { Changed: 1, Created: 2, Deleted: 3 };
export const FilePermission = { Readonly: 1 };
export const FileType = { Unknown: 0, File: 1, Directory: 2 };
