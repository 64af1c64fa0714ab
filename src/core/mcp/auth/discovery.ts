import * as oauth from 'oauth4webapi';
import { isFields, type Fields } from '../../base/values';
import { revisions } from '../base/revisions';
import type { AuthFetch } from './authFetch';
import { textsIn } from './clients';

export interface Discovery {
  readonly server: oauth.AuthorizationServer;
  /** False if the endpoints are those that revision 2025-03-26 assumes for a server without metadata. */
  readonly isDescribed: boolean;
  /** The resource indicator (RFC 8707). */
  readonly resource: string;
  /** The resource is more than the server, which the user has to allow. */
  readonly isWider: boolean;
  /** The scopes that the resource has, space-separated. */
  readonly scope: string | undefined;
}

/**
 * Asks a server for its authorization server, and that one for its metadata.
 * @param metadataUrl where the server's challenge says that the resource is described
 */
export async function discover(url: string, metadataUrl: string | undefined, fetch: AuthFetch): Promise<Discovery> {
  const described = await resourceMetadata(url, metadataUrl, fetch);
  // Before there was such metadata, a server was its own authorization server.
  const issuer = textsIn(described, 'authorization_servers')?.[0] ?? new URL('/', url).href;
  const server = await serverMetadata(issuer, fetch);
  return {
    server: server ?? assumedServer(issuer),
    isDescribed: server !== undefined,
    ...resourceOf(url, described['resource']),
    scope: textsIn(described, 'scopes_supported')?.join(' '),
  };
}

/** Metadata of the resource (RFC 9728): where the challenge names it, else in the usual places. Empty if there is none. */
async function resourceMetadata(url: string, metadataUrl: string | undefined, fetch: AuthFetch): Promise<Fields> {
  const { pathname, search } = new URL(url);
  const wellKnown = '/.well-known/oauth-protected-resource';
  const places = [`${wellKnown}${withoutSlash(pathname)}${search}`, wellKnown];
  const response = await firstOf(metadataUrl === undefined ? places : [metadataUrl, ...places], url, fetch);
  const metadata = response.ok ? await response.json().catch(() => undefined) : undefined;
  return isFields(metadata) && typeof metadata['resource'] === 'string' ? metadata : {};
}

/** Metadata of an authorization server: RFC 8414, or OpenID Connect. `undefined` if it has none. */
async function serverMetadata(issuer: string, fetch: AuthFetch): Promise<oauth.AuthorizationServer | undefined> {
  const path = withoutSlash(new URL(issuer).pathname);
  const openId = '/.well-known/openid-configuration';
  const places = [`/.well-known/oauth-authorization-server${path}`, `${openId}${path}`, `${path}${openId}`];
  const response = await firstOf(places, issuer, fetch);
  if (response.ok) return oauth.processDiscoveryResponse(new URL(issuer), response);
  // A proxy has nothing there. With any other failure, the server may have metadata.
  if (response.status >= 500 && response.status !== 502) throw new Error(`HTTP ${response.status} for the metadata`);
  return undefined;
}

/** Response of the first address that has a document, else the last error response. */
async function firstOf(places: readonly string[], base: string, fetch: AuthFetch): Promise<Response> {
  const headers = { accept: 'application/json', 'mcp-protocol-version': revisions[0]?.[0] ?? '' };
  let response = new Response(null, { status: 404 });
  for (const place of new Set(places)) {
    response = await fetch(new URL(place, base).href, { method: 'GET', headers });
    if (response.ok) break;
  }
  return response;
}

/** https://modelcontextprotocol.io/specification/2025-03-26/basic/authorization#fallbacks-for-servers-without-metadata-discovery */
function assumedServer(issuer: string): oauth.AuthorizationServer {
  const endpoint = (path: string): string => new URL(path, issuer).href;
  return {
    issuer: canonical(issuer),
    authorization_endpoint: endpoint('/authorize'),
    token_endpoint: endpoint('/token'),
    registration_endpoint: endpoint('/register'),
  };
}

/** It has to be the server itself (RFC 9728, section 3.3); many name their origin or another part of their path. */
function resourceOf(url: string, named: unknown): Pick<Discovery, 'resource' | 'isWider'> {
  const own = canonical(url);
  if (typeof named !== 'string') return { resource: own, isWider: false };
  const { search } = new URL(named);
  const isOther = search !== '' && search !== new URL(url).search;
  if (isOther || !`${own}/`.startsWith(`${canonical(named)}/`)) throw new Error('The resource is another server');
  return { resource: named, isWider: canonical(named) !== own };
}

/** The canonical URI of a server, which names it to its authorization server. Its query may be a secret. */
function canonical(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + withoutSlash(pathname);
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}
