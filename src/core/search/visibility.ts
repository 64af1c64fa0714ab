import * as l10n from '@vscode/l10n';
import { Owner } from '../base/owner';
import { causes } from '../base/errors';
import { Emitter, type Event } from '../base/event';
import { formatCount, joined } from '../base/format';
import { Late } from '../base/onFirstUse';
import type { Logger } from '../base/ports';
import type { Slice } from '../base/scheduler';
import { schemeOf } from '../base/uriText';
import type { Catalog } from '../catalog/catalog';
import { rowOf } from '../catalog/resourceTable';
import type { TemplateCatalog, TemplateEntry } from '../catalog/templates';
import { isApplication } from '../content/application';
import type { HiddenPlaces, Places } from './hiddenPlaces';
import type { UriGlob } from './uriGlob';

/** Result of the rules for a resource. One that is shown may still be an application. */
const shown = 1;
const hidden = 2;
const excluded = 3;

interface Counts {
  count: number;
  applications: number;
}

/** Number of rows between two checks of the clock. */
const perLook = 128;

export interface VisibilityNeeds {
  readonly base: { readonly newSlice: () => Slice; readonly log: Logger };
  readonly core: {
    readonly catalog: Catalog;
    readonly templates: TemplateCatalog;
    /** By the server's id; empty for one that is not configured. */
    readonly serverName: (serverId: string) => string;
  };
  /** The globs of the setting: URIs that no view shows. */
  readonly excluded: { readonly value: () => readonly string[]; readonly onDidChange: Event<void> };
}

/** Hidden resources that can be shown again with one click. */
export interface HiddenSummary {
  /** Resources and templates. */
  readonly count: number;
  /** Such as "12 hidden". */
  readonly label: string;
  /** Names what is hidden. */
  readonly sentence: string;
}

/**
 * Decides which resources and templates every list, search, completion and tool offers. Three things keep one from being offered:
 *
 * 1. The setting `mcpResources.exclude` has a glob for its URI (*excluded*): nobody sees it until the setting is changed.
 * 2. The user has hidden its server or scheme (*hidden*): `HiddenPlaces` saves that, and {@link showAll} takes it back.
 * 3. It is the user interface of an MCP App (*application*), which is no context: shown once {@link showAll} was used while there are some.
 *
 * What is named by its exact URI is found all the same. {@link isVisible} is asked for each row of each search, so the answers to 1 and 2 are kept
 * by row; {@link onDidChange} says that they may be others. {@link summary} counts 2 and 3, for the button that shows them.
 */
