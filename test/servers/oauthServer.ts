// An MCP server that requires sign-in, and the authorization server that it names, each on its own origin.
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The behaviour of the two servers; may be changed while they run. */
export interface Behaviour {
  /** `closed`: clients cannot register · `rejecting`: the endpoint rejects every client */
  registration: 'open' | 'closed' | 'rejecting';
  takesDocuments: boolean;
  /** How clients may authenticate at the token endpoint; any other way is refused. */
  authMethods: readonly string[];
  challengeMethods: readonly string[] | undefined;
  /** The result of the redirect back from the browser. */
  answer: 'code' | 'denied' | 'wrongState' | 'unauthorizedClient';
  /** `iss` in the redirect; the metadata announces it unless `silent`. */
  iss: 'right' | 'wrong' | 'missing' | 'silent';
  /** `unreachable`: fails with 503, and quotes every secret · `silent`: never answers · `busy`: a temporary OAuth error */
  refresh: 'rotating' | 'refused' | 'unreachable' | 'silent' | 'busy' | RenewalAnswer;
  /** False to accept revocations without ever answering. */
  answersRevocation: boolean;
  /** The scope that the first challenge names. */
  scope: string | undefined;
  /** Path of the resource's metadata; only the challenge names it, unless it is the well-known path. */
  metadataPath: string;
  /** Path that the challenge names for the metadata; where it is by default. */
  challengePath: string | undefined;
  /** The client ID that every registration gets; a new one by default. */
  registersAs: string | undefined;
  /** The resource in the metadata; the server's own URL by default. */
  resource: string | undefined;
  /** The issuer in the authorization server's metadata. */
  issuer: string | undefined;
  authorizationEndpoint: string | undefined;
  /** Redirect target of every request to the MCP server; `undefined` to answer them. */
  redirect: string | undefined;
}

/** An answer in place of renewed tokens. */
export interface RenewalAnswer {
  readonly status: number;
  /** A text, or an object for JSON. */
  readonly body: string | object;
  /** The type of a text. */
  readonly type?: string;
}

/** A request as it was received. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Client {
  readonly secret: string | undefined;
  /** Compared as a whole, but for the port of a loopback address that has none here: RFC 8252, section 7.3. `any`: not compared. */
  readonly redirects: readonly string[] | 'any';
}

/** The client ID metadata document of a client. */
export interface ClientDocument {
  readonly client_id: string;
  readonly redirect_uris: readonly string[];
  readonly token_endpoint_auth_method: string;
}

/** The user's grant to a client. */
interface Grant {
  readonly client: string;
  readonly scope: string;
}

interface Code extends Grant {
  readonly challenge: string;
  readonly redirect: string;
}

const mcpPath = '/mcp';
/** The scope required to read `doc://secret`. */
const stepUp = 'resources:secret';

export class OAuthServer {
  /** Requests to the origins of the MCP server and of the authorization server. */
  readonly seen = { server: [] as Seen[], authority: [] as Seen[] };
  /** All codes and tokens that clients have received. */
  readonly secrets: string[] = [];
  readonly revoked: string[] = [];
  /** By id; add clients that are registered by hand. */
  readonly clients = new Map<string, Client>();
  /** What is hosted at each address that may be a client ID. */
  readonly documents = new Map<string, ClientDocument>();
  readonly #codes = new Map<string, Code>();
  /** Scopes by token. */
  readonly #access = new Map<string, string>();
  readonly #refresh = new Map<string, Grant>();
  #servers: readonly Server[] = [];
  #origin = '';
  #authority = '';

  private constructor(readonly behaviour: Behaviour) {}

