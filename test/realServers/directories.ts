import { HumanError } from '../../src/core/base/errors';
import type { Resource } from '../../src/core/resource/resource';
import type { DirectoryLimits, ListLimits, ListPlace, Session } from '../../src/core/session/session';
import type { Fields, RawClient } from './rawClient';

/** Children after which our sessions take the next part of a directory, as the tree does. */
const enough = 150;
/** Directories that are walked of a server. */
const maxDirectories = 200;

/** By the URI of a directory: its children, or `refused` where the server says that it is none. */
export type Directories = ReadonlyMap<string, readonly Fields[] | 'refused'>;

type Children = readonly Fields[] | 'refused';

export const hasDirectories = (capabilities: unknown): boolean => {
  const { extensions } = Object(capabilities) as { extensions?: Record<string, { directoryRead?: unknown }> };
  return extensions?.['io.modelcontextprotocol/skills']?.directoryRead === true;
};

export function walkRaw(client: RawClient, listed: readonly Fields[]): Promise<Directories> {
  return walk(listed, async (uri) => {
    const { items, error } = await client.list('resources/directory/read', 'resources', { uri });
    if (error === undefined) return items;
    if (error !== -32602) throw new Error(`The plain client could not list ${uri}: ${JSON.stringify(error)}.`);
    return 'refused';
  });
}

export function walkOwn(session: Session, listed: readonly Resource[], limits: ListLimits): Promise<Directories> {
  return walk(listed.map(plain), async (uri) => {
    try {
      return (await childrenOf(session, uri, limits)).map(plain);
    } catch (error) {
      if (!(error instanceof HumanError) || error.reason !== 'notFound') throw error;
      return 'refused';
    }
  });
}

/** Sentences on what is not the same of each child: URI, name, type and size. */
export function directoryDifferences(raw: Directories, own: Directories): readonly string[] {
  const uris = new Set([...raw.keys(), ...own.keys()]);
  return [...uris].flatMap((uri) => {
    const [one, other] = [textOf(raw.get(uri)), textOf(own.get(uri))];
    return one === other ? [] : [`the folder ${uri}: ${one.slice(0, 80)} and ${other.slice(0, 80)}`];
  });
}

export function describeDirectories(directories: Directories): string {
  const lists = [...directories.values()].filter((children) => children !== 'refused');
  const children = lists.reduce((sum, list) => sum + list.length, 0);
  return `${lists.length} with ${children} children, ${directories.size - lists.length} refused`;
}

/** Part by part, each from where the one before ended. */
async function childrenOf(session: Session, uri: string, limits: ListLimits): Promise<readonly Resource[]> {
  const children: Resource[] = [];
  const { signal } = new AbortController();
  for (let from: ListPlace | undefined; ;) {
    const part: DirectoryLimits = { ...limits, enough, from };
    const pages = session.listDirectory(uri, part, signal);
    let page = await pages.next();
    for (; page.done !== true; page = await pages.next()) children.push(...page.value.items);
    const end = page.value;
    if (end.kind === 'complete') return children;
    if (end.next === undefined) throw new Error(`The folder ${uri} is cut by ${end.by}.`);
    from = end.next;
  }
}

/** Breadth first, each directory once: those that are listed, and those in which a skill has to stand. Two of them do not exist. */
async function walk(
  listed: readonly Fields[],
  list: (uri: string) => Promise<Children>,
): Promise<Map<string, Children>> {
  const roots = listed.flatMap(({ uri, mimeType }) => {
    if (mimeType === 'inode/directory') return [String(uri)];
    return String(uri).endsWith('/SKILL.md') ? [String(uri).replace(/\/SKILL\.md$/u, '')] : [];
  });
  const directories = new Map<string, Children>();
  const waiting = [...roots, ...roots.slice(0, 1).flatMap((uri) => [`${uri}/`, `${uri}/there-is-none`])];
  for (let uri = waiting.shift(); uri !== undefined; uri = waiting.shift()) {
    if (directories.has(uri) || directories.size >= maxDirectories) continue;
    const children = await list(uri);
    directories.set(uri, children);
    if (children === 'refused') continue;
    waiting.push(
      ...children.filter(({ mimeType }) => mimeType === 'inode/directory').map((child) => String(child['uri'])),
    );
  }
  return directories;
}

function plain({ uri, name, mimeType, size }: Resource): Fields {
  return { uri, name, mimeType, size };
}

function textOf(children: Children | undefined): string {
  if (children === undefined || children === 'refused') return String(children);
  return `${children.length} children: ${JSON.stringify(children.map(({ uri, name, mimeType, size }) => [uri, name, mimeType, size]))}`;
}
