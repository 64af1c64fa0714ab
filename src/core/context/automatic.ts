import type { SearchQuery } from '../../shared/protocol';
import type { Clock } from '../base/clock';
import { Coalescer } from '../base/coalescer';
import { DisposableStore, type Disposable } from '../base/disposable';
import { causes, isCancelled } from '../base/errors';
import { Emitter, type Event } from '../base/event';
import type { Logger } from '../base/ports';
import type { Slice } from '../base/scheduler';
import type { Catalog } from '../catalog/catalog';
import type { Connections } from '../connection/connections';
import type { Resource } from '../resource/resource';
import type { SearchIndex } from '../search/searchIndex';
import type { UriGlob } from '../search/uriGlob';
import { fitting, type Weighed } from '../chat/budget';
import { keyOf, type ResourceAddress } from '../resource/address';
import type { ContextItem, ContextSet, IncludedItem, InclusionReason } from './contextSet';
import { mentionedByFiles, type Mentioned, type MentionPorts } from './mentionedByFiles';
import { isOnItsWay } from './waitForLists';

/** Rules for resources that are included in the context automatically. */
export interface AutomaticRules {
  /** Includes resources of priority 1 that are not for the user alone. */
  readonly isPriority: boolean;
  /** Matched against whole URIs. */
  readonly globs: readonly string[];
  readonly searches: readonly { readonly name: string; readonly query: SearchQuery }[];
  /** Files whose mentioned resources are included: paths in the workspace. */
  readonly files: readonly string[];
  /** Token limit of all included resources together. */
  readonly budget: number;
}

export interface AutomaticPorts extends MentionPorts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly catalog: Catalog;
  readonly connections: Connections;
  readonly order: { ids(): Promise<Uint32Array> };
  /** Has no templates. */
  readonly index: Pick<SearchIndex, 'search'>;
  readonly isVisible: (id: number) => boolean;
  readonly newSlice: () => Slice;
  readonly picked: ContextSet;
  /** `undefined` where nothing may be included or removed now. */
  readonly rules: () => AutomaticRules | undefined;
  readonly onDidChangeRules: Event<void>;
  /** Estimated; `undefined` where the size is unknown. */
  readonly tokensOf: (resource: ResourceAddress & Pick<Resource, 'size' | 'mimeType'>) => number | undefined;
}

/** The resources that one run included. */
export interface Inclusion {
  readonly added: readonly IncludedItem[];
  /** Number of further matches that do not fit. */
  readonly leftOut: number;
}

interface Match extends Weighed {
  readonly item: IncludedItem;
  /** Listed by its server in this window. */
  readonly isCurrent: boolean;
}

interface Matches {
  /** By key, by importance: the included resources and the first of the others. */
  readonly byKey: ReadonlyMap<string, Match>;
  readonly skipped: number;
  /** Files whose mentions are not known now: their resources stay. */
  readonly unknownFiles: ReadonlySet<string>;
}

/** Finds the rule for a resource of the catalog. */
type ReasonOf = (id: number) => InclusionReason | undefined;

/** Debounce in ms, so that several changes are reported as one. */
const gathered = 1_000;
/** Time in ms to wait for connecting servers: after that, the most important of all resources are chosen. */
const busyTimeout = 15_000;
/** Assumed for a resource of unknown size. */
const assumedTokens = 1_000;
const maxIncluded = 100;
const perLook = 256;

/**
 * Includes the resources that the rules match, by importance and up to their budget, and removes those that they no longer match. It reads
 * nothing. An included resource stays while it matches, even if a more important one comes; a resource that the user removed stays out.
 */
export class AutomaticInclusion implements Disposable {
  readonly #store = new DisposableStore();
  readonly #run: Coalescer;
  readonly #didInclude = new Emitter<Inclusion>();
  readonly #isOutdated = { aborted: false };
  #waitsSince: number | undefined;
  /** The resources of the context, by key, to see which ones leave it. */
  #inContext: ReadonlyMap<string, ContextItem>;

  readonly onDidInclude = this.#didInclude.event;

