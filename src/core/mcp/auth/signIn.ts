import * as oauth from 'oauth4webapi';
import { withDeadline } from '../../base/clock';
import { CancelledError, type HumanError } from '../../base/errors';
import type { ConfiguredClient } from '../../configuration/launch/http';
import type { ClientIdentity, SignIn, SignInWarning, SignInOptions, SignInPorts } from '../../session/signIn';
import type { Fetch } from '../base/effects';
import type { Authority, ClientInformation, SavedClient, Tokens } from '../base/savedSignIn';
import {
  clientRefused,
  documentRefused,
  foreignAnswer,
  signInMoved,
  signInTooLate,
  signInUnencrypted,
  signInUnknown,
  signInWithoutPkce,
} from '../errors/signInFailures';
import { isUnencrypted } from '../../configuration/unencrypted';
import { signInLaunch } from './launchUrl';
import { authFetch, requestOptions, type AuthFetch } from './authFetch';
import { scopesIn } from './challenge';
import { ownRedirect, parties, register, saysIssuer, textsIn } from './clients';
import { Credentials } from './credentials';
import { discover, type Discovery } from './discovery';
import { asksAboutLocal, endpointGate, type Gate } from './endpointGate';
import { explainSignIn, signInError } from './explainSignIn';

/** Time that the user has in the browser, in ms. */
const signInTimeout = 10 * 60_000;

/** Creates the sign-in for a given runtime. */
export function createSignIn(fetch: Fetch): SignIn {
  return async (launch, ports, options) => {
    const { url, client } = signInLaunch(launch);
    if (isUnencrypted(url)) throw signInUnencrypted(new URL(url).host);
    const { clock, signal } = options;
    await withDeadline(clock, signInTimeout, signal, async (end) => {
      const flow = new Flow(url, client, fetch, ports, options, end);
      try {
        end.throwIfAborted();
        await flow.run();
      } catch (error) {
        if (signal.aborted) throw new CancelledError();
        throw end.aborted ? signInTooLate(signInTimeout / 60_000) : explainSignIn(error, flow.host);
      }
    });
  };
}

/** One sign-in, from finding the authorization server to saving the tokens. */
class Flow {
  readonly #credentials: Credentials;
  readonly #fetch: AuthFetch;
  readonly #gate: Gate;
  /** Host that is named in failures. */
  host: string;

  constructor(
    private readonly url: string,
    private readonly configured: ConfiguredClient | undefined,
    fetch: Fetch,
    private readonly ports: SignInPorts,
    private readonly options: SignInOptions,
    private readonly end: AbortSignal,
  ) {
    this.#credentials = new Credentials(ports.credentials, url);
    this.#gate = endpointGate(url, (address) => asksAboutLocal(address, ports));
    this.#fetch = authFetch(fetch, end, this.#gate);
    this.host = new URL(url).host;
  }

  async run(): Promise<void> {
    const challenge = await this.#credentials.challenge();
    const discovery = await discover(this.url, challenge?.resourceMetadataUrl, this.#fetch);
    const { server, resource } = discovery;
    this.host = new URL(server.issuer).host;
    const previous = await this.#credentials.authority();
    const isKnown = previous?.server.issuer === server.issuer;
    await this.#check(discovery, previous);
    const scope = scopeOf(challenge?.scope ?? discovery.scope, discovery);
    const client = await this.#chooseClient(discovery, scope);
    await this.#checkPage(server, client, isKnown ? previous.server.authorization_endpoint : undefined);
    const tokens = await this.#authorize({ server, resource }, client, scope);
    if (this.#isKept(client.information)) await this.#credentials.setClient(server.issuer, client);
    await this.#credentials.setSignIn({ authority: { server, resource }, client, tokens });
    this.options.log.info(`Signed in at ${this.host}`);
  }

  /** Ends a sign-in at an authorization server that is not to be trusted with it. */
  async #check({ server, isDescribed, resource, isWider }: Discovery, previous: Authority | undefined): Promise<void> {
    // Without PKCE, anybody could use an intercepted code; the specification wants clients to refuse.
    if (isDescribed && textsIn(server, 'code_challenge_methods_supported')?.includes('S256') !== true)
      throw signInWithoutPkce(this.host);
    // A server that was taken over could lead the user elsewhere, and the secret of a configured client too.
    if (previous && previous.server.issuer !== server.issuer) await this.#checkMove(previous.server, server);
    if (isWider && previous?.resource !== resource) await this.#confirm({ kind: 'resource', resource });
  }

  async #checkMove({ issuer: before }: Authority['server'], { issuer }: Authority['server']): Promise<void> {
    if (this.configured?.secret !== undefined) throw signInMoved(issuer, before);
    await this.#confirm({ kind: 'issuer', issuer, before });
  }

