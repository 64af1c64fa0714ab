import type { TemplateEntry } from '../../catalog/templates';
import type { Connection } from '../../connection/connection';
import type { LanguagePorts } from './languagePorts';
import type { Mention } from '../text/mention';
import type { Names } from '../text/mentionsInLine';
import { deepestFolder } from './deepestFolder';
import { KnownNames } from './knownNames';
import { likelyLength, possibleLengths } from './mentionEnds';
import type { Resolution, ResolvedMention } from './resolution';
import { TemplateUris } from './templateUris';

const scheme = /^[a-z][a-z0-9+.-]*:/iu;

type Ports = Pick<LanguagePorts, 'catalog' | 'templates' | 'connections' | 'directories'>;

/** Resolves mentions. Fast enough for every mention of a document whenever a list changes. */
export class Resolver {
  readonly #templates: TemplateUris;
  readonly #names: KnownNames;
  /** States of connections in which everything was known. */
  readonly #known = new WeakSet<Connection['state']>();

  constructor(private readonly ports: Ports) {
    this.#templates = new TemplateUris(ports.templates);
    this.#names = new KnownNames(ports, this.#templates);
  }

  /** The names that mentions can use: the same object until they change. */
  get names(): Names {
    return this.#names.current;
  }

  /** `undefined` for a bare URI that no server lists and no template makes, and where no URI follows the server's name. */
  resolve(mention: Mention): ResolvedMention | undefined {
    const { server, uri } = mention;
    const servers = this.ports.connections.all.filter(
      ({ definition }) => server === undefined || definition.name === server,
    );
    const likely = mention.isBracketed ? uri.length : likelyLength(uri);
    for (const length of mention.isBracketed ? [likely] : [...possibleLengths(uri), likely]) {
      const resolution = this.#listed(servers, uri.slice(0, length));
      if (resolution) return resolved(mention, length, resolution);
    }
    // A folder may be written with a slash at its end.
    const folder = uri[likely - 1] === '/' ? this.#listed(servers, uri.slice(0, likely - 1)) : undefined;
    if (folder && this.ports.catalog.table.isDirectory(folder.entry.id)) return resolved(mention, likely - 1, folder);
    const shortened = uri.slice(0, likely);
    const resolution = server === undefined ? this.#madeByAny(shortened) : this.#unlisted(servers, shortened);
    return likely === 0 || !resolution ? undefined : resolved(mention, likely, resolution);
  }

  /**
   * True while the server is connected and all its resources and templates are known. While it lists them again, the previous list counts.
   */
  isWhollyListed({ state, definition: { id } }: Connection): boolean {
    if (state.kind !== 'ready') return false;
    if (!state.info.hasResources) return true;
    const { kind } = this.ports.catalog.listInfo(id).completeness;
    if (kind === 'complete' && this.ports.templates.isComplete(id)) this.#known.add(state);
    else if (kind !== 'complete' && kind !== 'arriving') this.#known.delete(state);
    return this.#known.has(state);
  }

  #listed(servers: readonly Connection[], uri: string): Extract<Resolution, { kind: 'listed' }> | undefined {
    const [entry, ...otherEntries] = servers.flatMap(
      ({ definition }) => this.ports.catalog.find(definition.id, uri) ?? [],
    );
    if (!entry) return undefined;
    return { kind: 'listed', entry, others: otherEntries };
  }

  /** True unless all is known of the folder that the resource would be in. */
  #mayBeInFolder({ definition: { id: serverId } }: Connection, uri: string): boolean {
    const folder = deepestFolder(this.ports, serverId, uri);
    if (folder === undefined) return false;
    return this.ports.directories.peek({ serverId, uri: folder })?.state?.kind !== 'complete';
  }

  #madeByAny(uri: string): Resolution | undefined {
    const template = this.#templates.templateOfAnyServer(uri);
    return template && fromTemplate(template, uri);
  }

  /** Resolves a URI that none of the servers of a name lists; `undefined` for a word, such as one that is being typed. */
  #unlisted(servers: readonly Connection[], uri: string): Resolution | undefined {
    const [first] = servers;
    if (!first) return { kind: 'unknownServer' };
    const [template, ...otherTemplates] = servers.flatMap(
      ({ definition }) => this.#templates.of(definition.id, uri) ?? [],
    );
    if (template) return fromTemplate(template, uri, otherTemplates);
    if (!scheme.test(uri)) return undefined;
    const unsure = servers.filter((server) => !this.isWhollyListed(server) || this.#mayBeInFolder(server, uri));
    const [connection] = unsure;
    if (unsure.length > 1) return { kind: 'undecided', connections: unsure };
    const address = { serverId: (connection ?? first).definition.id, uri };
    return connection ? { kind: 'unsure', address, connection } : { kind: 'unlisted', address };
  }
}

function fromTemplate(template: TemplateEntry, uri: string, otherTemplates: readonly TemplateEntry[] = []): Resolution {
  return { kind: 'made', address: { serverId: template.serverId, uri }, template, others: otherTemplates };
}

function resolved(mention: Mention, length: number, resolution: Resolution): ResolvedMention {
  const end = mention.isBracketed ? mention.end : mention.uriStart + length;
  return { mention, end, uri: mention.uri.slice(0, length), resolution };
}
