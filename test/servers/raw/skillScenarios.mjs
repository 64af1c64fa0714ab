// A scenario of skills (skills/list and skills/get of the skills extension) that are not what their server says of them.
import { RpcError, noAnswer, textContent } from './peer.mjs';
import { beModern, complete, subscriptionId } from './modernScenarios.mjs';
import { goodSkill, skillText } from './skills.mjs';

/** @typedef {import('./peer.mjs').Peer} Peer */
/** @typedef {import('./skills.mjs').Skill} Skill */

const type = 'inode/directory';

/** @type {Record<string, (peer: Peer) => Promise<void>>} */
export const skillScenarios = {
  /**
   * Revision 2026-07-28. Lists three good skills and those of hostileSkills.mjs and yamlSkills.mjs, each of which is explained there: `good`; `changes`,
   * which the controls below change; `spelled`, of whose files it serves another text under any other spelling: `%53KILL.md`, `./SKILL.md`, `//`, `?x`.
   *
   * Which: `--only NAMES`: those of these names, with commas, as in `skill://NAME/SKILL.md`; none where there is no such; `--body TEXT`: what `good` says, to tell servers apart;
   * `--files`: all files are in resources/list, too, and `spelled` in three spellings; `--undeclared`: without the capability; `--handshake`: revision 2025-11-25;
   * `--directories`: resources/directory/read lists the served files of a folder, those that a manifest lacks too.
   *
   * The list: `--page N`: entries on a page; `--ttl MS`; `--many N`: so many more, made by arithmetic; `--endless`: pages never end, each with one more (`--endless empty`: with
   * nothing); `--loop`: the same cursor over and over; `--junk`: entries that are no objects, or have no URI; `--list none|broken|error|=CODE`: never answered, a result
   * without skills, error -32603, an error of this code; `--refuse N`: only from the Nth page on. `--get …`: the same of skills/get.
   *
   * Reading `control://change` gives `changes` another SKILL.md, with its digest, `control://add` a file, `control://lie` another SKILL.md with the digest as it was,
   * `control://remove` removes it; each reports a changed list, but with `?quiet`. With `--change-after N` it changes with the Nth skills/get of it.
   */
  async skills(peer) {
    const listens = 'handshake' in peer.options ? undefined : beModern(peer);
    const extensions = {
      'io.modelcontextprotocol/skills': 'directories' in peer.options ? { directoryRead: true } : {},
    };
    peer.capabilities = {
      resources: { subscribe: true, listChanged: true },
      ...(!('undeclared' in peer.options) && { extensions }),
    };
    const envelope = { ...(listens && complete), ...('ttl' in peer.options && { ttlMs: peer.number('ttl', 0) }) };
    const changing = changingSkill(peer.number('change-after', 0));
    const { hostileSkills } = await import('./hostileSkills.mjs');
    const { only } = peer.options;
    const chosen = [goodOf(peer), changing.skill, goodSkill('spelled'), ...hostileSkills].filter(
      ({ entry }) => only === undefined || only.split(',').some((name) => isNamed(entry.uri, name)),
    );
    const page = pagesOf(peer, chosen);
    peer.handlers.set('skills/list', ({ cursor }) => answered(page(cursor), envelope));
    peer.handlers.set('skills/get', ({ uri }) => answered(got(peer, chosen, uri, changing.beforeGet), envelope));
    peer.handlers.set('resources/directory/read', ({ uri }) => ({ ...envelope, resources: childrenOf(chosen, uri) }));
    if ('files' in peer.options) peer.resources = filesOf(chosen);
    const readBefore = peer.read;
    peer.read = (uri) => {
      if (!uri.startsWith('control://')) return contentOf(chosen, uri);
      const change = changing.changes[uri.split('?')[0] ?? ''];
      if (!change) return readBefore(uri);
      change();
      if ('files' in peer.options) peer.resources = filesOf(chosen);
      if (!uri.endsWith('?quiet')) reportChange(peer, listens);
      return textContent(uri, 'done\n');
    };
  },
};

/** @param {string} uri @param {string} name */
function isNamed(uri, name) {
  return uri.split('://')[1] === `${name}/SKILL.md`;
}

/** @param {Peer} peer */
function goodOf({ options: { body } }) {
  return goodSkill('good', body === undefined ? {} : { text: skillText('good', '', `${body}\n`) });
}

/** The skill `changes`, and by URI what changes it. @param {number} nth the skills/get of it that changes it, too */
function changingSkill(nth) {
  const skill = goodSkill('changes');
  let [versions, gets] = [0, 0];
  const become = (/** @type {Skill} */ { entry, files }) => {
    skill.entry = entry;
    skill.files = files;
  };
  const another = () => goodSkill('changes', { text: skillText('changes', '', `Version ${++versions}.\n`) });
  const more = { 'references/guide.md': '# Guide\n', 'added.md': '# Added\n' };
  /** @type {Record<string, () => void>} */
  const changes = {
    'control://change': () => become(another()),
    'control://add': () => become(goodSkill('changes', { files: more })),
    'control://lie': () => become({ ...skill, files: another().files }),
    'control://remove': () => {
      skill.isUnlisted = true;
      skill.files = {};
      skill.get = () => unknownSkill(skill.entry.uri);
    },
  };
  const beforeGet = (/** @type {Skill} */ asked) => {
    if (asked === skill && ++gets === nth) become(another());
  };
  return { skill, changes, beforeGet };
}

