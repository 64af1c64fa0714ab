import type { Clock } from '../base/clock';
import { Owner } from '../base/owner';
import { Emitter } from '../base/event';
import { Pace } from '../base/pace';
import type { KeyValueStore } from '../base/ports';
import { keyOf, moveKeys, type ResourceAddress } from '../resource/address';

const storeKey = 'catalog.activity';
const maxUsed = 100;
const maxChanged = 50;
/** If more are used at once, none of them counts: the user meant none in particular. */
const maxUsedAtOnce = 5;
/** UTF-16 code units. */
const maxUriLength = 2_000;
/** Changes are stored, and settled, at most once in this time, in ms: a server may report them without end. */
const settleEvery = 5_000;

/** The last use or change of a resource. */
export interface ActivityEntry extends ResourceAddress {
  readonly kind: 'used' | 'changed';
  /** In ms since 1970. */
  readonly at: number;
}

type Entries = ReadonlyMap<string, ActivityEntry>;

/**
 * Resources that the user used, and those that changed while watched, stored for this workspace. The orders put both before what is only known by
 * name. Rows must not move under the pointer, so they follow {@link settled}, which stays as it is while views show rows: it takes in the
 * rest once they are hidden, when the user refreshes all, and in the next window.
 */
export class Activity extends Owner {
  readonly #didSettle = this.owned.add(new Emitter<void>());
  readonly #pace: Pace;
  /** By key, the last first. */
  #used: Entries;
  #changed: Entries;
  #settled: Entries = new Map();
  #revision = 0;

  /** The orders are others than before. */
  readonly onDidSettle = this.#didSettle.event;

  /** @param isShown true while a visible view is sorted by activity */
  constructor(
    private readonly store: KeyValueStore | undefined,
    private readonly clock: Clock,
    private readonly isShown: () => boolean,
  ) {
    super();
    const stored = (store?.get(storeKey) ?? []) as readonly ActivityEntry[];
    const of = (wanted: ActivityEntry['kind']) => stored.filter(({ kind }) => kind === wanted);
    this.#used = byKey(of('used'), maxUsed);
    this.#changed = byKey(of('changed'), maxChanged);
    this.#pace = this.owned.add(
      new Pace(clock, settleEvery, async () => {
        this.settleIfHidden();
        await this.#save();
      }),
    );
    this.settle();
  }

  /** Used resources as far as they are remembered, the last first; not only the settled ones. */
  get used(): readonly ActivityEntry[] {
    return [...this.#used.values()];
  }

  /** In their order: used ones, then changed ones, the last first. Another map after each {@link onDidSettle}. */
  get settled(): Entries {
    return this.#settled;
  }

  /** Grows with each {@link onDidSettle}. */
  get revision(): number {
    return this.#revision;
  }

  /** The use or change by which the resource stands where it does. */
  of(address: ResourceAddress): ActivityEntry | undefined {
    return this.#settled.get(keyOf(address));
  }

  /** The user opened, attached or previewed them. Resolves once that is stored, or cannot be; never rejects. */
  async noteUse(resources: readonly ResourceAddress[]): Promise<void> {
    if (resources.length > maxUsedAtOnce) return;
    this.#used = this.#noted(this.#used, resources, 'used', maxUsed);
    this.settleIfHidden();
    await this.#save();
  }

  /** Their servers reported a change of them, or list them again or otherwise. */
  noteChanges(resources: readonly ResourceAddress[]): void {
    this.#changed = this.#noted(this.#changed, resources, 'changed', maxChanged);
    this.#pace.trigger();
  }

  /** Takes in all that happened; views may move rows. */
  settle(): void {
    const settled = new Map([...this.#used, ...[...this.#changed].filter(([key]) => !this.#used.has(key))]);
    const isSame = [...settled.keys()].join('\n\n') === [...this.#settled.keys()].join('\n\n');
    this.#settled = settled;
    if (isSame) return;
    this.#revision += 1;
    this.#didSettle.fire();
  }

  settleIfHidden(): void {
    if (!this.isShown()) this.settle();
  }

  /** @param moves new server ids by old ones */
  async moveServers(moves: ReadonlyMap<string, string>): Promise<void> {
    const all = [...this.#used.values(), ...this.#changed.values()];
    if (!all.some(({ serverId }) => moves.has(serverId))) return;
    const move = (entries: Entries): Entries => moveKeys(entries, moves, (entry, serverId) => ({ ...entry, serverId }));
    [this.#used, this.#changed] = [move(this.#used), move(this.#changed)];
    this.settle();
    await this.#save();
  }

  #noted(entries: Entries, added: readonly ResourceAddress[], kind: ActivityEntry['kind'], max: number): Entries {
    const at = this.clock.now();
    const short = added.filter(({ uri }) => uri.length <= maxUriLength);
    const first = short.map(({ serverId, uri }): ActivityEntry => ({ serverId, uri, kind, at }));
    return byKey([...first, ...entries.values()], max);
  }

  async #save(): Promise<void> {
    // A failed write is repeated with the next one.
    await this.store?.set(storeKey, [...this.used, ...this.#changed.values()]).catch(() => undefined);
  }
}

/** The first of each resource, and of those at most `max`. */
function byKey(entries: readonly ActivityEntry[], max: number): Entries {
  const first = new Map<string, ActivityEntry>();
  for (const entry of entries) if (first.size < max && !first.has(keyOf(entry))) first.set(keyOf(entry), entry);
  return first;
}
