import {
  auth,
  discoverOAuthServerInfo,
  RegistrationRejectedError,
  validateAuthorizationResponseIssuer,
  type OAuthServerInfo,
} from '@modelcontextprotocol/client';
import { CancelledError } from '../../base/errors';
import type { SignIn, SignInOptions, SignInPorts } from '../../session/signIn';
import type { Fetch } from '../base/effects';
import { foreignAnswer, signInTooLate, signInUnencrypted, signInUnknown, signInWithoutPkce } from '../errors/failures';
import { isUnencrypted } from '../../servers/unencrypted';
import { addressOf } from './sessionAddress';
import { authFetch } from './authFetch';
import { Credentials, type KeptClient } from './credentials';
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
    const flow = new Flow(url, effects, ports, options, end.signal);
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

  constructor(
    private readonly url: string,
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
    const storedClient = await this.#credentials.client(issuer);
    const isUsable =
      storedClient && (storedClient.redirectUrl === undefined || storedClient.redirectUrl === ports.redirect.url);
    provider.client = isUsable ? storedClient.information : await this.#clientWithoutRegistration(serverInfo, issuer);
    await this.#authorize(provider, challenge?.scope, issuer);

    options.log.info(`Waiting for the sign-in at ${this.host}`);
    const page = provider.authorizationUrl;
    if (page === undefined) throw new Error('The flow did not ask for a browser');
    // With another scheme, a server could start a program on this machine.
    await this.#gate(new URL(page));
    const [answer] = await Promise.all([ports.redirect.wait(state, this.end), ports.openBrowser(page)]);
    if (answer['state'] !== state) throw foreignAnswer();
    await this.#redeem(provider, answer, issuer);

    const { client, received } = provider;
    if (!client || !received) throw new Error('The flow ended without tokens');
    const authority = {
      issuer,
      authorizationServerUrl: serverInfo.authorizationServerUrl,
      metadata: serverInfo.authorizationServerMetadata,
      resource: provider.resource,
    };
    await this.#credentials.setSignIn({
      authority,
      client: this.#storableClient(provider, storedClient),
      tokens: received,
    });
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

  /** Asks the user for a client where the authorization server offers no registration. */
  async #clientWithoutRegistration({ authorizationServerMetadata: metadata }: OAuthServerInfo, issuer: string) {
    if (!metadata || metadata.registration_endpoint !== undefined) return undefined;
    const takesDocuments = metadata.client_id_metadata_document_supported === true;
    if (takesDocuments && this.options.clientMetadataUrl !== undefined) return undefined;
    return this.#askClient(issuer);
  }

  async #askClient(issuer: string) {
    const { redirect, askClient } = this.ports;
    const client = await askClient({ host: this.host, redirectUrl: redirect.url });
    if (!client) throw new CancelledError();
    return { client_id: client.id, ...(client.secret !== undefined && { client_secret: client.secret }), issuer };
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
      provider.client = await this.#askClient(issuer);
      await auth(provider, options);
    }
    if (provider.isNewClient) await this.#credentials.setClient(issuer, this.#storableClient(provider, undefined));
  }

  async #redeem(provider: SignInProvider, answer: Readonly<Record<string, string>>, issuer: string): Promise<void> {
    const { code, iss, error } = answer;
    const metadata = provider.discoveryState().authorizationServerMetadata;
    // Checked before anything else in the answer is trusted, including its error: RFC 9207.
    validateAuthorizationResponseIssuer({
      iss,
      expectedIssuer: metadata?.issuer,
      issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
    });
    if (code === undefined) throw signInError(error ?? 'no code', this.host);
    try {
      await auth(provider, {
        serverUrl: this.url,
        authorizationCode: code,
        ...(iss !== undefined && { iss }),
        fetchFn: this.#fetch as never,
      });
    } catch (cause) {
      if (provider.client) throw cause;
      // The server no longer knows the client, or the user mistyped its id: the next sign-in uses another client.
      await this.#credentials.deleteClient(issuer);
      throw signInError('invalid_client', this.host);
    }
  }

  #storableClient({ client, isNewClient }: SignInProvider, storedClient: KeptClient | undefined): KeptClient {
    if (!client) throw new Error('There is no client to keep');
    const registeredFor = isNewClient ? this.ports.redirect.url : storedClient?.redirectUrl;
    return { information: client, redirectUrl: registeredFor };
  }
}