  constructor(private readonly ports: AutomaticPorts) {
    const store = this.#store;
    this.#run = store.add(new Coalescer(ports.clock, gathered, () => this.#update()));
    store.add(this.#didInclude);
    this.#inContext = byKey(ports.picked);
    store.add(ports.picked.onDidChange(() => this.#dismissRemoved()));
    const trigger = (): void => this.#trigger();
    store.add(ports.catalog.onDidChange(trigger));
    store.add(ports.connections.onDidChange(trigger));
    store.add(ports.onDidChangeRules(trigger));
    trigger();
  }

  dispose(): void {
    this.#isOutdated.aborted = true;
    this.#store.dispose();
  }

  #trigger(): void {
    this.#waitsSince ??= this.ports.clock.now();
    this.#run.trigger();
  }

  /** Resources that the user removes stay out, including those that they added themselves or sent once. */
  #dismissRemoved(): void {
    const { picked, rules: readRules } = this.ports;
    const removed = [...this.#inContext.values()].filter((item) => !picked.has(item) && !picked.isDismissed(item));
    this.#inContext = byKey(picked);
    const rules = removed.length === 0 ? undefined : readRules();
    if (rules && hasRules(rules)) void picked.dismiss(removed);
  }

  async #withdraw(items: readonly ContextItem[]): Promise<void> {
    const keys = new Set(items.map(keyOf));
    this.#inContext = new Map([...this.#inContext].filter(([key]) => !keys.has(key)));
    await this.ports.picked.withdraw(items);
  }

  async #update(): Promise<void> {
    const { picked, rules: readRules, clock, catalog, connections } = this.ports;
    const rules = readRules();
    const since = this.#waitsSince ?? clock.now();
    const isBusy = connections.all.some((connection) => isOnItsWay(connection, catalog));
    if (rules && hasRules(rules) && isBusy && clock.now() - since < busyTimeout) {
      this.#run.trigger();
      return;
    }
    this.#waitsSince = undefined;
    if (!rules) return;
    try {
      if (hasRules(rules)) await this.#apply(rules, await this.#matches(rules));
      else await this.#withdraw(includedIn(picked));
    } catch (error) {
      if (!isCancelled(error)) this.ports.log.error(`Nothing was included: ${causes(error)}`);
    }
  }

