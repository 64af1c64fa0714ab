import { CancelledError, HumanError } from '../../src/core/base/errors';
import { showable } from '../../src/core/base/showable';
import { isFields } from '../../src/core/base/values';
import { createSignIn } from '../../src/core/mcp/auth/signIn';
import { Credentials } from '../../src/core/mcp/auth/credentials';
import type { Fetch } from '../../src/core/mcp/base/effects';
import { isLocalLiteral } from '../../src/core/network/place';
import type { Logger } from '../../src/core/base/ports';
import type { CredentialStore } from '../../src/core/session/session';
import { hold, jsonIn, type Target } from '../target';

const server = 'https://mcp.example/mcp';
/** The code that the browser came back with. */
const code = 'the-code';
const clock = { now: () => 0, elapsed: () => 0, after: () => ({ dispose: () => undefined }) };

/** What servers answer while a user signs in: metadata of the resource and of its authorization server, a registration, tokens. */
export const signInAnswers: Target = {
  name: 'signInAnswers',
  isJson: true,
  words: [
    ...['resource', 'authorization_servers', 'scopes_supported', 'issuer', 'authorization_endpoint', 'token_endpoint'],
    ...['registration_endpoint', 'response_types_supported', 'code_challenge_methods_supported', 'S256', 'client_id'],
    ...[
      'client_secret',
      'client_secret_expires_at',
      'redirect_uris',
      'access_token',
      'token_type',
      'expires_in',
      'scope',
    ],
    ...['error', 'invalid_client', 'iss', 'authorization_response_iss_parameter_supported', 'https://login.example'],
    ...[
      'https://mcp.example/mcp',
      'http://login.example',
      'https://127.0.0.1',
      'https://[::1]/',
      'javascript:alert(1)',
    ],
    ...[
      'client_id_metadata_document_supported',
      'token_endpoint_auth_methods_supported',
      'none',
      '/register',
      '__proto__',
    ],
    ...['status', 'location', 'protectedResource', 'authorizationServer', 'registration', 'tokens', 'browser'],
  ],
  async check(bytes) {
    const input = jsonIn(bytes);
    const answers = isFields(input) ? input : {};
    const store = new Map<string, string>();
    const credentials: CredentialStore = {
      get: (key) => Promise.resolve(store.get(key)),
      set: (key, value) => Promise.resolve(void store.set(key, value)),
      delete: (key) => Promise.resolve(void store.delete(key)),
    };
    const lines: string[] = [];
    const error = await signIn(answers, credentials, lines);
    for (const line of lines) hold(!line.includes(code), 'The log has no code.', line);
    if (error === undefined) {
      const saved = await new Credentials(credentials, server).signIn();
      hold(typeof saved?.tokens.access_token === 'string', 'Who signed in has a token.');
      return 'signed in';
    }
    if (error instanceof CancelledError) return 'cancelled';
    if (!(error instanceof HumanError)) throw error as Error;
    const { message, reason } = error;
    hold(message.length < 1_000 && showable(message, '') === message, 'A failure is a short line.', message);
    hold(!JSON.stringify([...store.keys()]).includes('tokens'), 'A failed sign-in leaves no token.');
    return reason;
  },
};

/** @returns why it failed; `undefined` where it did not */
async function signIn(
  answers: Readonly<Record<string, unknown>>,
  credentials: CredentialStore,
  lines: string[],
): Promise<unknown> {
  let count = 0;
  const fetch: Fetch = (to, init) => {
    checkAddress(String(to));
    hold((count += 1) < 40, 'A sign-in ends.');
    return Promise.resolve(answerTo(String(to), init, answers) as never);
  };
  const browser = isFields(answers['browser']) ? answers['browser'] : {};
  const texts = Object.entries(browser).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const ports = {
    credentials,
    lookUp: () => Promise.resolve({ addresses: ['93.184.216.34'], isProxied: false }),
    confirmLocalHost: () => Promise.resolve(false),
    redirect: {
      url: 'http://127.0.0.1:1/x',
      wait: (wanted: string) => Promise.resolve({ state: wanted, code, ...Object.fromEntries(texts) }),
      dispose: () => undefined,
    },
    openBrowser: (page: string) => {
      checkAddress(page);
      return Promise.resolve();
    },
    confirm: () => Promise.resolve(true),
    askClient: () => Promise.resolve(undefined),
  };
  const log: Logger = {
    ...{ isTracing: true, trace: (line) => lines.push(line), info: (line) => lines.push(line) },
    ...{ warn: (line) => lines.push(line), error: (line) => lines.push(line), named: () => log },
  };
  const { signal } = new AbortController();
  const options = { clock, log, signal, clientMetadataUrl: 'https://example.com/client.json' };
  const launch = { kind: 'http', url: server, headers: {} } as const;
  try {
    await createSignIn(fetch)(launch, ports, options);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** What is sent, the browser included, goes to encrypted addresses outside of the user's network. */
function checkAddress(address: string): void {
  const { protocol, hostname } = new URL(address);
  hold(protocol === 'https:' && !isLocalLiteral(hostname), 'A sign-in stays on the web, encrypted.', address);
}

function answerTo(address: string, init: Parameters<Fetch>[1], answers: Readonly<Record<string, unknown>>): Response {
  const kind = kindOf(address, init);
  const answer = answers[kind];
  if (answer === undefined) return new Response('nothing', { status: 404 });
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const status = statusIn(answer) ?? (kind === 'registration' ? 201 : 200);
  const headers = { 'content-type': 'application/json', ...locationIn(answer) };
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers });
}

function kindOf(address: string, init: Parameters<Fetch>[1]): string {
  const { method, body } = (init ?? {}) as { readonly method?: string; readonly body?: unknown };
  if (method === 'POST') return String(body).includes('grant_type=') ? 'tokens' : 'registration';
  return address.includes('/.well-known/oauth-protected-resource') ? 'protectedResource' : 'authorizationServer';
}

function statusIn(answer: unknown): number | undefined {
  const status = isFields(answer) ? answer['status'] : undefined;
  return typeof status === 'number' && Number.isInteger(status) && status >= 200 && status < 600 ? status : undefined;
}

function locationIn(answer: unknown): Record<string, string> {
  const location = isFields(answer) ? answer['location'] : undefined;
  return typeof location === 'string' && /^[\x21-\x7e]+$/u.test(location) ? { location } : {};
}
