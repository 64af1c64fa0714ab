import type { Clock } from '../base/clock';
import { Pace } from '../base/pace';
import { DisposableStore, type Disposable } from '../base/disposable';
import { causes, isCancelled } from '../base/errors';
import { Emitter, type Event } from '../base/event';
import { Owner } from '../base/owner';
import type { Logger } from '../base/ports';
import type { Catalog } from '../catalog/catalog';
import { fitting, type Weighed } from '../chat/budget';
import type { Connections } from '../connection/connections';
import { keyOf } from '../resource/address';
import {
  isOfAlways,
  isWaiting,
  type ContextItem,
  type ContextSet,
  type NewContextItem,
  type SetReason,
} from './contextSet';
import type { ContextWeights } from './contextWeights';
import type { ResolvedSet } from './resolveSet';
import type { SavedSets, SetPlace } from './savedSets';
import { isOnItsWay } from './waitForLists';

interface Needs {
  readonly base: { readonly clock: Clock; readonly log: Logger };
  readonly core: { readonly catalog: Catalog; readonly connections: Connections };
  readonly context: {
    readonly picked: ContextSet;
    readonly sets: Pick<SavedSets, 'isInEveryMessage' | 'hasAccepted'>;
  };
  readonly chat: { readonly weights: Pick<ContextWeights, 'weigh'> };
}

/** The sets that are followed. */
interface Followed {
  /** The sets that are always on; `undefined` if nothing may be added or removed now. */
  readonly sets: () => readonly SetPlace[] | undefined;
  readonly onDidChangeSets: Event<void>;
  readonly resolve: (place: SetPlace, signal: Pick<AbortSignal, 'aborted'>) => Promise<ResolvedSet>;
}

/** The resources that one run added for the user. */
export interface Addition {
  readonly added: readonly SetItem[];
  /** Number of further resources that don't fit. */
  readonly leftOut: number;
}

type SetItem = NewContextItem & { readonly reason: SetReason };

interface Match extends Weighed {
  readonly item: SetItem;
  /** Listed by its server in this window. */
  readonly isCurrent: boolean;
}

/** Resources that the sets lead to now. */
interface Resolved {
  /** By key, in the order of the sets. */
  readonly matches: ReadonlyMap<string, Match>;
  /** Sets of which not all is known: their resources stay. */
  readonly partial: readonly SetPlace[];
}

/** Token limit of all resources that sets add. */
export const maxTokens = 10_000;
const maxAdded = 100;
/** Assumed for a resource of unknown size. */
const assumedTokens = 1_000;
/** Debounce in ms, so that several changes are reported as one. */
const gathered = 1_000;
/** Time in ms to wait for connecting servers: after that, the most important of all resources are chosen. */
const busyTimeout = 15_000;

/**
 * Keeps in the context what the sets that are always on lead to, by importance and within {@link maxTokens}. It reads nothing. A resource stays
 * while a set leads to it, even if a more important one comes; one that the user removed stays out. What a file's set leads to and the user has
 * not accepted waits in the list, unchecked. Without such a set, changes of lists cost nothing.
 */
export class AlwaysSets extends Owner {
  readonly #run: Pace;
  readonly #didAdd = this.owned.add(new Emitter<Addition>());
  readonly #isOutdated = { aborted: false };
  /** While there is a set. */
  #listListeners: Disposable | undefined;
  #waitsSince: number | undefined;

  readonly onDidAdd = this.#didAdd.event;

