import type { Visibility } from '../search/visibility';
import type { Catalog } from '../catalog/catalog';
import type { TemplateCatalog, TemplateEntry } from '../catalog/templates';
import type { Connection } from '../connection/connection';
import type { ResourceAddress } from '../resource/address';
import type { ContextSet } from '../context/contextSet';
import type { VirtualTarget } from '../content/virtualPath';
import { parseTemplate } from '../templates/parseTemplate';
import { expand, variables, type TemplateValues } from '../templates/uriTemplate';
import { parseName, type NamePorts, type VirtualFile } from './resourceName';
import type { ReadInput } from './toolInputs';
import { ToolError } from './toolError';

export interface TargetPorts extends NamePorts {
  readonly catalog: Pick<Catalog, 'find' | 'urisOf'>;
  readonly templates: Pick<TemplateCatalog, 'all'>;
  readonly picked: Pick<ContextSet, 'items'>;
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
}

/** A resource whose server is not known yet. */
export interface Unplaced {
  /** Expanded, where a template was named. */
  readonly uri: string;
  /** The servers that it may be of. */
  readonly servers: readonly Connection[];
}

/** The resource may belong to a server that has not listed everything. */
export class UnknownError extends ToolError {
  constructor(
    sentence: string,
    about: ToolError['about'],
    readonly unplaced: Unplaced,
  ) {
    super(sentence, about);
  }
}

/** A URI that no server lists, and that cannot be assigned to a server. */
export class UnknownUriError extends UnknownError {
  constructor(uri: string, servers: readonly Connection[]) {
    super(
      'No connected MCP server lists this URI. URIs must match exactly. If one of "servers" has it anyway, name that as "server".',
      { uri, servers: namesOf(servers) },
      { uri, servers },
    );
  }
}

/** Maximum number of names of one kind in an error. */
const maxNamed = 20;

/**
 * The server and URI of the requested resource, by its URI or another of its names: an exact URI goes first. Throws a {@link ToolError}
 * that says what to give instead.
 */
export function findTarget(ports: TargetPorts, input: ReadInput): Target {
  const servers = serversOf(ports, input.server);
  const { uri, uriTemplate, server } = input;
  const text = uriTemplate ?? uri ?? '';
  if (servers.some((connection) => knownTarget(ports, connection, text))) return findExact(ports, servers, input);
  const name = parseName(ports, text);
  if (name.kind === 'file') return fileTarget(ports, name.file, text);
  const asked = { ...input, ...(uriTemplate === undefined ? { uri: name.uri } : { uriTemplate: name.uri }) };
  if (name.kind === 'uri') return findExact(ports, servers, asked);
  const named = serversOf(ports, name.server);
  const both = server === undefined ? named : named.filter((connection) => servers.includes(connection));
  return findExact(ports, both.length > 0 ? both : named, { ...asked, server: name.server });
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
  const targetOn = (connection: Connection): Target | undefined => knownTarget(ports, connection, uri);
  const targets = servers.flatMap((connection) => targetOn(connection) ?? []);
  const [first, ...further] = targets;
  if (first && further.length === 0) return first;
  if (first) {
    const isPicked = ({ serverId }: Target): boolean =>
      ports.picked.items.some((item) => item.uri === uri && item.serverId === serverId);
    const [picked, ...furtherPicked] = targets.filter(isPicked);
    if (picked && furtherPicked.length === 0) return picked;
    throw new ToolError('Several servers have this URI. Choose one of "servers" with "server".', {
      uri,
      servers: namesOf(targets.map(({ connection }) => connection)),
    });
  }
  const [only, ...furtherServers] = isNamed
    ? servers
    : servers.filter((connection) => hasScheme(ports, connection, uri));
  if (only && furtherServers.length === 0) return unlisted(only, uri);
  throw new UnknownUriError(uri, servers);
}

function knownTarget(ports: TargetPorts, connection: Connection, uri: string): Target | undefined {
  const serverId = connection.definition.id;
  const listedResource = ports.catalog.find(serverId, uri)?.resource;
  const item = listedResource ?? ports.picked.items.find((item) => item.uri === uri && item.serverId === serverId);
  return item && { serverId, uri, connection, title: item.title ?? item.name, isListed: listedResource !== undefined };
}

function unlisted(connection: Connection, uri: string): Target {
  return { serverId: connection.definition.id, uri, connection, title: undefined, isListed: false };
}

/** Servers need not list all their resources. */
function hasScheme({ catalog, templates }: TargetPorts, { definition }: Connection, uri: string): boolean {
  const end = uri.indexOf(':');
  if (end < 0) return false;
  const scheme = uri.slice(0, end + 1);
  const isOfScheme = (template: string): boolean => template.slice(0, end + 1).toLowerCase() === scheme.toLowerCase();
  for (const listedUri of catalog.urisOf(definition.id)) if (listedUri.startsWith(scheme)) return true;
  const ownTemplates = templates.all.filter(({ serverId }) => serverId === definition.id);
  return ownTemplates.some(({ template }) => isOfScheme(template.uriTemplate));
}

function templatesOf({ templates }: TargetPorts, servers: readonly Connection[], text: string): TemplateEntry[] {
  const ids = new Set(servers.map(({ definition }) => definition.id));
  return templates.all.filter(({ serverId, template }) => ids.has(serverId) && template.uriTemplate === text);
}

function fromTemplate(
  ports: TargetPorts,
  servers: readonly Connection[],
  [entry, ...others]: readonly TemplateEntry[],
  { uri, uriTemplate = uri ?? '', values }: ReadInput,
): Target {
  const expandedUri = expandedFrom(uriTemplate, values);
  const connection = entry && ports.connections.get(entry.serverId);
  if (!connection)
    throw new UnknownError(
      'No connected MCP server has this template. Choose one of "templates".',
      templatesFor(ports, servers, uriTemplate),
      { uri: expandedUri, servers },
    );
  if (others.length > 0) throw new ToolError('Several servers have this template. Choose one with "server".');
  return knownTarget(ports, connection, expandedUri) ?? unlisted(connection, expandedUri);
}

/** The URI that a template makes, whatever server has it. Throws where the template or the values have a mistake. */
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
