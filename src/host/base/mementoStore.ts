import type { Memento } from 'vscode';
import type { KeyValueStore } from '../../core/base/ports';
import { versioned } from '../../shared/storedVersion';

/** A {@link KeyValueStore} in VS Code's own storage, of the workspace or of the profile. */
export class MementoStore implements KeyValueStore {
  constructor(private readonly memento: Memento) {}

  get(key: string): unknown {
    return this.memento.get(versioned(key));
  }

  async set(key: string, value: unknown): Promise<void> {
    await this.memento.update(versioned(key), value);
  }
}