  /**
   * A client that is not registered for this issuer alone may bring back the code of another authorization server, whose page this is.
   * @param knownPage the issuer's page at an earlier sign-in
   */
  async #checkPage(server: Authority['server'], client: SavedClient, knownPage: string | undefined): Promise<void> {
    const page = String(server.authorization_endpoint);
    if (client.redirectUrl !== undefined || saysIssuer(server) || page === knownPage) return;
    const { host } = new URL(page);
    if (host !== this.host) await this.#confirm({ kind: 'page', host, issuer: this.host });
  }

  async #confirm(doubt: SignInWarning): Promise<void> {
    if (!(await this.ports.confirm(doubt))) throw new CancelledError();
  }

  /**
   * The client that is configured for VS Code, else that of an earlier sign-in, else our Client ID Metadata Document if the authorization server
   * supports one, else a registered one, else another program's or one that the user enters. An ID that is registered by hand comes first, as
   * https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization#client-registration-approaches requires.
   */
  async #chooseClient({ server, isDescribed }: Discovery, scope: string | undefined): Promise<SavedClient> {
    const { ports, options } = this;
    if (this.configured?.isForVsCode) return notRegisteredHere(this.configured);
    const stored = await this.#credentials.client(server.issuer);
    if (stored && stored.redirectUrl === undefined) return stored;
    const id = options.clientMetadataUrl;
    if (id !== undefined && server['client_id_metadata_document_supported'] === true)
      return notRegisteredHere({ id, secret: undefined });
    const redirectUrl = ports.redirect.url + (await ownRedirect(server, ports.redirect.url));
    if (stored?.redirectUrl === redirectUrl) return stored;
    const outcome = await register(server, redirectUrl, scope, this.#fetch);
    if (typeof outcome === 'object') {
      const client = { information: outcome, redirectUrl };
      await this.#credentials.setClient(server.issuer, client);
      return client;
    }
    options.log.info(`${this.host} did not register the client: ${outcome}`);
    if (!isDescribed) throw signInUnknown(this.host);
    const identity = this.configured ?? (await ports.askClient({ host: this.host, redirectUrl: ports.redirect.url }));
    if (!identity) throw new CancelledError();
    return notRegisteredHere(identity);
  }

  /** Sends the user to the browser, and redeems the code that they come back with. */
  async #authorize({ server, resource }: Authority, saved: SavedClient, scope: string | undefined): Promise<Tokens> {
    const { information, redirectUrl = this.ports.redirect.url } = saved;
    const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()];
    const page = new URL(String(server.authorization_endpoint));
    const parameters = {
      response_type: 'code',
      client_id: information.client_id,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      redirect_uri: redirectUrl,
      state,
      scope,
      prompt: scopesIn(scope).includes('offline_access') ? 'consent' : undefined,
      resource,
    };
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) page.searchParams.set(name, value);
    const answer = await this.#browse(page, state, redirectUrl);
    try {
      const all = parties(server, information);
      const [, client] = all;
      // The issuer is compared before anything else in the answer is trusted, including its error: RFC 9207.
      const code = oauth.validateAuthResponse(server, client, new URLSearchParams(answer), state);
      const options = { ...requestOptions(server.token_endpoint, this.#fetch), additionalParameters: { resource } };
      const response = await oauth.authorizationCodeGrantRequest(...all, code, redirectUrl, verifier, options);
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
      // A server that grants exactly the requested scope may omit it.
      return { access_token: tokens.access_token, refresh_token: tokens.refresh_token, scope: tokens.scope ?? scope };
    } catch (error) {
      const isRefusal = error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError;
      throw isRefusal ? await this.#refusal(error.error, information) : error;
    }
  }

  /** The parameters with which the browser comes back. */
  async #browse(page: URL, state: string, redirectUrl: string): Promise<Readonly<Record<string, string>>> {
    const { redirect, openBrowser } = this.ports;
    // With another scheme, a server could start a program on this machine.
    await this.#gate(page);
    this.options.log.info(`Waiting for the sign-in at ${this.host}`);
    const below = redirectUrl.slice(redirect.url.length);
    const [answer] = await Promise.all([redirect.wait(state, this.end, below), openBrowser(page.href)]);
    if (answer['state'] !== state) throw foreignAnswer();
    return answer;
  }

  async #refusal(code: string, client: ClientInformation): Promise<HumanError> {
    if (code !== 'invalid_client' && code !== 'unauthorized_client') return signInError(code, this.host);
    if (this.configured?.id === client.client_id) return clientRefused(this.host, this.configured.place);
    if (!this.#isKept(client)) return documentRefused(this.host);
    // The server no longer knows the client, or the user mistyped its ID: the next sign-in uses another client.
    await this.#credentials.deleteClient();
    return signInError(code, this.host);
  }

  /** False for a client that the configuration or a setting names: they may name another one the next time. */
  #isKept({ client_id: id }: ClientInformation): boolean {
    return id !== this.configured?.id && id !== this.options.clientMetadataUrl;
  }
}

function notRegisteredHere({ id, secret }: ClientIdentity): SavedClient {
  return { information: { client_id: id, client_secret: secret }, redirectUrl: undefined };
}

/** Returns the scopes to request: those wanted, with `offline_access` (for a refresh token) if the authorization server supports it. */
function scopeOf(wanted: string | undefined, { server }: Discovery): string | undefined {
  const isOffered = textsIn(server, 'scopes_supported')?.includes('offline_access');
  return scopesIn(wanted, wanted && isOffered ? 'offline_access' : undefined).join(' ') || undefined;
}