  static async start(changes: Partial<Behaviour> = {}): Promise<OAuthServer> {
    const one = new OAuthServer({
      registration: 'open',
      takesDocuments: false,
      authMethods: ['none', 'client_secret_basic'],
      challengeMethods: ['S256'],
      answer: 'code',
      iss: 'right',
      refresh: 'rotating',
      answersRevocation: true,
      scope: 'resources:read',
      metadataPath: `/.well-known/oauth-protected-resource${mcpPath}`,
      challengePath: undefined,
      registersAs: undefined,
      resource: undefined,
      issuer: undefined,
      authorizationEndpoint: undefined,
      redirect: undefined,
      ...changes,
    });
    const server = await listen((seen, response) => one.#serve(seen, response), one.seen.server);
    const authority = await listen((seen, response) => one.#authorityServes(seen, response), one.seen.authority);
    one.#servers = [server, authority];
    one.#origin = originOf(server);
    one.#authority = originOf(authority);
    return one;
  }

  /** The URL of the MCP server. */
  get url(): string {
    return `${this.#origin}${mcpPath}`;
  }

  get authority(): string {
    return this.#authority;
  }

  /** Invalidates all access tokens issued so far. */
  expire(): void {
    this.#access.clear();
  }

  async close(): Promise<void> {
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    }
  }

  // ---- the MCP server ----

  #serve(request: Seen, response: ServerResponse): ServerResponse {
    const { metadataPath, resource = this.url, redirect } = this.behaviour;
    if (redirect !== undefined) return response.writeHead(307, { location: redirect }).end();
    if (request.url === metadataPath)
      return json(response, 200, { resource, authorization_servers: [this.#authority] });
    if (request.url !== mcpPath || request.method !== 'POST') return json(response, 405, {});
    const scope = this.#access.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    const message = JSON.parse(request.body) as { id?: number; method: string; params?: { uri?: string } };
    if (scope === undefined) return this.#challenge(response, 401, this.behaviour.scope);
    if (message.params?.uri === 'doc://secret' && !scope.split(' ').includes(stepUp))
      return this.#challenge(response, 403, stepUp);
    if (message.id === undefined) return json(response, 202, {});
    return json(response, 200, { jsonrpc: '2.0', id: message.id, ...answer(message.method, message.params?.uri) });
  }

  #challenge(response: ServerResponse, status: 401 | 403, scope: string | undefined): ServerResponse {
    const { challengePath, metadataPath } = this.behaviour;
    const parts = [`resource_metadata="${this.#origin}${challengePath ?? metadataPath}"`];
    if (scope !== undefined) parts.push(`scope="${scope}"`);
    if (status === 403) parts.push('error="insufficient_scope"');
    return json(response, status, {}, { 'www-authenticate': `Bearer ${parts.join(', ')}` });
  }

  // ---- the authorization server ----

  #authorityServes(request: Seen, response: ServerResponse): ServerResponse {
    const { pathname, searchParams } = new URL(request.url, this.#authority);
    if (pathname === '/.well-known/oauth-authorization-server') return json(response, 200, this.#metadata());
    if (pathname === '/authorize') return this.#authorize(searchParams, response);
    if (pathname === '/register') return this.#register(request.body, response);
    if (pathname === '/token') return this.#token(new URLSearchParams(request.body), request.headers, response);
    if (pathname !== '/revoke') return json(response, 404, {});
    this.revoked.push(new URLSearchParams(request.body).get('token') ?? '');
    return this.behaviour.answersRevocation ? json(response, 200, {}) : response;
  }

  #metadata(): object {
    const { issuer, authorizationEndpoint, registration, challengeMethods, takesDocuments, authMethods, iss } =
      this.behaviour;
    const origin = this.#authority;
    return {
      issuer: issuer ?? origin,
      authorization_endpoint: authorizationEndpoint ?? `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      revocation_endpoint: `${origin}/revoke`,
      ...(registration !== 'closed' && { registration_endpoint: `${origin}/register` }),
      response_types_supported: ['code'],
      ...(challengeMethods && { code_challenge_methods_supported: challengeMethods }),
      token_endpoint_auth_methods_supported: authMethods,
      client_id_metadata_document_supported: takesDocuments,
      authorization_response_iss_parameter_supported: iss !== 'silent',
    };
  }

  #register(body: string, response: ServerResponse): ServerResponse {
    if (this.behaviour.registration !== 'open') return json(response, 403, { error: 'access_denied' });
    const { redirect_uris: redirects } = JSON.parse(body) as { redirect_uris: string[] };
    const id = this.behaviour.registersAs ?? randomUUID();
    this.clients.set(id, { secret: undefined, redirects });
    return json(response, 201, { client_id: id, redirect_uris: redirects, token_endpoint_auth_method: 'none' });
  }

  /** Handles the browser's request; the user agrees at once. */
  #authorize(query: URLSearchParams, response: ServerResponse): ServerResponse {
    const [client, redirect] = [query.get('client_id') ?? '', query.get('redirect_uri') ?? ''];
    const known = this.#clientOf(client);
    if (!known || !takesRedirect(known, redirect) || query.get('resource') !== this.url) return json(response, 400, {});
    const { answer: how, iss } = this.behaviour;
    const back = new URL(redirect);
    if (how === 'denied') back.searchParams.set('error', 'access_denied');
    else if (how === 'unauthorizedClient') back.searchParams.set('error', 'unauthorized_client');
    else back.searchParams.set('code', this.#newCode(client, redirect, query));
    back.searchParams.set('state', how === 'wrongState' ? 'another' : (query.get('state') ?? ''));
    if (iss === 'right') back.searchParams.set('iss', this.#authority);
    if (iss === 'wrong') back.searchParams.set('iss', 'https://evil.example');
    return response.writeHead(302, { location: back.href }).end();
  }

  /** A registered client, or one whose document says that it is at that address. */
  #clientOf(id: string): Client | undefined {
    const document = this.behaviour.takesDocuments ? this.documents.get(id) : undefined;
    if (document?.client_id !== id || document.token_endpoint_auth_method !== 'none') return this.clients.get(id);
    return { secret: undefined, redirects: document.redirect_uris };
  }

  #newCode(client: string, redirect: string, query: URLSearchParams): string {
    const code = this.#secret('code');
    const [scope, challenge] = [query.get('scope') ?? '', query.get('code_challenge') ?? ''];
    this.#codes.set(code, { client, redirect, scope, challenge });
    return code;
  }

  #token(form: URLSearchParams, headers: IncomingHttpHeaders, response: ServerResponse): ServerResponse {
    const client = credentialsOf(form, headers);
    const known = this.#clientOf(client.id);
    if (!known || known.secret !== client.secret || !this.behaviour.authMethods.includes(client.method))
      return json(response, 401, { error: 'invalid_client' });
    if (form.get('resource') !== this.url) return json(response, 400, { error: 'invalid_target' });
    const isRefresh = form.get('grant_type') === 'refresh_token';
    const how = isRefresh ? this.behaviour.refresh : undefined;
    if (typeof how === 'object') return renewalAnswer(response, how);
    if (how === 'silent') return response;
    if (how === 'unreachable') return json(response, 503, { secrets: this.secrets });
    if (how === 'busy') return json(response, 400, { error: 'temporarily_unavailable' });
    const grant = isRefresh ? this.#renewed(form) : this.#redeemed(form);
    return grant?.client === client.id ? this.#issue(response, grant) : json(response, 400, { error: 'invalid_grant' });
  }

  #redeemed(form: URLSearchParams): Grant | undefined {
    const code = form.get('code') ?? '';
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    const hash = createHash('sha256').update(form.get('code_verifier') ?? '');
    const isRight = grant?.redirect === form.get('redirect_uri') && grant.challenge === hash.digest('base64url');
    return isRight ? grant : undefined;
  }

  /** Redeems a refresh token, which works only once. */
  #renewed(form: URLSearchParams): Grant | undefined {
    const token = form.get('refresh_token') ?? '';
    const grant = this.#refresh.get(token);
    this.#refresh.delete(token);
    return this.behaviour.refresh === 'refused' ? undefined : grant;
  }

  #issue(response: ServerResponse, { client, scope }: Grant): ServerResponse {
    const [access, refresh] = [this.#secret('access'), this.#secret('refresh')];
    this.#access.set(access, scope);
    this.#refresh.set(refresh, { client, scope });
    const tokens = { access_token: access, token_type: 'Bearer', expires_in: 3600, scope, refresh_token: refresh };
    return json(response, 200, tokens);
  }

  #secret(kind: string): string {
    const value = `${kind}-${randomUUID()}`;
    this.secrets.push(value);
    return value;
  }
}

/** Answers as the guarded MCP server: a handshake-era server with two resources. */
function answer(method: string, uri: string | undefined): object {
  if (method === 'initialize')
    return {
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { resources: {} },
        serverInfo: { name: 'guarded', version: '1' },
      },
    };
  if (method === 'resources/list')
    return {
      result: {
        resources: [
          { uri: 'doc://open', name: 'open' },
          { uri: 'doc://secret', name: 'secret' },
        ],
      },
    };
  if (method === 'resources/read') return { result: { contents: [{ uri, text: `content of ${uri ?? ''}` }] } };
  return { error: { code: -32601, message: 'Method not found' } };
}

function takesRedirect({ redirects }: Client, redirect: string): boolean {
  const withoutPort = redirect.replace(/^(http:\/\/127\.0\.0\.1):\d+/, '$1');
  return redirects === 'any' || redirects.includes(redirect) || redirects.includes(withoutPort);
}

interface ClientCredentials {
  readonly id: string;
  readonly secret: string | undefined;
  /** As in the metadata. */
  readonly method: string;
}

function credentialsOf(form: URLSearchParams, headers: IncomingHttpHeaders): ClientCredentials {
  const basic = /^Basic (.*)$/.exec(headers.authorization ?? '')?.[1];
  if (basic === undefined) {
    const secret = form.get('client_secret') ?? undefined;
    return { id: form.get('client_id') ?? '', secret, method: secret === undefined ? 'none' : 'client_secret_post' };
  }
  const [id = '', secret] = Buffer.from(basic, 'base64').toString().split(':');
  return { id, secret, method: 'client_secret_basic' };
}

async function listen(handle: (seen: Seen, response: ServerResponse) => unknown, log: Seen[]): Promise<Server> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      log.push(seen);
      handle(seen, response);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function renewalAnswer(response: ServerResponse, { status, body, type = 'text/plain' }: RenewalAnswer): ServerResponse {
  if (typeof body !== 'string') return json(response, status, body);
  return response.writeHead(status, { 'content-type': type }).end(body);
}

function json(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): ServerResponse {
  return response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
