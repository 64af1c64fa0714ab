import type { Visibility } from '../search/visibility';
import type { Catalog } from '../catalog/catalog';
import type { TemplateCatalog, TemplateEntry } from '../catalog/templates';
import type { Connection } from '../connection/connection';
import type { ResourceAddress } from '../resource/address';
import { displayName } from '../resource/displayName';
import type { ContextSet } from '../context/contextSet';
import { schemeOf } from '../base/uriText';
import type { VirtualTarget } from '../content/virtualPath';
import { parseTemplate } from '../templates/parseTemplate';
import { expand, variables, type TemplateValues } from '../templates/uriTemplate';
import { nameIn, spellingsOf, type NamePorts, type VirtualFile } from './resourceName';
import type { ReadInput } from './toolInputs';
import { ToolError } from './toolError';

export interface TargetPorts extends NamePorts {
  readonly catalog: Pick<Catalog, 'find' | 'urisOf' | 'listInfo'>;
  readonly templates: Pick<TemplateCatalog, 'all' | 'isComplete'>;
  readonly picked: Pick<ContextSet, 'get' | 'has'>;
  readonly visibility: Pick<Visibility, 'isTemplateVisible'>;
}

/** The resource that a model asked to read. */
export interface Target extends ResourceAddress {
  readonly connection: Connection;
  /** Title in the list; `undefined` for a resource that no list contains. */
  readonly title: string | undefined;
  readonly isListed: boolean;
  /** The file of the resource, where a virtual file was named; it may be one of several. */
  readonly file?: VirtualTarget;
  /** The user was asked about this read. */
  readonly isConfirmed?: boolean;
}

/** A resource whose server is not known yet. */
export interface Unplaced {
  /** Expanded, where a template was named. */
  readonly uri: string;
  /** The servers that it may be of: they may list it once they have connected. Empty if it cannot be read. */
  readonly servers: readonly Connection[];
}

/** No list that is known names the resource or the template. */
export class UnknownError extends ToolError {
  readonly unplaced: Unplaced;

  /** @param servers those that were asked for it */
  constructor(
    ports: TargetPorts,
    sentence: string,
    about: ToolError['about'],
    uri: string,
    readonly servers: readonly Connection[],
  ) {
    super(sentence, about);
    this.unplaced = { uri, servers: servers.filter((server) => canConnect(server) && !isListedWhole(ports, server)) };
  }
}

/** A URI that no server lists, and that cannot be assigned to a server. */
export class UnknownUriError extends UnknownError {
  constructor(ports: TargetPorts, uri: string, servers: readonly Connection[]) {
    const hosts = namesOf(hostsOf(ports, uri));
    const hint = hosts.length > 0 ? ' If one of "servers" has it anyway, name that as "server".' : '';
    const about = { uri, servers: hosts.length > 0 ? hosts : undefined };
    super(ports, `No connected MCP server lists this URI. URIs must match exactly.${hint}`, about, uri, servers);
  }
}

/** Maximum number of names of one kind in an error. */
const maxNamed = 20;

/**
 * The server and URI of the requested resource, by its URI, a mention or a file, however they are written: an exact URI goes first. Throws a
 * {@link ToolError} that says what to give instead.
 */
export function findTarget(ports: TargetPorts, input: ReadInput): Target {
  const servers = serversOf(ports, input.server);
  const { uri = '', uriTemplate } = input;
  const text = uriTemplate ?? uri;
  const as = (name: string): ReadInput => ({
    ...input,
    ...(uriTemplate === undefined ? { uri: name } : { uriTemplate: name }),
  });
  const knownSpelling = spellingsOf(text).find((spelling) => isKnown(ports, servers, spelling));
  if (knownSpelling !== undefined) return findExact(ports, servers, as(knownSpelling));
  const name = nameIn(ports, text);
  if (name.kind === 'file') return fileTarget(ports, name.file, text);
  if (name.kind === 'mention') return findTarget(ports, { ...as(name.uri), server: name.server });
  return findExact(ports, servers, as(name.uri));
}

/** True if one of the servers lists a resource or a template exactly so, or the user picked it. */
export function isKnown(ports: TargetPorts, servers: readonly Connection[], text: string): boolean {
  return servers.some((server) => knownTarget(ports, server, text)) || templatesOf(ports, servers, text).length > 0;
}

