import type * as vscode from 'vscode';
import { EventEmitter } from './events';
import { unexpected } from './unexpected';
import { Uri } from './uri';

/** Stores values as JSON would restore them, and returns the same object until the value changes, as VS Code does. */
export class FakeMemento implements vscode.Memento {
  readonly #values = new Map<string, unknown>();

  constructor(values: Readonly<Record<string, unknown>> = {}) {
    for (const [key, value] of Object.entries(values)) void this.update(key, value);
  }

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  get<T>(key: string, fallback?: T): T | undefined {
    // Only the reader knows the type of a stored value.
    return (this.#values.get(key) as T | undefined) ?? fallback;
  }

  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, JSON.parse(JSON.stringify(value)));
    return Promise.resolve();
  }

  setKeysForSync(): void {
    throw unexpected('Nothing of this extension is synchronized.');
  }
}

export class FakeSecrets implements vscode.SecretStorage {
  readonly values = new Map<string, string>();
  readonly #didChange = new EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.#didChange.event;

  keys(): Promise<string[]> {
    return Promise.resolve([...this.values.keys()]);
  }
  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.values.get(key));
  }
  store(key: string, value: string): Promise<void> {
    this.values.set(key, value);
    this.#didChange.fire({ key });
    return Promise.resolve();
  }
  delete(key: string): Promise<void> {
    this.values.delete(key);
    this.#didChange.fire({ key });
    return Promise.resolve();
  }
}

export interface FakeExtensionContext extends vscode.ExtensionContext {
  readonly globalState: FakeMemento;
  readonly workspaceState: FakeMemento;
  readonly secrets: FakeSecrets;
}

/**
 * Creates the context that `activate` gets: the parts the extension uses.
 * @param folder on the disk, for the user's data of VS Code; this extension's data is two levels below
 * @param parts that outlive a window, to open another one with them
 */
export function newExtensionContext(
  folder: string,
  parts: Partial<Pick<FakeExtensionContext, 'globalState' | 'workspaceState' | 'secrets'>> = {},
): FakeExtensionContext {
  const folderUri = (...names: readonly string[]): Uri => Uri.joinPath(Uri.file(folder), ...names);
  const context: Partial<vscode.ExtensionContext> = {
    subscriptions: [],
    globalState: new FakeMemento(),
    workspaceState: new FakeMemento(),
    secrets: new FakeSecrets(),
    extensionUri: folderUri('extension'),
    globalStorageUri: folderUri('globalStorage', 'test.extension'),
    extension: { id: 'test.extension' } as vscode.Extension<unknown>,
    ...parts,
  };
  const whole = new Proxy(context, {
    get(target, key, receiver) {
      if (typeof key === 'string' && !(key in target)) throw unexpected(`The fake of the context has no ${key}.`);
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  return whole as FakeExtensionContext;
}
