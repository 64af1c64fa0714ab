import {
  auth,
  discoverOAuthServerInfo,
  RegistrationRejectedError,
  validateAuthorizationResponseIssuer,
  type AuthorizationServerMetadata,
  type OAuthServerInfo,
  type StoredOAuthClientInformation,
} from '@modelcontextprotocol/client';
import { CancelledError, type HumanError } from '../../base/errors';
import type { ConfiguredClient } from '../../session/session';
import type { ClientIdentity, SignIn, SignInOptions, SignInPorts } from '../../session/signIn';
import type { Fetch } from '../base/effects';
import {
  clientRefused,
  documentRefused,
  foreignAnswer,
  signInTooLate,
  signInUnencrypted,
  signInUnknown,
  signInWithoutPkce,
} from '../errors/failures';
import { isUnencrypted } from '../../servers/unencrypted';
import { addressOf } from './sessionAddress';
import { authFetch } from './authFetch';
import { Credentials, type SavedClient } from './credentials';
import { asksAboutLocal, endpointGate, type Gate } from './endpointGate';
import { explainSignIn, signInError } from './explainSignIn';
import { SignInProvider } from './signInProvider';

/** Time that the user has in the browser, in ms. */
const signInTimeout = 10 * 60_000;

export interface SignInEffects {
  readonly fetch: Fetch;
  /** Returns an unguessable text for a URL. */
  readonly randomText: () => string;
}

/** Creates the sign-in for a given runtime. */
export function createSignIn(effects: SignInEffects): SignIn {
  return async (launch, ports, options) => {
    const url = addressOf(launch);
    if (isUnencrypted(url)) throw signInUnencrypted(new URL(url).host);
    const end = new AbortController();
    const stop = (): void => end.abort();
    const deadline = options.clock.after(signInTimeout, stop);
    options.signal.addEventListener('abort', stop, { once: true });
    const client = launch.kind === 'http' ? launch.client : undefined;
    const flow = new Flow(url, client, effects, ports, options, end.signal);
    try {
      if (options.signal.aborted) throw new CancelledError();
      await flow.run();
    } catch (error) {
      if (options.signal.aborted) throw new CancelledError();
      throw end.signal.aborted ? signInTooLate(signInTimeout / 60_000) : explainSignIn(error, flow.host);
    } finally {
      deadline.dispose();
      options.signal.removeEventListener('abort', stop);
    }
  };
}

/** One sign-in, from finding the authorization server to saving the tokens. */
class Flow {
  readonly #credentials: Credentials;
  readonly #fetch: Fetch;
  readonly #gate: Gate;
  /** Host that is named in failures. */
  host: string;
  /** The client of an earlier sign-in, where this one uses it. */
  #storedClient: SavedClient | undefined;

  constructor(
    private readonly url: string,
    private readonly configured: ConfiguredClient | undefined,
    private readonly effects: SignInEffects,
    private readonly ports: SignInPorts,
    private readonly options: SignInOptions,
    private readonly end: AbortSignal,
  ) {
    this.#credentials = new Credentials(ports.credentials, url);
    this.#gate = endpointGate(url, (address) => asksAboutLocal(address, ports));
    this.#fetch = authFetch(effects.fetch, end, this.#gate);
    this.host = new URL(url).host;
  }

