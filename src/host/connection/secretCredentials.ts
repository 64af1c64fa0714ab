import type { SecretStorage } from 'vscode';
import { Owner } from '../../core/base/owner';
import { Emitter } from '../../core/base/event';
import type { CredentialStore } from '../../core/session/session';
import { sha256 } from '../../node/base/sha256';
import { versioned } from '../../shared/storedVersion';

const prefix = versioned('signIn/');

/** Sign-ins in VS Code's secret storage. Addresses may contain secrets, so even the keys are hashed. */
export class SecretCredentials extends Owner implements CredentialStore {
  readonly #didChange = this.owned.add(new Emitter<void>());
  #version = 0;

  /** Fires after a change in any window, this one included. */
  readonly onDidChange = this.#didChange.event;

  constructor(private readonly secrets: SecretStorage) {
    super();
    this.owned.add(
      secrets.onDidChange(({ key }) => {
        if (!key.startsWith(prefix)) return;
        this.#version += 1;
        this.#didChange.fire();
      }),
    );
  }

  get version(): number {
    return this.#version;
  }

  async get(key: string): Promise<string | undefined> {
    return this.secrets.get(secretNameOf(key));
  }

  async set(key: string, value: string): Promise<void> {
    await this.secrets.store(secretNameOf(key), value);
  }

  async delete(key: string): Promise<void> {
    await this.secrets.delete(secretNameOf(key));
  }
}

function secretNameOf(key: string): string {
  return prefix + sha256(key);
}
