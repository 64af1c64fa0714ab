import { Emitter } from '../base/event';
import type { KeyValueStore } from '../base/ports';
import { isFields, isTexts } from '../base/values';

const storeKey = 'resources.hidden';

/** Parts of all resources. */
export interface Places {
  /** Ids. */
  readonly servers: readonly string[];
  /** Of URIs, as {@link schemeOf} returns them. */
  readonly schemes: readonly string[];
}

const nothing: Places = { servers: [], schemes: [] };

interface Choice {
  readonly hidden: Places;
  /** Where it names something, all else is hidden. */
  readonly only: Places;
  readonly showsApplications: boolean;
}

/** The servers and schemes whose resources the user has hidden, and whether applications are shown; saved for the workspace. */
export class HiddenPlaces implements Choice {
  readonly #didChange = new Emitter<void>();
  readonly onDidChange = this.#didChange.event;
  #choice: Choice;

  constructor(private readonly store: KeyValueStore) {
    this.#choice = readChoice(store.get(storeKey));
  }

  get hidden(): Places {
    return this.#choice.hidden;
  }

  get only(): Places {
    return this.#choice.only;
  }

  get showsApplications(): boolean {
    return this.#choice.showsApplications;
  }

  isHidden(serverId: string, scheme: string): boolean {
    const { hidden, only } = this.#choice;
    const names = ({ servers, schemes }: Places): boolean => servers.includes(serverId) || schemes.includes(scheme);
    return names(hidden) || (!isEmpty(only) && !names(only));
  }

  /** True where all resources of the server are hidden because they are its own. */
  isServerHidden(serverId: string): boolean {
    const { hidden, only } = this.#choice;
    const isLeftOut = only.servers.length > 0 && only.schemes.length === 0 && !only.servers.includes(serverId);
    return isLeftOut || hidden.servers.includes(serverId);
  }

  async hide(places: Partial<Places>): Promise<void> {
    await this.#set({ hidden: join(this.hidden, places) });
  }

  async showServers(servers: readonly string[]): Promise<void> {
    const { hidden, only } = this.#choice;
    await this.#set({
      hidden: without(hidden, { servers }),
      ...(only.servers.length > 0 && { only: join(only, { servers }) }),
    });
  }

  /** Hides all else. */
  async showOnly(places: Partial<Places>): Promise<void> {
    await this.#set({ only: join(nothing, places), hidden: without(this.hidden, places) });
  }

  /** @param showsApplications true to show these from now on */
  async showAll(showsApplications: boolean): Promise<void> {
    await this.#set({ hidden: nothing, only: nothing, ...(showsApplications && { showsApplications }) });
  }

  /** @param moves ids of servers that others became, by their former ones */
  async moveServers(moves: ReadonlyMap<string, string>): Promise<void> {
    const { hidden, only } = this.#choice;
    if (![...hidden.servers, ...only.servers].some((id) => moves.has(id))) return;
    const moved = ({ servers, schemes }: Places): Places =>
      join(nothing, { servers: servers.map((id) => moves.get(id) ?? id), schemes });
    await this.#set({ hidden: moved(hidden), only: moved(only) });
  }

  async #set(changes: Partial<Choice>): Promise<void> {
    this.#choice = { ...this.#choice, ...changes };
    const { hidden, only, showsApplications } = this.#choice;
    const isDefault = isEmpty(hidden) && isEmpty(only) && !showsApplications;
    const stored = this.store.set(storeKey, isDefault ? undefined : this.#choice);
    this.#didChange.fire();
    await stored;
  }
}

function isEmpty({ servers, schemes }: Places): boolean {
  return servers.length + schemes.length === 0;
}

function join(places: Places, { servers = [], schemes = [] }: Partial<Places>): Places {
  return {
    servers: [...new Set([...places.servers, ...servers])],
    schemes: [...new Set([...places.schemes, ...schemes])],
  };
}

function without(places: Places, { servers = [], schemes = [] }: Partial<Places>): Places {
  return {
    servers: places.servers.filter((id) => !servers.includes(id)),
    schemes: places.schemes.filter((scheme) => !schemes.includes(scheme)),
  };
}

/** The stored value may come from another version: what is not understood is left out. */
function readChoice(stored: unknown): Choice {
  const fields = isFields(stored) ? stored : {};
  return {
    hidden: readPlaces(fields['hidden']),
    only: readPlaces(fields['only']),
    showsApplications: fields['showsApplications'] === true,
  };
}

function readPlaces(stored: unknown): Places {
  const { servers, schemes } = isFields(stored) ? stored : {};
  return { servers: isTexts(servers) ? servers : [], schemes: isTexts(schemes) ? schemes : [] };
}