  constructor(
    private readonly needs: Needs,
    private readonly followed: Followed,
  ) {
    super();
    this.owned.add({ dispose: () => (this.#isOutdated.aborted = true) });
    this.owned.add({ dispose: () => this.#listListeners?.dispose() });
    this.#run = this.owned.add(new Pace(needs.base.clock, gathered, () => this.#update(), { gathersFirst: true }));
    this.owned.add(followed.onDidChangeSets(() => this.#updateListListeners()));
    this.#updateListListeners();
  }

  #updateListListeners(): void {
    const { core, context } = this.needs;
    const { picked } = context;
    this.#listListeners?.dispose();
    this.#listListeners = undefined;
    picked.isFollowingSets = (this.followed.sets() ?? []).length > 0;
    if (picked.isFollowingSets) {
      const lists = new DisposableStore();
      for (const { onDidChange } of [core.catalog, core.connections]) lists.add(onDidChange(() => this.#trigger()));
      this.#listListeners = lists;
    }
    if (picked.isFollowingSets || picked.items.some(isOfAlways)) this.#trigger();
  }

  #trigger(): void {
    this.#waitsSince ??= this.needs.base.clock.now();
    this.#run.trigger();
  }

  async #update(): Promise<void> {
    const { clock, log } = this.needs.base;
    const { catalog, connections } = this.needs.core;
    const sets = this.followed.sets();
    const since = this.#waitsSince ?? clock.now();
    const isBusy = connections.all.some((connection) => isOnItsWay(connection, catalog));
    if (sets && sets.length > 0 && isBusy && clock.now() - since < busyTimeout) {
      this.#run.trigger();
      return;
    }
    this.#waitsSince = undefined;
    if (!sets) return;
    try {
      const resolved = await this.#resolve(sets);
      if (!this.#isOutdated.aborted) await this.#apply(sets, resolved);
    } catch (error) {
      if (!isCancelled(error)) log.error(`Nothing was added by sets: ${causes(error)}`);
    }
  }

  async #resolve(sets: readonly SetPlace[]): Promise<Resolved> {
    const matches = new Map<string, Match>();
    const partial: SetPlace[] = [];
    for (const place of sets) {
      const { items, isPartial } = await this.followed.resolve(place, this.#isOutdated);
      if (isPartial) partial.push(place);
      for (const item of items) if (!matches.has(keyOf(item))) matches.set(keyOf(item), this.#matchOf(item, place));
    }
    return { matches, partial };
  }

  #matchOf(item: NewContextItem, place: SetPlace): Match {
    const { catalog, connections } = this.needs.core;
    const { sets } = this.needs.context;
    const { set, file } = place;
    const isAccepted = file !== undefined && sets.hasAccepted(place, [item]);
    const reason: SetReason = { set: set.name, file, state: isAccepted ? 'accepted' : 'new' };
    const entry = catalog.find(item.serverId, item.uri);
    return {
      item: {
        ...item,
        reason,
        isChecked: item.isChecked !== false && !isWaiting({ reason }),
        isInEveryMessage: sets.isInEveryMessage(place) && !isWaiting({ reason }),
      },
      priority: entry?.resource.priority,
      audience: entry?.resource.audience,
      tokens: this.#tokens(item),
      isCurrent: entry ? !catalog.table.isFromBefore(entry.id) : connections.get(item.serverId)?.state.kind === 'ready',
    };
  }

  async #apply(sets: readonly SetPlace[], { matches, partial }: Resolved): Promise<void> {
    const { picked } = this.needs.context;
    const rows = picked.items.filter(isOfAlways);
    const matchOf = (row: ContextItem): Match | undefined => {
      const match = matches.get(keyOf(row));
      return match && isSameSet(match.item.reason, row.reason) ? match : undefined;
    };
    const unknown = rows.filter((row) => !matches.has(keyOf(row)) && !this.#isOver(row, sets, partial));
    const room = maxTokens - sum(unknown.map((row) => this.#tokens(row)));
    const staying = fitting(
      rows.flatMap((row) => matchOf(row) ?? []),
      room,
    ).kept;
    const kept = new Set([...unknown, ...staying.map(({ item }) => item)].map(keyOf));
    const outdated = rows.filter((row) => !kept.has(keyOf(row)));
    const candidates = [...matches.values()].filter(
      ({ item, isCurrent }) =>
        isCurrent &&
        !picked.isDismissed(item) &&
        (!picked.has(item) || outdated.some((row) => keyOf(row) === keyOf(item) && !matchOf(row))),
    );
    const fit = fitting(candidates, room - sum(staying.map(({ tokens }) => tokens)));
    const added = fit.kept.slice(0, Math.max(0, maxAdded - kept.size)).map(({ item }) => item);
    if (outdated.length > 0) await picked.withdraw(outdated);
    if (added.length === 0) return;
    this.needs.base.log.info(`Sets added ${added.length} resources, ${outdated.length} left`);
    await picked.add(added);
    const told = added.filter((item) => !isWaiting(item));
    if (told.length > 0) this.#didAdd.fire({ added: told, leftOut: candidates.length - added.length });
  }

  /** True if certainly no set leads to it: of a server that is not connected, this is unknown. */
  #isOver({ serverId, uri, reason }: ContextItem, sets: readonly SetPlace[], partial: readonly SetPlace[]): boolean {
    const { catalog, connections } = this.needs.core;
    const isOf = ({ set, file }: SetPlace): boolean => isSameSet(reason, { set: set.name, file });
    const connection = connections.get(serverId);
    if (!connection || !sets.some(isOf)) return true;
    if (partial.some(isOf)) return false;
    if (catalog.find(serverId, uri)) return true;
    return connection.state.kind === 'ready' && catalog.listInfo(serverId).completeness.kind === 'complete';
  }

  #tokens(resource: NewContextItem): number {
    return this.needs.chat.weights.weigh(resource).tokens || assumedTokens;
  }
}

export function isSameSet(a: Omit<SetReason, 'state'> | undefined, b: Omit<SetReason, 'state'> | undefined): boolean {
  return a?.set === b?.set && a?.file === b?.file;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
