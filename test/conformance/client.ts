// The client that the official conformance suite starts, once for each scenario, with the URL of its server as the last argument. It uses this
// project's sessions, transports, questions and sign-in, with a user who agrees to everything. Built by scripts/conformance.mjs.
import { HumanError } from '../../src/core/base/errors';
import type { Logger } from '../../src/core/base/ports';
import type { Fields } from '../../src/core/base/values';
import { defaultsOf } from '../../src/core/questions/checkValue';
import type { Answer, Question } from '../../src/core/questions/interaction';
import { ClientSession } from '../../src/core/mcp/clientSession';
import { explain } from '../../src/core/mcp/errors/explain';
import type { Link } from '../../src/core/mcp/open/link';
import { untilAnswered } from '../../src/core/mcp/questions/questionRounds';
import { Questions } from '../../src/core/mcp/questions/questions';
import type { CredentialStore, Launch, ListLimits } from '../../src/core/session/session';
import { systemClock } from '../../src/node/base/clock';
import { openLoopback } from '../../src/node/network/loopback';
import { openSession, signIn } from '../../src/node/mcp/mcp';
import { useSkills } from './skills';

interface Context {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[];
  /** A client that was registered by hand. */
  readonly client_id?: string;
  readonly client_secret?: string;
}

/** The suite's servers never fetch it; they only expect this exact address. */
const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json';
/** Number of sign-ins after which the user gives up. */
const maxSignIns = 3;
const timeout = 30_000;
const limits: ListLimits = { pages: 100, items: 10_000, bytes: 10_000_000, time: timeout };
const never = new AbortController().signal;

const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Context;
const { client_id: id, client_secret: secret } = context;
const launch: Launch = {
  ...{ kind: 'http', url: process.argv.at(-1) ?? '', headers: {} },
  client: id === undefined ? undefined : { id, secret, isForVsCode: true, place: 'the suite' },
};
const secrets = new Map<string, string>();
const credentials: CredentialStore = {
  get: (key) => Promise.resolve(secrets.get(key)),
  set: (key, value) => Promise.resolve(void secrets.set(key, value)),
  delete: (key) => Promise.resolve(void secrets.delete(key)),
};
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const log: Logger = { isTracing: false, trace: say, info: say, warn: say, error: say, named: () => log };

/** Clicks "Sign In…", in the browser of a user who is already signed in there. */
async function clickSignIn(): Promise<void> {
  const redirect = await openLoopback(0);
  const ports = {
    credentials,
    redirect,
    openBrowser: async (url: string) => {
      await fetch(url);
    },
    askClient: () => Promise.resolve(undefined),
    // The suite's servers are on this computer, where nothing is looked up or asked.
    lookUp: () => Promise.resolve({ addresses: [], isProxied: false }),
    confirmLocalHost: () => Promise.resolve(false),
    confirm: () => Promise.resolve(true),
  };
  try {
    await signIn(launch, ports, { clock: systemClock, log, signal: never, clientMetadataUrl });
  } finally {
    redirect.dispose();
  }
}

async function open(): Promise<ClientSession> {
  const session = await openSession(launch, {
    clock: systemClock,
    log,
    signal: never,
    connectTimeout: timeout,
    learned: undefined,
    onDidLearn: () => undefined,
    credentials,
    onStderr: () => undefined,
  });
  if (session instanceof ClientSession) return session;
  throw new Error('Sessions are made by another class now');
}

/** Answers with the defaults, and with fitting values where there is no default. */
function allow(question: Question): Promise<Answer> {
  if (question.kind !== 'form') return Promise.resolve({ action: 'accept' });
  const missing = question.fields.filter((field) => field.default === undefined && field.isRequired);
  const values = missing.map(({ name, type }) => [name, type.kind === 'boolean' ? true : 'text'] as const);
  return Promise.resolve({
    action: 'accept',
    content: { ...Object.fromEntries(values), ...defaultsOf(question.fields) },
  });
}

/** Uses everything the server has: the resources as the product does, and the tools, which most scenarios are about. */
async function use(session: ClientSession): Promise<void> {
  for await (const { items } of session.listResources(limits, never))
    for (const { uri } of items) await session.read(uri, { maxBytes: 1_000_000, signal: never });
  // The product does not use tools, so it has no public way to call them.
  // oxlint-disable-next-line typescript/dot-notation -- TypeScript's way to reach a private member
  const link = session['link'];
  const explained = (cause: unknown): never => {
    throw explain(cause, link.circumstances('read', timeout));
  };
  const result = await link.peer.request('tools/list', undefined, {}).catch(explained);
  const tools = result['tools'] as readonly { readonly name: string; readonly inputSchema: object }[];
  const calls =
    context.toolCalls ??
    tools.map(({ name, inputSchema }) => ({
      name,
      arguments: sample(inputSchema),
    }));
  for (const call of calls) await callTool(link, call).catch(explained);
}

/** Calls a tool as a session reads: the server may ask questions meanwhile. */
function callTool({ peer, era }: Link, call: { name: string; arguments: object }): Promise<unknown> {
  const questions = new Questions(systemClock, log, timeout, timeout);
  if (era.isAskedByRequest) questions.listen(peer.events);
  return questions.during({ signal: never, interaction: { ask: allow } }, (asker) => {
    const send = (params: object | undefined): Promise<unknown> =>
      peer.request('tools/call', params as Fields, { asks: true });
    return untilAnswered(call, send, asker, questions);
  });
}

/** Returns arguments that fit a flat schema. */
function sample(schema: object): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> };
  const values: Record<string, unknown> = { string: 'text', number: 2, integer: 2, boolean: true };
  const entries = Object.entries(properties).map(([name, { type }]) => [name, values[String(type)]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Signs in as in the product: a request that needs a sign-in fails, the user clicks, and a new session begins. */
async function main(): Promise<void> {
  for (let signIns = 0; ; signIns += 1) {
    let session: ClientSession | undefined;
    try {
      session = await open();
      await use(session);
      return;
    } catch (error) {
      const wantsSignIn = error instanceof HumanError && error.reason === 'unauthorized';
      if (!wantsSignIn || signIns === maxSignIns) throw error;
      say(error.message);
    } finally {
      session?.dispose();
      await session?.ended;
    }
    await clickSignIn();
  }
}

try {
  const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
  const isOfSkills = scenario.startsWith('sep-2640-client-');
  const reads = !scenario.endsWith('no-prefetch');
  await (isOfSkills ? useSkills({ launch, openSession, limits, timeout, log, reads }) : main());
  process.exit(0);
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
}
