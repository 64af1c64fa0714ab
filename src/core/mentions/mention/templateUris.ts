import type { TemplateCatalog, TemplateEntry } from '../../catalog/templates';
import { uriMatcher } from '../../templates/matchUri';
import { parseTemplate } from '../../templates/parseTemplate';

interface Maker {
  readonly entry: TemplateEntry;
  readonly makes: (uri: string) => boolean;
}

interface Makers {
  readonly revision: number;
  readonly byServer: ReadonlyMap<string, readonly Maker[]>;
  /** Templates that a URI without a server's name can be matched with, by their scheme in lower case, with its colon. */
  readonly byScheme: ReadonlyMap<string, readonly Maker[]>;
}

/** Limit of a URI's length times the number of templates that are tried: more than users need, and still fast. */
const maxTried = 1_000_000;
const noValues = new Map<string, never>();
/** A scheme, and on the web a host too: a template for any page would match every link in a document. */
const identifyingPart = /^(?!https?:)[a-z][a-z0-9+.-]*:|^https?:\/\/[^/?#]/iu;

/** Finds the template that makes a URI. Templates are parsed once per revision of their catalog. */
export class TemplateUris {
  #makers: Makers = { revision: -1, byServer: new Map(), byScheme: new Map() };

  constructor(private readonly templates: Pick<TemplateCatalog, 'all' | 'revision'>) {}

  /** The server's first template that makes the URI. Of a template with a mistake, only the text before the mistake has to match. */
  of(serverId: string, uri: string): TemplateEntry | undefined {
    return firstThatMakes(uri, this.#current().byServer.get(serverId));
  }

  /** The first template of any server that makes it; never one that makes nearly everything, or has a mistake. */
  templateOfAnyServer(uri: string): TemplateEntry | undefined {
    return firstThatMakes(uri, this.#current().byScheme.get(schemePart(uri).toLowerCase()));
  }

  /** False if {@link templateOfAnyServer} finds nothing whatever follows the scheme. */
  hasScheme(uri: string): boolean {
    return this.#current().byScheme.has(schemePart(uri).toLowerCase());
  }

  #current(): Makers {
    const { revision } = this.templates;
    if (this.#makers.revision === revision) return this.#makers;
    const byServer = new Map<string, Maker[]>();
    const byScheme = new Map<string, Maker[]>();
    for (const entry of this.templates.all) {
      const { maker, scheme } = makerOf(entry);
      add(byServer, entry.serverId, maker);
      if (scheme !== undefined) add(byScheme, scheme, maker);
    }
    return (this.#makers = { revision, byServer, byScheme });
  }
}

function firstThatMakes(uri: string, makers: readonly Maker[] = []): TemplateEntry | undefined {
  return uri.length * makers.length > maxTried ? undefined : makers.find(({ makes }) => makes(uri))?.entry;
}

function makerOf(entry: TemplateEntry): { readonly maker: Maker; readonly scheme: string | undefined } {
  const { uriTemplate } = entry.template;
  const parsed = parseTemplate(uriTemplate);
  const { errorAt } = parsed;
  if (errorAt !== undefined) {
    const right = parseTemplate(`${uriTemplate.slice(0, errorAt)}{+rest}`);
    return { maker: { entry, makes: uriMatcher(right, noValues) }, scheme: undefined };
  }
  const [first] = parsed.parts;
  const beginning = first?.kind === 'literal' ? first.text : '';
  const scheme = identifyingPart.test(beginning) ? schemePart(beginning).toLowerCase() : undefined;
  return { maker: { entry, makes: uriMatcher(parsed, noValues) }, scheme };
}

/** Including its colon; empty if there is none. */
export function schemePart(uri: string): string {
  return uri.slice(0, uri.indexOf(':') + 1);
}

function add(makers: Map<string, Maker[]>, key: string, maker: Maker): void {
  const existing = makers.get(key);
  if (existing) existing.push(maker);
  else makers.set(key, [maker]);
}
