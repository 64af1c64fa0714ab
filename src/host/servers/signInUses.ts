import type { CredentialStore } from '../../core/session/session';
import type { ServerDefinition } from '../../core/configuration/serverDefinition';
import type { ServerSource } from '../../core/configuration/configuration';

const key = 'uses';

/** A server that used a stored sign-in. */
interface SignInUse {
  readonly source: string;
  readonly id: string;
  /** Address of the server, as its sign-in is stored by. */
  readonly url: string;
}

/** The servers that used stored sign-ins, of all windows and workspaces: the last one that is gone takes its sign-in along. */
export class SignInUses {
  #work: Promise<unknown> = Promise.resolve();

  constructor(private readonly store: CredentialStore) {}

  add({ id, source }: ServerDefinition, url: string): Promise<void> {
    const use: SignInUse = { source: sourceKeyOf(source), id, url };
    return this.#inTurn(async () => {
      const uses = await this.#read();
      if (uses.some((known) => isSameUse(known, use) && known.url === url)) return;
      await this.#write([...uses.filter((stored) => !isSameUse(stored, use)), use]);
    });
  }

  /** Address with which the server used a sign-in. */
  async urlOf({ id, source }: ServerDefinition): Promise<string | undefined> {
    const use = { source: sourceKeyOf(source), id };
    return (await this.#read()).find((stored) => isSameUse(stored, use))?.url;
  }

  /**
   * Removes servers that are no longer configured. Returns the addresses that no server uses any longer, in any workspace.
   *
   * @param sources those that were read without a problem; servers of other sources are kept
   */
  async removeGone(
    sources: readonly ServerSource[],
    definitions: readonly ServerDefinition[],
  ): Promise<readonly string[]> {
    const readSources = new Set(sources.map(sourceKeyOf));
    const configured = definitions.map(({ id, source }) => ({ id, source: sourceKeyOf(source) }));
    let gone: readonly SignInUse[] = [];
    await this.#inTurn(async () => {
      const uses = await this.#read();
      gone = uses.filter((use) => readSources.has(use.source) && !configured.some((server) => isSameUse(server, use)));
      if (gone.length > 0) await this.#write(uses.filter((use) => !gone.includes(use)));
    });
    const left = new Set((await this.#read()).map(({ url }) => url));
    return [...new Set(gone.map(({ url }) => url))].filter((url) => !left.has(url));
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work);
    this.#work = done.catch(() => undefined);
    return done;
  }

  async #read(): Promise<readonly SignInUse[]> {
    try {
      return JSON.parse((await this.store.get(key)) ?? '[]') as readonly SignInUse[];
    } catch {
      return [];
    }
  }

  #write(uses: readonly SignInUse[]): Promise<void> {
    return this.store.set(key, JSON.stringify(uses));
  }
}

/** The file distinguishes the user's configurations of several profiles. */
function sourceKeyOf({ kind, id, file }: ServerSource): string {
  return JSON.stringify([kind, id, file]);
}

function isSameUse(first: Omit<SignInUse, 'url'>, second: Omit<SignInUse, 'url'>): boolean {
  return first.source === second.source && first.id === second.id;
}