  async #apply(rules: AutomaticRules, { byKey: matches, skipped, unknownFiles }: Matches): Promise<void> {
    const { picked } = this.ports;
    if (this.#isOutdated.aborted) return;
    const included = includedIn(picked);
    const matching = [...matches].filter(([, { item }]) => picked.get(item)?.reason).map(([, match]) => match);
    const unmatched = included.filter((item) => !matches.has(keyOf(item)));
    const isUnknown = ({ reason }: ContextItem): boolean => reason?.kind === 'mention' && unknownFiles.has(reason.file);
    const waiting = unmatched.filter((item) => isUnknown(item) || !this.#isOver(item, rules));
    const room = rules.budget - sum(waiting.map((item) => this.#tokens(item)));
    const staying = fitting(matching, room);
    const outdated = [
      ...unmatched.filter((item) => !waiting.includes(item)),
      ...staying.leftOut.map(({ item }) => item),
    ];
    const candidates = [...matches.values()].filter(
      ({ item, isCurrent }) => isCurrent && !picked.has(item) && !picked.isDismissed(item),
    );
    const fit = fitting(candidates, room - sum(staying.kept.map(({ tokens }) => tokens)));
    const places = Math.max(0, maxIncluded - waiting.length - staying.kept.length);
    const added = fit.kept.slice(0, places).map(({ item }) => item);
    if (outdated.length > 0) await this.#withdraw(outdated);
    if (added.length === 0) return;
    this.ports.log.info(`Included ${added.length} resources, ${outdated.length} left`);
    await picked.add(added);
    this.#didInclude.fire({ added, leftOut: skipped + candidates.length - added.length });
  }

  /** True if certainly no rule matches it: of a server that is not connected, this is unknown. */
  #isOver(item: ContextItem, rules: AutomaticRules): boolean {
    const { catalog, connections } = this.ports;
    if (!isRule(item.reason, rules) || catalog.find(item.serverId, item.uri)) return true;
    const isReady = connections.get(item.serverId)?.state.kind === 'ready';
    return isReady && catalog.listInfo(item.serverId).completeness.kind === 'complete';
  }

  async #matches(rules: AutomaticRules): Promise<Matches> {
    const { catalog, order, newSlice, picked } = this.ports;
    // What a file names exactly stays.
    const isLeftOut = (id: number, { kind }: InclusionReason): boolean =>
      kind !== 'mention' && !this.ports.isVisible(id);
    const mentioned = await mentionedByFiles(rules.files, this.ports);
    const reasonOf = await this.#reasons(rules, mentioned.listed);
    const slice = newSlice();
    const matches = new Map<string, Match>();
    let [newCount, skipped] = [0, 0];
    for (const [index, id] of (await order.ids()).entries()) {
      if (index % perLook === 0 && slice.isOver()) await slice.next();
      const reason = catalog.table.has(id) ? reasonOf(id) : undefined;
      const entry = reason && catalog.get(id);
      if (!entry || isLeftOut(id, reason)) continue;
      const { serverId, resource } = entry;
      const { uri, name, title, mimeType, size, priority, audience } = resource;
      const item = { serverId, uri, name, title, mimeType, size, isChecked: true, isInEveryMessage: false, reason };
      const isNew = !picked.has(item) && !picked.isDismissed(item);
      // A glob can match a hundred thousand resources: only the first of them are considered.
      if (isNew && (newCount += 1) > 10 * maxIncluded) skipped += 1;
      else
        matches.set(keyOf(item), {
          item,
          priority,
          audience,
          tokens: this.#tokens(item),
          isCurrent: !catalog.isFromBefore(id),
        });
    }
    for (const [key, item] of mentioned.others) {
      const isCurrent = this.ports.connections.get(item.serverId)?.state.kind === 'ready';
      matches.set(key, { item, priority: undefined, audience: undefined, tokens: this.#tokens(item), isCurrent });
    }
    return { byKey: matches, skipped, unknownFiles: mentioned.unknownFiles };
  }

  async #reasons(rules: AutomaticRules, mentioned: Mentioned['listed']): Promise<ReasonOf> {
    const { isPriority, globs, searches } = rules;
    const { table } = this.ports.catalog;
    const tests = await newGlobs(globs);
    const byGlob = tests.map((test) => ({ reason: { kind: 'glob', glob: test.pattern } as const, test }));
    const bySearch: { reason: InclusionReason; ids: ReadonlySet<number> }[] = [];
    for (const { name, query } of searches)
      bySearch.push({ reason: { kind: 'search', name }, ids: new Set(await this.#search(query)) });
    return (id) => {
      if (isPriority && table.number(id, 'priority') === 1 && table.isFor(id, 'assistant')) return { kind: 'priority' };
      const uri = table.uri(id);
      const other = byGlob.find(({ test }) => test.isMatch(uri)) ?? bySearch.find(({ ids }) => ids.has(id));
      return other?.reason ?? mentioned.get(id);
    };
  }

  /** Empty where a part of the search is not understood: without that part, it would find too much. */
  async #search(query: SearchQuery): Promise<Uint32Array> {
    const { index, clock, connections } = this.ports;
    const { parseQuery } = await import('../search/parseQuery');
    const parsed = parseQuery(
      query,
      clock.now(),
      connections.all.map(({ definition }) => definition.name),
    );
    if (parsed.problems.length > 0) return new Uint32Array();
    return (await index.search(parsed, query.sort, this.#isOutdated)).ids;
  }

  #tokens(resource: ResourceAddress & Pick<Resource, 'size' | 'mimeType'>): number {
    return this.ports.tokensOf(resource) ?? assumedTokens;
  }
}

/** Loads globs with the first rule that has one. */
async function newGlobs(patterns: readonly string[]): Promise<readonly UriGlob[]> {
  if (patterns.length === 0) return [];
  const { UriGlob } = await import('../search/uriGlob');
  return patterns.map((pattern) => new UriGlob(pattern));
}

export function hasRules({
  isPriority,
  globs,
  searches,
  files,
}: Pick<AutomaticRules, 'isPriority' | 'globs' | 'files'> & { readonly searches: readonly unknown[] }): boolean {
  return isPriority || globs.length + searches.length + files.length > 0;
}

function isRule(reason: InclusionReason | undefined, { isPriority, globs, searches, files }: AutomaticRules): boolean {
  switch (reason?.kind) {
    case 'priority':
      return isPriority;
    case 'glob':
      return globs.includes(reason.glob);
    case 'search':
      return searches.some(({ name }) => name === reason.name);
    case 'mention':
      return files.includes(reason.file);
    case undefined:
      return true;
  }
}

function includedIn(picked: ContextSet): readonly ContextItem[] {
  return picked.items.filter(({ reason }) => reason !== undefined);
}

function byKey({ items }: ContextSet): ReadonlyMap<string, ContextItem> {
  return new Map(items.map((item) => [keyOf(item), item]));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
