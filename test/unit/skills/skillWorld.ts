import { sha256 } from '../../../src/node/base/sha256';
import type { Launch } from '../../../src/core/session/session';
import { scripted } from '../mcp/support';
import { newWorld } from '../tools/world';

const extension = { 'io.modelcontextprotocol/skills': {} };

/** Text of a `SKILL.md`. */
export const skillText = (name: string, body = 'Do it.', description = `How to ${name}`): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`;

/** A file in a skill's list of files. */
export const fileOf = (uri: string, text: string) => ({
  uri,
  digest: `sha256:${sha256(text)}`,
  size: new TextEncoder().encode(text).length,
});

/** An entry of `skills/list`, with `SKILL.md` and further files by their paths. */
export function entryOf(folder: string, text: string, others: Readonly<Record<string, string>> = {}) {
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  const files = Object.entries({ 'SKILL.md': text, ...others });
  return {
    uri: `${folder}/SKILL.md`,
    frontmatter: { name, description: `How to ${name}` } as Record<string, unknown>,
    resources: files.map(([path, content]) => fileOf(`${folder}/${path}`, content)) as unknown,
  };
}

export type Entry = ReturnType<typeof entryOf>;

const ok = (result: object) => ({ result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...result } });
export const listOf = (...skills: readonly object[]) => ok({ skills });
export const one = (skill: object) => ok({ skill });
export const textOf = (uri: string, text: string) => ok({ contents: [{ uri, mimeType: 'text/markdown', text }] });

/** A server of 2026-07-28 with the answers of a script, connected. */
export async function skillWorld(answers: Readonly<Record<string, unknown>>, extensions: object = extension) {
  const discovered = ok({
    supportedVersions: ['2026-07-28'],
    capabilities: { resources: {}, extensions },
  });
  const lists = { 'resources/list': ok({ resources: [] }), 'resources/templates/list': ok({ resourceTemplates: [] }) };
  return connected(scripted({ answers: { 'server/discover': discovered, ...lists, ...answers } }));
}

/** The world of one server, connected, whose skills are listed. */
export async function connected(shop: Launch) {
  const world = newWorld({ shop });
  await world.start();
  const serverId = world.idOf('shop');
  await world.skills.ready(serverId, new AbortController().signal);
  const read = async (uri: string): Promise<string> =>
    new TextDecoder().decode((await world.cache.getAnew({ serverId, uri })).bytes);
  return { ...world, serverId, read };
}
