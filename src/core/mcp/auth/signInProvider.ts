import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';

/** The client in the SDK's flow, for one sign-in: it only holds the results in memory, and {@link signIn} saves them. */
export class SignInProvider implements OAuthClientProvider {
  readonly clientMetadata: OAuthClientMetadata;
  readonly clientMetadataUrl?: string;
  /** Set for a server without metadata: there, the SDK would send no resource indicator (RFC 8707). */
  readonly validateResourceURL?: (serverUrl: unknown) => Promise<never>;
  client: StoredOAuthClientInformation | undefined;
  /** The client was registered, or identified by its metadata document, in this sign-in. */
  isNewClient = false;
  authorizationUrl: string | undefined;
  requestedScope: string | undefined;
  resource: string | undefined;
  received: StoredOAuthTokens | undefined;
  #verifier = '';

  constructor(
    readonly redirectUrl: string,
    private readonly discovery: OAuthDiscoveryState,
    private readonly expectedState: string,
    clientMetadataUrl: string | undefined,
  ) {
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
    if (!discovery.resourceMetadata)
      this.validateResourceURL = (url) => Promise.resolve(resourceOf(String(url)) as never);
    this.clientMetadata = {
      client_name: 'MCP Resource Picker',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: authMethod(
        discovery.authorizationServerMetadata?.token_endpoint_auth_methods_supported,
      ),
      application_type: 'native',
    };
  }

  state(): string {
    return this.expectedState;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.client = client;
    this.isNewClient = true;
  }

  /** The user signs in because the stored tokens do not work: nothing is renewed here. */
  tokens(): undefined {
    return undefined;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    // A server that grants exactly the requested scope may omit it.
    this.received = { ...tokens, scope: tokens.scope ?? this.requestedScope };
  }

  redirectToAuthorization(url: { readonly href: string; readonly searchParams: { get(name: string): string | null } }) {
    this.authorizationUrl = url.href;
    this.requestedScope = url.searchParams.get('scope') ?? undefined;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveResourceUrl(resource: string): void {
    this.resource = resource;
  }

  /** The flow binds the code to the server that it began with. */
  discoveryState(): OAuthDiscoveryState {
    return this.discovery;
  }

  saveDiscoveryState(): void {
    // The metadata is known from the beginning.
  }

  invalidateCredentials(scope: string): void {
    if (scope === 'client' || scope === 'all') this.client = undefined;
  }
}

/** The canonical URI of a server, which names it to its authorization server. Its query may be a secret. */
function resourceOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return pathname === '/' ? origin : origin + pathname;
}

/** A program on a user's machine cannot keep a secret, so it has none unless the server requires one. */
function authMethod(supported: readonly string[] | undefined): string {
  if (supported === undefined || supported.includes('none')) return 'none';
  return supported.find((method) => /^client_secret_(basic|post)$/.test(method)) ?? 'none';
}
