// npm run real-servers: what servers from npm list and contain, by our sessions and by a client of thirty lines, compared by hash. Built and run by
// scripts/realServers.mjs, which installs the servers.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HumanError } from '../../src/core/base/errors';
import type { Launch, ListLimits, ListEnd, Page, Session } from '../../src/core/session/session';
import { systemClock } from '../../src/node/base/clock';
import { openSession } from '../../src/node/mcp/mcp';
import { silent } from '../support/silent';
import {
  describeDirectories,
  directoryDifferences,
  hasDirectories,
  walkOwn,
  walkRaw,
  type Directories,
} from './directories';
import { RawClient, type Fields } from './rawClient';
import { serversNamed, type RealServer } from './servers';
import { describeSkills, hasSkills, skillDifferences, skillsBySdk, skillsByUs, type SkillTexts } from './skills';

const [installFolder = '', teeServer = '', only] = process.argv.slice(2);
/** Resources that are read of each server. */
const maxReads = 40;
/** Milliseconds for a connection, a list or an update: on a busy machine a server takes long to start. */
const patience = 120_000;
const limits: ListLimits = { pages: 1_000, items: 100_000, bytes: 100_000_000, time: patience };
const never = new AbortController().signal;

/** How a server is started. */
interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Seen {
  readonly revision: string;
  readonly pages: number;
  readonly resources: readonly Fields[];
  readonly templates: readonly Fields[];
  readonly directories: Directories;
  readonly skills: SkillTexts;
  /** By URI: a hash of what was read, or why it could not be read. */
  readonly reads: ReadonlyMap<string, string>;
}

const hash = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const fieldsOf = (item: object, key: string): Fields => {
  const { [key]: uri, name, title, description, mimeType, size } = item as Fields;
  return { [key]: uri, name, title, description, mimeType, size };
};

/** What was read, as one text. Servers that break rules are repaired by our sessions: an empty type is none. */
function readHash(contents: readonly { uri: unknown; mimeType: unknown; data: string | Uint8Array }[]): string {
  return contents.map(({ uri, mimeType, data }) => `${String(uri)} ${String(mimeType)} ${hash(data)}`).join('\n');
}

async function readRaw(client: RawClient, uri: string): Promise<string> {
  const answer = await client.ask('resources/read', { uri });
  if ('error' in answer) return `error ${String(answer.error)}`;
  const contents = answer.result['contents'] as readonly Fields[];
  return readHash(
    contents.map(({ uri: own, mimeType, text, blob }) => ({
      uri: own,
      mimeType,
      data: typeof text === 'string' ? text : Buffer.from(String(blob), 'base64'),
    })),
  );
}

/** By the plain client. A content that differs each time it is read has no hash. */
async function seenRaw(start: Start): Promise<Seen> {
  const { command, args, cwd, env } = start;
  const client = RawClient.start(command, args, cwd, env);
  try {
    const opened = await client.initialize();
    if ('error' in opened) throw new Error(`The plain client could not initialize it: ${String(opened.error)}.`);
    const { items, pages } = await client.list('resources/list', 'resources');
    const templates = await client.list('resources/templates/list', 'resourceTemplates');
    const mayWalk = hasDirectories(opened.result['capabilities']);
    const directories: Directories = mayWalk ? await walkRaw(client, items) : new Map();
    const skills: SkillTexts = hasSkills(opened.result['capabilities']) ? await skillsBySdk(start) : new Map();
    const reads = new Map<string, string>();
    for (const uri of urisToRead(items, directories)) {
      const [first, second] = [await readRaw(client, uri), await readRaw(client, uri)];
      reads.set(uri, first === second ? first : 'changes');
    }
    return {
      revision: String(opened.result['protocolVersion']),
      pages,
      resources: items.map((item) => fieldsOf(item, 'uri')),
      templates: templates.items.map((item) => fieldsOf(item, 'uriTemplate')),
      directories,
      skills,
      reads,
    };
  } finally {
    await client.end();
  }
}

function urisToRead(listed: readonly Fields[], directories: Directories): readonly string[] {
  const children = [...directories.values()].flatMap((one) => (one === 'refused' ? [] : one));
  return [...new Set([...listed, ...children].map(({ uri }) => String(uri)))].slice(0, maxReads);
}

function open(launch: Launch): Promise<Session> {
  return openSession(launch, {
    clock: systemClock,
    log: silent,
    signal: never,
    connectTimeout: patience,
    learned: undefined,
    onDidLearn: () => undefined,
    onStderr: () => undefined,
  });
}

async function collect<T>(pages: AsyncGenerator<Page<T>, ListEnd, undefined>): Promise<readonly T[]> {
  const items: T[] = [];
  try {
    for await (const page of pages) items.push(...page.items);
  } catch (error) {
    // A server that declares resources may have no list of them.
    if (!(error instanceof HumanError) || error.reason !== 'unsupported') throw error;
  }
  return items;
}

