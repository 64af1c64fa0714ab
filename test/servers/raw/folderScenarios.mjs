// A scenario of directories whose children are listed one directory at a time (resources/directory/read of the skills extension).
import { RpcError, noAnswer, textContent } from './peer.mjs';
import { badItems } from './badItems.mjs';
import { beModern, complete, subscriptionId } from './modernScenarios.mjs';

/** @typedef {import('./peer.mjs').Peer} Peer */

const root = 'folder://root';
const type = 'inode/directory';
/** @param {string} uri @param {string} [name] */
const directory = (uri, name = uri.slice(uri.lastIndexOf('/') + 1)) => ({ uri, name, mimeType: type });
/** @param {string} uri */
const note = (uri) => ({ uri, name: uri.slice(uri.lastIndexOf('/') + 1), mimeType: 'text/markdown', size: 40 });

/** What `--foreign` puts into the root: another scheme's directory and note, a website, and a URI that other servers have. */
const foreign = [
  directory('elsewhere://attic'),
  note('elsewhere://attic/note.md'),
  note('https://docs.example/page.md'),
  note('repo://acme/readme.md'),
];

/** @type {Record<string, (peer: Peer) => void>} */
export const folderScenarios = {
  /**
   * `folder://root`, the only listed resource, has `--folders N` (2) directories d0, d1, …, and so has each of them, `--levels N` (3) deep; every
   * directory has `--width N` (3) notes n0.md, n1.md, …, all made by arithmetic. All on one page, or on pages of `--page N`.
   *
   * In every directory: `--cycle`: its parent, of the root the root's `d0`; `--self`: itself (`--self slash`: with a slash); `--bad`: the entries of
   * `badItems`. In the root: `--foreign` (the website's page cannot be read). Pages: `--endless`: never end, each with one more note (`--endless empty`: with nothing); `--loop`: the same
   * cursor over and over; `--long`: a cursor of 70,000 characters; `--refuse N`: from the Nth page on the error `--code=N` (-32602), with `--code none`
   * no answer, with `--code broken` a result without resources; `--times N`: only so many times. `--ttl MS`: how long a page is fresh.
   *
   * `--implied`: lists `folder://root/SKILL.md` in place of the root; `--undeclared`: without the capability; `--modern`: revision 2026-07-28.
   * Reading `control://grow` adds a note to every directory, and reports a changed list.
   */
  folders(peer) {
    const isModern = 'modern' in peer.options;
    const listens = isModern ? beModern(peer) : undefined;
    const extensions =
      'undeclared' in peer.options ? {} : { 'io.modelcontextprotocol/skills': { directoryRead: true } };
    peer.capabilities = { resources: { listChanged: true }, extensions };
    peer.resources = 'implied' in peer.options ? [note(`${root}/SKILL.md`)] : [directory(root, 'root')];
    const tree = treeOf(peer);
    const page = pages(peer);
    const envelope = { ...(isModern && complete), ...('ttl' in peer.options && { ttlMs: peer.number('ttl', 0) }) };
    peer.handlers.set('resources/directory/read', ({ uri, cursor }) => {
      const children = tree.childrenOf(uri);
      if (!children) throw new RpcError(-32602, `Not a directory: ${uri}`, { uri });
      const answer = page(uri, cursor, children);
      return answer === noAnswer ? answer : { ...envelope, .../** @type {object} */ (answer) };
    });
    const readBefore = peer.read;
    peer.read = (uri) => {
      if (uri === 'control://grow') {
        tree.grow();
        reportChange(peer, listens);
      } else if (uri.startsWith('control://')) return readBefore(uri);
      else if (tree.childrenOf(uri))
        throw new RpcError(-32602, `${uri} is a directory; use resources/directory/read`, { uri });
      else if (uri.startsWith('https:')) throw new RpcError(-32002, 'Left to the client', { uri });
      return textContent(uri, `text of ${uri}\n`);
    };
  },
};

/** @typedef {{ count: number, slice: (start: number, end: number) => object[] }} Children */