function fileTarget(ports: TargetPorts, file: VirtualFile | undefined, text: string): Target {
  const connection = file && ports.connections.get(file.serverId);
  if (!connection)
    throw new ToolError(
      'This is not the file of a resource. Give the whole URI, with everything after "?", or list MCP resources to find it.',
      { uri: text },
    );
  const { target } = file;
  return { ...(knownTarget(ports, connection, target.uri) ?? unlisted(connection, target.uri)), file: target };
}

function findExact(ports: TargetPorts, servers: readonly Connection[], input: ReadInput): Target {
  const { uri = '', uriTemplate } = input;
  const template = templatesOf(ports, servers, uriTemplate ?? uri);
  if (uriTemplate !== undefined || template.length > 0) return fromTemplate(ports, servers, template, input);
  return findUri(ports, servers, uri, input.server !== undefined);
}

function serversOf({ connections }: TargetPorts, name: string | undefined): readonly Connection[] {
  const { all } = connections;
  if (all.length === 0) throw new ToolError('No MCP servers are configured. Tell the user to add one to mcp.json.');
  if (name === undefined) return all;
  const sameNamed = all.filter(({ definition }) => definition.name === name);
  const similar = all.filter(({ definition }) => definition.name.toLowerCase() === name.toLowerCase());
  const servers = sameNamed.length > 0 ? sameNamed : similar;
  if (servers.length > 0) return servers;
  throw new ToolError('No MCP server has this name. Choose one of "servers".', { server: name, servers: namesOf(all) });
}

function findUri(ports: TargetPorts, servers: readonly Connection[], uri: string, isNamed: boolean): Target {
  const listed = only(ports, servers, uri);
  if (listed) return listed;
  const [host, ...furtherHosts] = servers.filter((server) => hasScheme(ports, server, uri));
  if (host && furtherHosts.length === 0) return unlisted(host, uri);
  // A server that may have it comes before one that lists it: nobody takes the place of a server that is named.
  const isElsewhere = !host && !servers.some((server) => isUnknown(ports, server));
  const elsewhere = isElsewhere ? only(ports, ports.connections.all, uri) : undefined;
  if (elsewhere) return elsewhere;
  const [named, ...furtherNamed] = isNamed ? hostsOf(ports, uri).filter((server) => servers.includes(server)) : [];
  if (named && furtherNamed.length === 0) return unlisted(named, uri);
  throw new UnknownUriError(ports, uri, servers);
}

/** The resource on the only one of these servers that has it in its list, or in the context. Throws if several do. */
function only(ports: TargetPorts, servers: readonly Connection[], uri: string): Target | undefined {
  const targets = servers.flatMap((connection) => knownTarget(ports, connection, uri) ?? []);
  const target = chosen(ports, targets);
  if (target || targets.length === 0) return target;
  throw new ToolError('Several servers have this URI. Choose one of "servers" with "server".', {
    uri,
    servers: namesOf(targets.map(({ connection }) => connection)),
  });
}

/** The only one of these, or the only one that the user picked. */
export function chosen<T extends ResourceAddress>({ picked }: TargetPorts, matches: readonly T[]): T | undefined {
  const pickedOnes = matches.filter((address) => picked.has(address));
  const [first, ...furtherMatches] = pickedOnes.length > 0 ? pickedOnes : matches;
  return furtherMatches.length === 0 ? first : undefined;
}

/** Returns the resource with exactly this URI, if the server lists it or it is in the context. */
export function knownTarget(ports: TargetPorts, connection: Connection, uri: string): Target | undefined {
  const serverId = connection.definition.id;
  const listedResource = ports.catalog.find(serverId, uri)?.resource;
  const item = listedResource ?? ports.picked.get({ serverId, uri });
  return item && { serverId, uri, connection, title: displayName(item), isListed: listedResource !== undefined };
}

function unlisted(connection: Connection, uri: string): Target {
  return { serverId: connection.definition.id, uri, connection, title: undefined, isListed: false };
}

/** False if a server gets no further without the user. */
function canConnect({ state }: Connection): boolean {
  return state.kind === 'failed' ? state.retryAt !== undefined : !('error' in state);
}

/** True once all that the server lists is known. */
function isListedWhole({ catalog, templates }: TargetPorts, { state, definition: { id } }: Connection): boolean {
  return state.kind === 'ready' && catalog.listInfo(id).completeness.kind === 'complete' && templates.isComplete(id);
}