async function readOwn(session: Session, uri: string): Promise<string> {
  try {
    const result = await session.read(uri, { maxBytes: 100_000_000, signal: never });
    if (result === 'notModified') return result;
    return readHash(
      result.contents.map(({ uri: own, mimeType, body }) => ({
        uri: own,
        mimeType,
        data: body.kind === 'text' ? body.text : body.bytes,
      })),
    );
  } catch (error) {
    return error instanceof HumanError ? `error ${error.reason}` : `fault ${String(error)}`;
  }
}

async function seenByUs(session: Session): Promise<Seen> {
  const resources = await collect(session.listResources(limits, never));
  const templates = await collect(session.listTemplates(limits, never));
  const directories: Directories = session.info.hasDirectories ? await walkOwn(session, resources, limits) : new Map();
  const skills: SkillTexts = session.info.hasSkills ? await skillsByUs(session, limits) : new Map();
  const listed = resources.map((item) => fieldsOf(item, 'uri'));
  const reads = new Map<string, string>();
  for (const uri of urisToRead(listed, directories)) reads.set(uri, await readOwn(session, uri));
  return {
    revision: session.info.revision,
    pages: 0,
    resources: listed,
    templates: templates.map((item) => fieldsOf(item, 'uriTemplate')),
    directories,
    skills,
    reads,
  };
}

/** Sentences on what is not the same. */
function differences(raw: Seen, own: Seen): readonly string[] {
  const lists = (['resources', 'templates'] as const).flatMap((key) =>
    JSON.stringify(raw[key].map(withoutNothing)) === JSON.stringify(own[key].map(withoutNothing))
      ? []
      : [`${key}: ${raw[key].length} and ${own[key].length}`],
  );
  const reads = [...raw.reads].flatMap(([uri, one]) => {
    const other = own.reads.get(uri) ?? 'not read';
    const isSame =
      one === 'changes'
        ? !/^(error|fault)/u.test(other)
        : one.startsWith('error')
          ? other.startsWith('error')
          : one === other;
    return isSame ? [] : [`${uri}: ${one.slice(0, 80)} and ${other.slice(0, 80)}`];
  });
  const directories = directoryDifferences(raw.directories, own.directories);
  return [...lists, ...directories, ...skillDifferences(raw.skills, own.skills), ...reads];
}

