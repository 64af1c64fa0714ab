import { Emitter } from '../base/event';
import type { KeyValueStore } from '../base/ports';

const storeKey = 'resources.hidden';

/** Parts of all resources. */
export interface Places {
  /** Ids. */
  readonly servers: readonly string[];
  /** Schemes of URIs, as {@link schemeOf} returns them. */
  readonly schemes: readonly string[];
}

const nothing: Places = { servers: [], schemes: [] };
const noChoice: Choice = { hidden: nothing, showsApplications: false };

interface Choice {
  readonly hidden: Places;
  readonly showsApplications: boolean;
}

/** The servers and schemes whose resources the user has hidden, and whether applications are shown; saved for the workspace. */
export class HiddenPlaces implements Choice {
  readonly #didChange = new Emitter<void>();
  readonly onDidChange = this.#didChange.event;
  #choice: Choice;

  constructor(private readonly store: KeyValueStore) {
    this.#choice = (store.get(storeKey) as Choice | undefined) ?? noChoice;
  }

  get hidden(): Places {
    return this.#choice.hidden;
  }

  get showsApplications(): boolean {
    return this.#choice.showsApplications;
  }

  isHidden(serverId: string, scheme: string): boolean {
    return this.isServerHidden(serverId) || this.hidden.schemes.includes(scheme);
  }

  isServerHidden(serverId: string): boolean {
    return this.hidden.servers.includes(serverId);
  }

  async hide({ servers = [], schemes = [] }: Partial<Places>): Promise<void> {
    const { hidden } = this;
    await this.#setHidden([...hidden.servers, ...servers], [...hidden.schemes, ...schemes]);
  }

  async showServers(servers: readonly string[]): Promise<void> {
    const stillHidden = this.hidden.servers.filter((id) => !servers.includes(id));
    await this.#setHidden(stillHidden, this.hidden.schemes);
  }

  /** @param showsApplications true to show these from now on */
  async showAll(showsApplications: boolean): Promise<void> {
    await this.#set({ hidden: nothing, showsApplications: showsApplications || this.showsApplications });
  }

  /** @param moves new server ids by old ones */
  async moveServers(moves: ReadonlyMap<string, string>): Promise<void> {
    const { servers, schemes } = this.hidden;
    if (!servers.some((id) => moves.has(id))) return;
    const moved = servers.map((id) => moves.get(id) ?? id);
    await this.#setHidden(moved, schemes);
  }

  async #setHidden(servers: readonly string[], schemes: readonly string[]): Promise<void> {
    await this.#set({ ...this.#choice, hidden: { servers: [...new Set(servers)], schemes: [...new Set(schemes)] } });
  }

  async #set(choice: Choice): Promise<void> {
    this.#choice = choice;
    const { hidden, showsApplications } = choice;
    const isDefault = hidden.servers.length + hidden.schemes.length === 0 && !showsApplications;
    const stored = this.store.set(storeKey, isDefault ? undefined : choice);
    this.#didChange.fire();
    await stored;
  }
}