/** @param {Peer} peer @param {readonly Skill[]} skills @param {string} uri @param {(skill: Skill) => void} beforeGet */
function got(peer, skills, uri, beforeGet) {
  const refusal = refused(peer.options['get']);
  if (refusal) return refusal;
  const skill = skills.find(({ entry }) => entry.uri === uri) ?? unknownSkill(uri);
  beforeGet(skill);
  const answer = skill.get ? skill.get() : skill.entry;
  return answer === noAnswer ? answer : { skill: answer };
}

/** @param {string} uri @returns {never} */
function unknownSkill(uri) {
  throw new RpcError(-32602, `No skill is served at ${uri}`);
}

/** @param {unknown} answer @param {object} envelope */
function answered(answer, envelope) {
  return answer === noAnswer ? answer : { ...envelope, ...Object(answer) };
}

/** What `--list` and `--get` answer. @param {string | undefined} how */
function refused(how) {
  if (how === undefined) return undefined;
  if (how === 'none') return noAnswer;
  if (how === 'broken') return { skills: 'none', skill: 'none' };
  throw new RpcError(how === 'error' ? -32603 : Number(how), 'There are no skills today');
}

const junk = [null, 1, 'skill://text/SKILL.md', [], {}, { uri: 1 }, { uri: '' }, { uri: 'SKILL.md' }];

/** @param {Peer} peer @param {readonly Skill[]} skills @returns {(cursor: unknown) => unknown} */
function pagesOf(peer, skills) {
  const { endless, loop, list, ...options } = peer.options;
  const [size, many] = [peer.number('page', Infinity), peer.number('many', 0)];
  const numbered = (/** @type {number} */ index) => goodSkill(`many-${index}`, { files: {} }).entry;
  return (cursor) => {
    const start = Number(cursor ?? 0);
    const number = start / (size === Infinity ? 1 : size) + 1;
    if (list !== undefined && number >= peer.number('refuse', 1)) return refused(list);
    if (endless) return { skills: endless === 'empty' ? [] : [numbered(start)], nextCursor: String(start + 1) };
    const listed = [
      ...skills.filter(({ isUnlisted }) => !isUnlisted).map(({ entry }) => entry),
      ...('junk' in options ? junk : []),
    ];
    const end = Math.min(start + size, listed.length + many);
    const part = Array.from({ length: end - start }, (_, index) =>
      start + index < listed.length ? listed[start + index] : numbered(start + index - listed.length),
    );
    if (loop) return { skills: part, nextCursor: '0' };
    return { skills: part, ...(end < listed.length + many && { nextCursor: String(end) }) };
  };
}

/** @param {readonly Skill[]} skills @param {string} uri */
function contentOf(skills, uri) {
  const skill = skills.find(({ files }) => uri in files);
  const content = skill?.files[uri];
  if (content === undefined) return /spelled/i.test(uri) ? textContent(uri, 'Another text.\n') : manyOf(uri);
  const value = typeof content === 'function' ? content() : content;
  if (typeof value === 'string') return { uri, mimeType: 'text/markdown', text: value };
  if (Buffer.isBuffer(value)) return { uri, mimeType: 'application/octet-stream', blob: value.toString('base64') };
  return value;
}

/** @param {string} uri */
function manyOf(uri) {
  const [, name] = /^skill:\/\/(many-\d+)\/SKILL\.md$/.exec(uri) ?? [];
  return name === undefined ? undefined : { uri, mimeType: 'text/markdown', text: skillText(name) };
}

/** @param {readonly Skill[]} skills */
function filesOf(skills) {
  const uris = skills.flatMap(({ files }) => Object.keys(files));
  const spellings = [
    'skill://spelled/%53KILL.md',
    'skill://spelled/references/../SKILL.md',
    'SKILL://spelled/SKILL.md',
  ];
  const all = uris.some((uri) => uri.startsWith('skill://spelled/')) ? [...uris, ...spellings] : uris;
  return [...new Set(all)].map(namedAfter);
}

/** @param {string} uri */
function namedAfter(uri) {
  return { uri, name: uri.slice(uri.lastIndexOf('/') + 1), mimeType: 'text/markdown' };
}

/** The children of a folder of which files are served. @param {readonly Skill[]} skills @param {string} uri */
function childrenOf(skills, uri) {
  const below = skills.flatMap(({ files }) => Object.keys(files)).filter((file) => file.startsWith(`${uri}/`));
  if (below.length === 0) throw new RpcError(-32602, `${uri} is not a directory resource`);
  const children = new Set(below.map((file) => file.slice(uri.length + 1).split('/')[0] ?? ''));
  return [...children].map((name) =>
    below.includes(`${uri}/${name}`) ? namedAfter(`${uri}/${name}`) : { uri: `${uri}/${name}`, name, mimeType: type },
  );
}

/** @param {Peer} peer @param {Map<string | number, unknown> | undefined} listens */
function reportChange(peer, listens) {
  const method = 'notifications/resources/list_changed';
  if (!listens) peer.notify(method);
  for (const id of listens?.keys() ?? []) peer.notify(method, { _meta: { [subscriptionId]: id } });
}
