import type { Names } from '../text/mentionsInLine';
import type { LanguagePorts } from './languagePorts';
import { schemePart, type TemplateUris } from './templateUris';

/** Configured servers, and the schemes of all URIs that were ever listed, or that templates make. */
export class KnownNames {
  readonly #listed = new Set<string>();
  /** The catalog's additions that were looked at. */
  #seen = 0;
  #last = '\0';
  #key = '';
  #names: Names = { servers: [], schemes: this.#listed };

  constructor(
    private readonly ports: Pick<LanguagePorts, 'catalog' | 'templates' | 'connections'>,
    private readonly templateUris: Pick<TemplateUris, 'hasScheme'>,
  ) {}

  /** Names now: one object until a name is added or removed. */
  get current(): Names {
    this.#update();
    const servers = this.ports.connections.all.map(({ definition }) => definition.name);
    const key = JSON.stringify([servers, this.#listed.size, this.ports.templates.revision]);
    if (key === this.#key) return this.#names;
    this.#key = key;
    const has = (scheme: string): boolean => this.#listed.has(scheme) || this.templateUris.hasScheme(scheme);
    return (this.#names = { servers, schemes: { has } });
  }

  /** Scans only resources that were added since the last call. */
  #update(): void {
    const { table } = this.ports.catalog;
    const { additions } = table;
    const seen = this.#seen;
    this.#seen = additions;
    for (let row = 0; additions > seen && row < table.length; row += 1) {
      const id = table.isNewerThan(row, seen) ? table.idAt(row) : undefined;
      if (id === undefined) continue;
      const uri = table.uri(id);
      // Most URIs have the same scheme as the previous one, which is a cheap test.
      if (uri.startsWith(this.#last)) continue;
      const scheme = schemePart(uri);
      if (scheme === '') continue;
      this.#last = scheme;
      this.#listed.add(scheme);
    }
  }
}