/**
 * The servers that may have a resource that no list names: servers need not list all. Those that have others of its scheme, or whose resources
 * are not known; any server where none has its scheme, as a tool's result can link to anything.
 */
function hostsOf(ports: TargetPorts, uri: string): readonly Connection[] {
  const { all } = ports.connections;
  const hosts = all.filter((server) => hasScheme(ports, server, uri));
  if (hosts.length === 0 && schemeOf(uri) !== '') return all;
  return all.filter((server) => hosts.includes(server) || isUnknown(ports, server));
}

/** True if the lists do not tell which resources a server has. */
function isUnknown(ports: TargetPorts, connection: Connection): boolean {
  const { id } = connection.definition;
  const listsNothing =
    ports.catalog.listInfo(id).count === 0 && !ports.templates.all.some((template) => template.serverId === id);
  return listsNothing || !isListedWhole(ports, connection);
}

function hasScheme({ catalog, templates }: TargetPorts, { definition: { id } }: Connection, uri: string): boolean {
  const end = uri.indexOf(':');
  if (end < 0) return false;
  const scheme = uri.slice(0, end + 1);
  for (const listedUri of catalog.urisOf(id)) if (listedUri.startsWith(scheme)) return true;
  const mayMake = (template: string): boolean =>
    template.startsWith('{') || template.slice(0, end + 1).toLowerCase() === scheme.toLowerCase();
  return templates.all.some(({ serverId, template }) => serverId === id && mayMake(template.uriTemplate));
}

function templatesOf({ templates }: TargetPorts, servers: readonly Connection[], text: string): TemplateEntry[] {
  const ids = new Set(servers.map(({ definition }) => definition.id));
  return templates.all.filter(({ serverId, template }) => ids.has(serverId) && template.uriTemplate === text);
}

function fromTemplate(
  ports: TargetPorts,
  servers: readonly Connection[],
  [entry, ...furtherEntries]: readonly TemplateEntry[],
  { uri, uriTemplate = uri ?? '', values }: ReadInput,
): Target {
  const expandedUri = expandedFrom(uriTemplate, values);
  const connection = entry && ports.connections.get(entry.serverId);
  if (!connection)
    throw new UnknownError(
      ports,
      'No connected MCP server has this template. Choose one of "templates".',
      templatesFor(ports, servers, uriTemplate),
      expandedUri,
      servers,
    );
  if (furtherEntries.length > 0) throw new ToolError('Several servers have this template. Choose one with "server".');
  return knownTarget(ports, connection, expandedUri) ?? unlisted(connection, expandedUri);
}

/** The URI that a template makes, whatever server has it. Throws if the template or the values have a mistake. */
function expandedFrom(uriTemplate: string, values: TemplateValues): string {
  const template = parseTemplate(uriTemplate);
  if (template.errorAt !== undefined)
    throw new ToolError('The template has a syntax error. Tell the user to report it to the author of the server.', {
      uriTemplate,
      character: template.errorAt + 1,
    });
  const templateVariables = variables(template);
  const names = new Set(templateVariables.map(({ name }) => name));
  const missing = templateVariables
    .filter(({ name, isRequired }) => isRequired && !values.has(name))
    .map(({ name }) => name);
  const unknown = [...values.keys()].filter((name) => !names.has(name));
  if (missing.length > 0 || unknown.length > 0)
    throw new ToolError('The "arguments" do not fit the variables of the template.', {
      uriTemplate,
      variables: [...names],
      missing,
      unknown,
    });
  return expand(template, values);
}

function templatesFor(
  { templates, visibility }: TargetPorts,
  servers: readonly Connection[],
  uriTemplate: string,
): ToolError['about'] {
  const ids = new Set(servers.map(({ definition }) => definition.id));
  const candidates = templates.all.filter((entry) => ids.has(entry.serverId) && visibility.isTemplateVisible(entry));
  return {
    uriTemplate,
    templates: candidates.slice(0, maxNamed).map(({ template }) => template.uriTemplate),
    more: candidates.length > maxNamed ? 'List MCP resources with "type": "template".' : undefined,
  };
}

function namesOf(connections: readonly Connection[]): readonly string[] {
  return [...new Set(connections.map(({ definition }) => definition.name))].slice(0, maxNamed);
}