/** Empty texts say nothing; `null` is how some languages write that. */
function withoutNothing(item: Fields): Fields {
  return Object.fromEntries(
    Object.entries(item).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

/** Runs the server behind a tee, watches, and has the other client change it. @returns what is wrong */
async function updateProblem(
  { command, args, cwd, env }: Start,
  update: NonNullable<RealServer['update']>,
): Promise<string | undefined> {
  const socket = path.join(cwd, 'side.sock');
  const session = await open({
    kind: 'stdio',
    command: process.execPath,
    args: [teeServer, socket, command, ...args],
    cwd,
    env,
  });
  let side: RawClient | undefined;
  try {
    side = await RawClient.beside(socket);
    const updated = new Promise<boolean>((resolve) => {
      session.onDidUpdate((uri) => uri === update.uri && resolve(true));
      setTimeout(() => resolve(false), patience).unref();
    });
    session.watch(new Set([update.uri]));
    for (let waited = 0; !session.isLive(update.uri); waited += 50) {
      if (waited > patience) return 'the server does not take the subscription';
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const answer = await side.ask('tools/call', { name: update.tool, arguments: update.arguments });
    if ('error' in answer) return `${update.tool} fails: ${String(answer.error)}`;
    if (!(await updated)) return 'no update was reported';
    const [own, raw] = [await readOwn(session, update.uri), await readRaw(side, update.uri)];
    // A time of the server's in it is another one each second.
    return own === raw || raw !== (await readRaw(side, update.uri)) ? undefined : 'the updated content differs';
  } finally {
    await side?.end();
    session.dispose();
    await session.ended;
  }
}

async function overHttp(
  { command, cwd, env }: Start,
  script: string,
  { args, path: endpoint }: NonNullable<RealServer['overHttp']>[number],
): Promise<{ session: Session; end: () => Promise<void> }> {
  const port = await freePort();
  const server = spawn(command, [script, ...args], { cwd, env: { ...env, PORT: String(port) }, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}${endpoint}`;
  const end = async (): Promise<void> => {
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  };
  for (let waited = 0; waited < patience; waited += 250) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    const isThere = await fetch(`http://127.0.0.1:${port}/nothing`).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    const session = await open({ kind: 'http', url, headers: {} });
    const endBoth = async (): Promise<void> => {
      session.dispose();
      await session.ended;
      await end();
    };
    return { session, end: endBoth };
  }
  await end();
  throw new Error('The server does not listen.');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

interface Row {
  readonly server: string;
  readonly transport: string;
  readonly revision: string;
  readonly pages: string;
  readonly resources: string;
  readonly templates: string;
  readonly folders: string;
  readonly skills: string;
  readonly reads: string;
  readonly update: string;
  readonly problems: readonly string[];
}

function rowOf(
  server: RealServer,
  session: Session,
  raw: Seen,
  own: Seen,
  update: string,
  problems: readonly string[],
): Row {
  const equal = [...raw.reads].filter(([uri, one]) => one === own.reads.get(uri)).length;
  const failed = [...raw.reads.values()].filter((one) => one.startsWith('error')).length;
  const changing = [...raw.reads.values()].filter((one) => one === 'changes').length;
  const notes = [
    ...(failed > 0 ? [`${failed} refused`] : []),
    ...(changing > 0 ? [`${changing} differ each time`] : []),
  ];
  return {
    server: [server.name, server.version, ...(server.script === undefined ? [] : (server.args?.slice(1) ?? []))].join(
      ' ',
    ),
    transport: session.info.transport,
    revision: own.revision,
    pages: String(raw.pages),
    resources: String(own.resources.length),
    templates: String(own.templates.length),
    folders: own.directories.size > 0 ? describeDirectories(own.directories) : '',
    skills: describeSkills(own.skills),
    reads: `${equal} the same${notes.length > 0 ? `, ${notes.join(', ')}` : ''}`,
    update,
    problems,
  };
}

async function startOf(server: RealServer): Promise<{ readonly start: Start; readonly script: string }> {
  const script = server.script === undefined ? await binOf(server) : await ownScript(server, server.script);
  const cwd = await mkdtemp(path.join(tmpdir(), 'real-server-'));
  // A home of its own: it writes nothing into the user's.
  await mkdir(path.join(cwd, 'home'));
  const env = { PATH: process.env['PATH'] ?? '', HOME: path.join(cwd, 'home'), ...server.env };
  return { start: { command: process.execPath, args: [script, ...(server.args ?? [])], cwd, env }, script };
}

async function binOf({ name, version }: RealServer): Promise<string> {
  const folder = path.join(installFolder, `${name}@${version}`.replace(/[@/]/gu, '_'), 'node_modules', name);
  const { bin } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  return path.join(folder, typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? ''));
}

async function ownScript({ name, version }: RealServer, file: string): Promise<string> {
  const folder = path.dirname(teeServer);
  const manifest = await readFile(path.join(folder, '../../node_modules', name, 'package.json'), 'utf8');
  const installed = (JSON.parse(manifest) as { version: string }).version;
  if (installed !== version) throw new Error(`Version ${installed} of ${name} is installed: change servers.ts.`);
  return path.join(folder, file);
}

async function rowsOf(server: RealServer): Promise<readonly Row[]> {
  const { start, script } = await startOf(server);
  try {
    const raw = await seenRaw(start);
    const session = await open({ kind: 'stdio', ...start });
    const own = await seenByUs(session);
    session.dispose();
    await session.ended;
    const problem = server.update && (await updateProblem(start, server.update));
    const update = server.update ? (problem ?? 'reported') : '';
    const rows = [
      rowOf(server, session, raw, own, update, [...differences(raw, own), ...(problem === undefined ? [] : [problem])]),
    ];
    for (const http of server.overHttp ?? []) {
      const opened = await overHttp(start, script, http);
      const seen = await seenByUs(opened.session);
      rows.push(rowOf(server, opened.session, raw, seen, '', differences(raw, seen)));
      await opened.end();
    }
    return rows;
  } finally {
    await rm(start.cwd, { recursive: true, force: true });
  }
}

const columns = [
  'server',
  'transport',
  'revision',
  'pages',
  'resources',
  'templates',
  'folders',
  'skills',
  'reads',
  'update',
] as const;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

say(`| ${columns.join(' | ')} | differences |\n|${' --- |'.repeat(columns.length + 1)}`);
// Our sessions keep no process alive.
setInterval(() => undefined, 1_000);
let count = 0;
let problems = 0;
for (const server of serversNamed(only)) {
  try {
    const rows = await rowsOf(server);
    for (const row of rows)
      say(`| ${columns.map((column) => row[column]).join(' | ')} | ${row.problems.join('; ') || 'none'} |`);
    problems += rows.reduce((sum, row) => sum + row.problems.length, 0);
    count += 1;
  } catch (error) {
    problems += 1;
    say(
      `| ${server.name} ${server.version} |${' |'.repeat(columns.length - 1)} ${error instanceof Error ? error.message : String(error)} |`,
    );
  }
}
say(`\n${count} servers compared, ${problems} differences`);
process.exit(problems > 0 ? 1 : 0);