/** @param {Peer} peer */
function treeOf(peer) {
  const [folders, levels] = [peer.number('folders', 2), peer.number('levels', 3)];
  const { self } = peer.options;
  let width = peer.number('width', 3);
  /** The directory's children that are not made by arithmetic. @param {string} uri @returns {object[]} */
  const extra = (uri) => {
    const parent = uri === root ? `${root}/d0` : uri.slice(0, uri.lastIndexOf('/'));
    return [
      ...('cycle' in peer.options ? [directory(parent)] : []),
      ...(self ? [directory(self === 'slash' ? `${uri}/` : uri, 'self')] : []),
      ...('foreign' in peer.options && uri === root ? foreign : []),
      ...('bad' in peer.options ? /** @type {object[]} */ (badItems) : []),
    ];
  };
  /** The children; `undefined` where the URI names no directory. @param {string} uri @returns {Children | undefined} */
  const childrenOf = (uri) => {
    if (uri === 'elsewhere://attic' && 'foreign' in peer.options)
      return { count: 1, slice: (start, end) => [note('elsewhere://attic/note.md')].slice(start, end) };
    const depth = depthOf(uri, folders);
    if (depth === undefined || depth > levels) return undefined;
    const below = depth < levels ? folders : 0;
    const more = extra(uri);
    const count = below + width + more.length;
    const child = (/** @type {number} */ index) => {
      if (index < below) return directory(`${uri}/d${index}`);
      return index < below + width ? note(`${uri}/n${index - below}.md`) : (more[index - below - width] ?? null);
    };
    const slice = (/** @type {number} */ start, /** @type {number} */ end) =>
      Array.from({ length: Math.max(0, Math.min(end, count) - start) }, (_, index) => child(start + index));
    return { count, slice: /** @type {Children['slice']} */ (slice) };
  };
  return { childrenOf, grow: () => void width++ };
}

/** Notifies the listeners of the modern era, or the client of the handshake era. @param {Peer} peer @param {Map<string | number, unknown>} [listens] */
function reportChange(peer, listens) {
  const method = 'notifications/resources/list_changed';
  if (!listens) peer.notify(method);
  for (const id of listens?.keys() ?? []) peer.notify(method, { _meta: { [subscriptionId]: id } });
}

/** The number of directories above this one; `undefined` where it names none. @param {unknown} uri @param {number} folders */
function depthOf(uri, folders) {
  if (uri === root) return 0;
  if (typeof uri !== 'string' || !uri.startsWith(`${root}/`)) return undefined;
  const names = uri.slice(root.length + 1).split('/');
  const isDirectory = (/** @type {string} */ name) => /^d(0|[1-9]\d*)$/.test(name) && Number(name.slice(1)) < folders;
  return names.every(isDirectory) ? names.length : undefined;
}

/**
 * Cuts children into pages. The cursor of page n, counted from 1, is `n <URI>`, so that one of another directory is refused.
 * @param {Peer} peer @returns {(uri: string, cursor: unknown, children: Children) => unknown}
 */
function pages(peer) {
  const { endless, loop, long, refuse, code = '-32602' } = peer.options;
  const size = peer.number('page', Infinity);
  let refusals = 0;
  return (uri, cursor, children) => {
    const next = cursor === undefined ? 1 : Number(/^\d+(?= )/.exec(String(cursor))?.[0]);
    if (cursor !== undefined && !loop && !String(cursor).endsWith(` ${uri}`))
      throw new RpcError(-32602, 'Invalid cursor');
    if (refuse && next >= Number(refuse) && ++refusals <= peer.number('times', Infinity)) {
      if (code === 'none') return noAnswer;
      if (code === 'broken') return { resources: 'none' };
      throw new RpcError(Number(code), `No page ${next}`);
    }
    if (loop) return { resources: children.slice(0, size), nextCursor: `1 ${root}` };
    if (endless)
      return { resources: endless === 'empty' ? [] : [note(`${uri}/p${next}.md`)], nextCursor: `${next + 1} ${uri}` };
    const start = next === 1 ? 0 : (next - 1) * size;
    const resources = children.slice(start, start + size);
    if (start + size >= children.count) return { resources };
    return { resources, nextCursor: long ? 'long '.repeat(14_000) : `${next + 1} ${uri}` };
  };
}