  async run(): Promise<void> {
    const { ports, options } = this;
    const challenge = await this.#credentials.challenge();
    const serverInfo = await this.#discover(challenge?.resourceMetadataUrl);
    const issuer = serverInfo.authorizationServerMetadata?.issuer ?? serverInfo.authorizationServerUrl;
    const state = this.effects.randomText();
    const provider = new SignInProvider(ports.redirect.url, serverInfo, state, options.clientMetadataUrl);
    provider.client = await this.#knownClient(serverInfo.authorizationServerMetadata, issuer);
    await this.#authorize(provider, challenge?.scope, issuer);

    options.log.info(`Waiting for the sign-in at ${this.host}`);
    const page = provider.authorizationUrl;
    if (page === undefined) throw new Error('The flow did not ask for a browser');
    // With another scheme, a server could start a program on this machine.
    await this.#gate(new URL(page));
    const [answer] = await Promise.all([ports.redirect.wait(state, this.end), ports.openBrowser(page)]);
    if (answer['state'] !== state) throw foreignAnswer();
    await this.#redeem(provider, answer, issuer);

    const { received } = provider;
    if (!received) throw new Error('The flow ended without tokens');
    const authority = {
      issuer,
      authorizationServerUrl: serverInfo.authorizationServerUrl,
      metadata: serverInfo.authorizationServerMetadata,
      resource: provider.resource,
    };
    const client = this.#storableClient(provider);
    if (this.#isKept(client.information)) await this.#credentials.setClient(issuer, client);
    await this.#credentials.setSignIn({ authority, client, tokens: received });
    options.log.info(`Signed in at ${this.host}`);
  }

  /** Asks the server for its authorization server, and that one for its metadata. */
  async #discover(resourceMetadataUrl: string | undefined): Promise<OAuthServerInfo> {
    const serverInfo = await discoverOAuthServerInfo(this.url, {
      ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl: new URL(resourceMetadataUrl) as never }),
      fetchFn: this.#fetch as never,
    });
    this.host = new URL(serverInfo.authorizationServerUrl).host;
    const metadata = serverInfo.authorizationServerMetadata;
    // Without PKCE, anybody could use an intercepted code; the specification wants clients to refuse.
    if (metadata && metadata.code_challenge_methods_supported?.includes('S256') !== true)
      throw signInWithoutPkce(this.host);
    return serverInfo;
  }

  /**
   * The client that is configured for VS Code, else that of an earlier sign-in, else another program's or one that the user enters; `undefined` where the SDK makes one: of the
   * document where the authorization server takes it, else by registration. An ID that is registered by hand comes before the document, as
   * https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization#client-registration-approaches wants it.
   */
  async #knownClient(
    metadata: AuthorizationServerMetadata | undefined,
    issuer: string,
  ): Promise<StoredOAuthClientInformation | undefined> {
    if (this.configured?.isForVsCode) return informationOf(this.configured, issuer);
    const stored = await this.#credentials.client(issuer);
    const takesDocuments = metadata?.client_id_metadata_document_supported === true;
    const usesDocument = takesDocuments && this.options.clientMetadataUrl !== undefined;
    const isEntered = stored && stored.redirectUrl === undefined;
    const isRegistered = stored?.redirectUrl === this.ports.redirect.url;
    if (isEntered || (isRegistered && !usesDocument)) {
      this.#storedClient = stored;
      return stored.information;
    }
    if (usesDocument || !metadata || metadata.registration_endpoint !== undefined) return undefined;
    return await this.#otherClient(issuer);
  }

  /** Where nothing else is left: the client of another program, if the configuration has one, else one that the user enters. */
  async #otherClient(issuer: string): Promise<StoredOAuthClientInformation> {
    return this.configured ? informationOf(this.configured, issuer) : await this.#askClient(issuer);
  }

  async #askClient(issuer: string): Promise<StoredOAuthClientInformation> {
    const { redirect, askClient } = this.ports;
    const client = await askClient({ host: this.host, redirectUrl: redirect.url });
    if (!client) throw new CancelledError();
    return informationOf(client, issuer);
  }

  /** Registers if necessary and makes the address for the browser. */
  async #authorize(provider: SignInProvider, scope: string | undefined, issuer: string): Promise<void> {
    const options = {
      serverUrl: this.url,
      ...(scope !== undefined && { scope }),
      forceReauthorization: true,
      fetchFn: this.#fetch as never,
    };
    try {
      await auth(provider, options);
    } catch (error) {
      if (!(error instanceof RegistrationRejectedError)) throw error;
      if (!provider.discoveryState().authorizationServerMetadata) throw signInUnknown(this.host);
      this.options.log.info(`${this.host} rejected the registration (${error.status})`);
      provider.client = await this.#otherClient(issuer);
      await auth(provider, options);
    }
    const client = this.#storableClient(provider);
    if (provider.isNewClient && this.#isKept(client.information)) await this.#credentials.setClient(issuer, client);
  }

  async #redeem(provider: SignInProvider, answer: Readonly<Record<string, string>>, issuer: string): Promise<void> {
    const { code, iss, error } = answer;
    const metadata = provider.discoveryState().authorizationServerMetadata;
    const { information } = this.#storableClient(provider);
    // Checked before anything else in the answer is trusted, including its error: RFC 9207.
    validateAuthorizationResponseIssuer({
      iss,
      expectedIssuer: metadata?.issuer,
      issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
    });
    if (code === undefined) throw await this.#refusal(error ?? 'no code', information, issuer);
    try {
      await auth(provider, {
        serverUrl: this.url,
        authorizationCode: code,
        ...(iss !== undefined && { iss }),
        fetchFn: this.#fetch as never,
      });
    } catch (cause) {
      // The SDK drops a client that the server does not know.
      throw provider.client ? cause : await this.#refusal('invalid_client', information, issuer);
    }
  }

  async #refusal(code: string, client: StoredOAuthClientInformation, issuer: string): Promise<HumanError> {
    if (code !== 'invalid_client' && code !== 'unauthorized_client') return signInError(code, this.host);
    if (this.configured?.id === client.client_id) return clientRefused(this.host, this.configured.place);
    if (!this.#isKept(client)) return documentRefused(this.host);
    // The server no longer knows the client, or the user mistyped its ID: the next sign-in uses another client.
    await this.#credentials.deleteClient(issuer);
    return signInError(code, this.host);
  }

  /** False for a client that the configuration or a setting names: they may name another one the next time. */
  #isKept({ client_id: id }: StoredOAuthClientInformation): boolean {
    return id !== this.configured?.id && id !== this.options.clientMetadataUrl;
  }

  #storableClient({ client, isNewClient }: SignInProvider): SavedClient {
    if (!client) throw new Error('There is no client to keep');
    const registeredFor = isNewClient ? this.ports.redirect.url : this.#storedClient?.redirectUrl;
    return { information: client, redirectUrl: registeredFor };
  }
}

function informationOf({ id, secret }: ClientIdentity, issuer: string): StoredOAuthClientInformation {
  return { client_id: id, ...(secret !== undefined && { client_secret: secret }), issuer };
}
