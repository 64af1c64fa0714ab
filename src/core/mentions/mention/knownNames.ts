import type { Names } from '../text/mentionsInLine';
import type { LanguagePorts } from './ports';
import { schemePart, type TemplateUris } from './templateUris';

/** Servers that are configured, and the schemes of what was ever listed and of what templates make. */
export class KnownNames {
  readonly #listed = new Set<string>();
  #seen = 0;
  #last = '\0';
  #key = '';
  #names: Names = { servers: [], schemes: this.#listed };

  constructor(
    private readonly ports: Pick<LanguagePorts, 'catalog' | 'templates' | 'connections'>,
    private readonly templateUris: Pick<TemplateUris, 'hasScheme'>,
  ) {}

  /** The same object until something is added or removed. */
  get current(): Names {
    this.#look();
    const servers = this.ports.connections.all.map(({ definition }) => definition.name);
    const key = JSON.stringify([servers, this.#listed.size, this.ports.templates.revision]);
    if (key === this.#key) return this.#names;
    this.#key = key;
    const has = (scheme: string): boolean => this.#listed.has(scheme) || this.templateUris.hasScheme(scheme);
    return (this.#names = { servers, schemes: { has } });
  }

  /** Each resource is looked at once. */
  #look(): void {
    const { idLimit, table } = this.ports.catalog;
    for (; this.#seen < idLimit; this.#seen += 1) {
      const uri = table.uri(this.#seen);
      // Most are like the one before, which is quickly seen.
      if (uri.startsWith(this.#last)) continue;
      const scheme = schemePart(uri);
      if (scheme === '') continue;
      this.#last = scheme;
      this.#listed.add(scheme);
    }
  }
}
