import * as oauth from 'oauth4webapi';
import { isTexts, type Fields } from '../../base/values';
import type { ClientInformation } from '../base/savedSignIn';
import { requestOptions, type AuthFetch } from './authFetch';

/** Ways to send a client's secret, the best first. */
const ways: readonly (readonly [name: string, way: (secret: string) => oauth.ClientAuth])[] = [
  ['client_secret_basic', basic],
  ['client_secret_post', oauth.ClientSecretPost],
  ['none', oauth.None],
];

/** The first arguments of the library's requests: who asks whom, and how the client shows that it is itself. */
export function parties(server: oauth.AuthorizationServer, { client_id, ...client }: ClientInformation) {
  return [server, { client_id }, clientAuth(server, client)] as const;
}

/** As the client was registered, else as the authorization server takes it. */
function clientAuth(server: oauth.AuthorizationServer, client: Omit<ClientInformation, 'client_id'>): oauth.ClientAuth {
  const { client_secret: secret, token_endpoint_auth_method: registered } = client;
  if (secret === undefined) return oauth.None();
  const supported = textsIn(server, 'token_endpoint_auth_methods_supported');
  const taken = ways.filter(([name]) => supported?.includes(name) ?? true);
  const [, way = oauth.ClientSecretPost] = taken.find(([name]) => name === registered) ?? taken[0] ?? [];
  return way(secret);
}

/** A list of texts in metadata; `undefined` if there is none, or it is empty. */
export function textsIn(metadata: Fields, name: string): readonly string[] | undefined {
  const value = metadata[name];
  return isTexts(value) && value.length > 0 ? value : undefined;
}

/**
 * As most clients write it, where it can be read only so. The library encodes ID and secret, as RFC 6749 wants it, and also signs that most
 * servers then do not decode, such as `-`.
 */
function basic(secret: string): oauth.ClientAuth {
  return (_server, { client_id: id }, _body, headers) => {
    const isPlain = /^[ -9;-~]*$/.test(id) && /^[ -~]*$/.test(secret);
    const [name, password] = isPlain ? [id, secret] : [encodeURIComponent(id), encodeURIComponent(secret)];
    headers.set('authorization', `Basic ${btoa(`${name}:${password}`)}`);
  };
}

/** True if the answer at the end of a sign-in has the issuer: RFC 9207. */
export function saysIssuer(server: oauth.AuthorizationServer): boolean {
  return server.authorization_response_iss_parameter_supported === true;
}

/**
 * The path below the redirect URI for a client that is registered. An answer that does not say whose it is may be another authorization server's,
 * whose page this one pretends to have: each issuer gets an address of its own. In a browser, where it has https, VS Code has another one for each
 * sign-in. https://www.rfc-editor.org/rfc/rfc9700#section-4.4.2.2
 */
export async function ownRedirect(server: oauth.AuthorizationServer, url: string): Promise<string> {
  if (saysIssuer(server) || url.startsWith('https:')) return '';
  // The challenge computed from a verifier is its SHA-256, as a text that is safe in URLs.
  return `/${(await oauth.calculatePKCECodeChallenge(server.issuer)).slice(0, 16)}`;
}

/** Registers this program: RFC 7591. Resolves with the reason where the authorization server does not do that. */
export async function register(
  server: oauth.AuthorizationServer,
  redirectUrl: string,
  scope: string | undefined,
  fetch: AuthFetch,
): Promise<ClientInformation | string> {
  const endpoint = server.registration_endpoint;
  if (endpoint === undefined) return 'no endpoint';
  const metadata = {
    client_name: 'MCP Resource Picker',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: authMethod(textsIn(server, 'token_endpoint_auth_methods_supported')),
    application_type: 'native',
    ...(scope !== undefined && { scope }),
  };
  const response = await oauth.dynamicClientRegistrationRequest(server, metadata, requestOptions(endpoint, fetch));
  if (!response.ok) return `HTTP ${response.status}`;
  const { client_id, client_secret, ...otherFields } = await oauth.processDynamicClientRegistrationResponse(response);
  const secret = client_secret as string | undefined;
  return { client_id, client_secret: secret, token_endpoint_auth_method: otherFields['token_endpoint_auth_method'] };
}

/** A program on a user's machine cannot keep a secret, so it has none unless the server requires one. */
function authMethod(supported: readonly string[] = ['none']): string {
  if (supported.includes('none')) return 'none';
  return supported.find((method) => /^client_secret_(basic|post)$/.test(method)) ?? 'none';
}