export class Visibility extends Owner {
  readonly #didChange = this.owned.add(new Emitter<void>());
  /** Few windows exclude anything, so globs are loaded where the setting has one. */
  readonly #newGlob = new Late(async () => {
    const { UriGlob } = await import('./uriGlob');
    return (pattern: string): UriGlob => new UriGlob(pattern);
  });
  #globs: readonly Pick<UriGlob, 'isMatch'>[] = [];
  #hidesApplications = true;
  /** False if nothing is excluded, and no server or scheme hidden. */
  #hasRules = false;
  /**
   * Results of the rules by row; 0 if not known yet. With it the id of the row's resource, as a row can be used again:
   * `4 * id + rule`. The server and the URI of a resource never change.
   */
  #rules: number[] = [];
  #changes = 0;
  #counted: { readonly state: string; readonly counts: Promise<Counts> } | undefined;

  readonly onDidChange = this.#didChange.event;

  /** Grows with each {@link onDidChange}. */
  get revision(): number {
    return this.#changes;
  }

  constructor(
    private readonly needs: VisibilityNeeds,
    private readonly places: HiddenPlaces,
  ) {
    super();
    this.owned.add(needs.excluded.onDidChange(() => this.#changed()));
    this.owned.add(places.onDidChange(() => this.#changed()));
    this.#read();
    if (this.#isLoading) this.#changed();
  }

  readonly isVisible = (id: number): boolean =>
    this.#ruleFor(id) === shown && !(this.#hidesApplications && this.needs.core.catalog.table.isApplication(id));

  /** The text of a template is matched as if it were a URI. */
  readonly isTemplateVisible = ({ serverId, template: { uriTemplate, mimeType } }: TemplateEntry): boolean =>
    !(this.#hidesApplications && isApplication(uriTemplate, mimeType)) && this.#passes(serverId, uriTemplate);

  readonly isServerVisible = (serverId: string): boolean => !this.places.isServerHidden(serverId);

  /** `undefined` if {@link showAll} would show no more than there is. What the exclude setting hides stays hidden. */
  async summary(): Promise<HiddenSummary | undefined> {
    const { count, applications } = await this.#count();
    if (count === 0) return undefined;
    const { hidden } = this.places;
    const reasons = [...this.#names(hidden), ...(applications > 0 ? [l10n.t('user interfaces of MCP Apps')] : [])];
    return {
      count,
      label: l10n.t('{0} hidden', formatCount(count)),
      sentence: l10n.t('Hidden: {0}.', joined(reasons)),
    };
  }

  /** Takes back what the user has hidden, and shows applications where there are any. */
  async showAll(): Promise<void> {
    const { applications } = await this.#count();
    await this.places.showAll(applications > 0);
  }

  #names({ servers, schemes }: Places): readonly string[] {
    const { serverName } = this.needs.core;
    return [
      // One that is not configured now keeps its place.
      ...servers.map((id) => serverName(id) || id),
      ...schemes.map((scheme) => (scheme === '' ? l10n.t('URIs without a scheme') : `${scheme}:`)),
    ];
  }

  #passes(serverId: string, uri: string): boolean {
    return !this.#isExcluded(uri) && !this.places.isHidden(serverId, schemeOf(uri));
  }

  #ruleFor(id: number): number {
    if (!this.#hasRules) return shown;
    // Filled without gaps: an array written far beyond its end turns into a hash table.
    const row = rowOf(id);
    while (this.#rules.length <= row) this.#rules.push(0);
    const savedRule = (this.#rules[row] ?? 0) - 4 * id;
    if (savedRule >= shown && savedRule <= excluded) return savedRule;
    const { places } = this;
    const { catalog } = this.needs.core;
    const uri = catalog.table.uri(id);
    const isHidden = (): boolean => places.isHidden(catalog.table.serverIdOf(id), schemeOf(uri));
    const rule = this.#isExcluded(uri) ? excluded : isHidden() ? hidden : shown;
    this.#rules[row] = 4 * id + rule;
    return rule;
  }

  #isExcluded(uri: string): boolean {
    return this.#globs.some((glob) => glob.isMatch(uri));
  }

  /** Those who ask for the same state share a count. */
  #count(): Promise<Counts> {
    const { catalog, templates } = this.needs.core;
    const state = [catalog.revision, templates.revision, this.#changes].join();
    if (this.#counted?.state !== state) this.#counted = { state, counts: this.#countAll() };
    return this.#counted.counts;
  }

  async #countAll(): Promise<Counts> {
    const { catalog, templates } = this.needs.core;
    const { table } = catalog;
    const slice = this.needs.base.newSlice();
    const counts: Counts = { count: 0, applications: 0 };
    const add = (isApp: boolean): void => {
      counts.count += 1;
      if (this.#hidesApplications && isApp) counts.applications += 1;
    };
    for (let row = 0; row < table.length; row += 1) {
      if (row % perLook === 0 && slice.isOver()) await slice.next();
      const id = table.idAt(row);
      if (id !== undefined && !this.isVisible(id) && this.#ruleFor(id) !== excluded) add(table.isApplication(id));
    }
    for (const entry of templates.all) {
      const { uriTemplate, mimeType } = entry.template;
      if (this.isTemplateVisible(entry)) continue;
      if (!this.#isExcluded(uriTemplate)) add(isApplication(uriTemplate, mimeType));
    }
    return counts;
  }

  /** True while globs that are needed are not loaded. */
  get #isLoading(): boolean {
    return this.needs.excluded.value().length > 0 && !this.#newGlob.loaded;
  }

  #changed(): void {
    if (this.#isLoading) {
      this.#newGlob.get().then(
        () => this.#changed(),
        (error: unknown) => this.needs.base.log.error(`Globs were not loaded: ${causes(error)}`),
      );
      return;
    }
    this.#read();
    this.#didChange.fire();
  }

  #read(): void {
    const { hidden, showsApplications } = this.places;
    const newGlob = this.#newGlob.loaded;
    // Until globs are loaded, everything may be excluded, and nothing of that may be seen.
    this.#globs = this.needs.excluded.value().map((glob) => newGlob?.(glob) ?? { isMatch: () => true });
    this.#hidesApplications = !showsApplications;
    this.#hasRules = this.#globs.length + hidden.servers.length + hidden.schemes.length > 0;
    this.#rules = [];
    this.#changes += 1;
  }
}
