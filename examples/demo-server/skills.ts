import type { McpRequestContext, McpServer } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Skill } from '@modelcontextprotocol/server/ext/skills';
import { SkillCatalogError, skillEntry } from '@modelcontextprotocol/server/ext/skills';
import { cursorOf, positionOf } from './cursors';
import { cursorParams, uriParams } from './params';
import type { ResourceStore } from './store';

const pageSize = 50;
const scheme = 'skill://';
const fileName = '/SKILL.md';

/** Lists the skills whose files are in the store, with the digest and size that each file has now. */
export function serveSkills({ server }: McpServer, store: ResourceStore, era: McpRequestContext['era']): void {
  // Only the 2026-07-28 revision knows these two fields.
  const freshness = era === 'modern' && { ttlMs: 0, cacheScope: 'public' as const };
  server.setRequestHandler('skills/list', { params: cursorParams }, async ({ cursor }) => {
    const uris = [...store.startingWith(scheme)].map(({ uri }) => uri).filter((uri) => uri.endsWith(fileName));
    const start = positionOf(cursor);
    const end = start + pageSize;
    const skills = await Promise.all(uris.slice(start, end).map((uri) => skillAt(uri, store)));
    return {
      skills: skills.filter((skill) => skill !== undefined),
      ...(end < uris.length && { nextCursor: cursorOf(end) }),
      ...freshness,
    };
  });
  server.setRequestHandler('skills/get', { params: uriParams }, async ({ uri }) => {
    const skill = await skillAt(uri, store);
    if (!skill) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No skill is served at ${uri}.`);
    return { skill, ...freshness };
  });
}

/** @returns `undefined` where there is no skill, or one whose SKILL.md was changed to one that is not valid */
async function skillAt(uri: string, store: ResourceStore): Promise<Skill | undefined> {
  if (!uri.startsWith(scheme) || !uri.endsWith(fileName) || !store.get(uri)) return undefined;
  const root = uri.slice(0, -fileName.length);
  const files = [...store.startingWith(`${root}/`)].map((file) => [pathIn(root, file.uri), file.body()] as const);
  try {
    return await skillEntry(decodeURIComponent(root.slice(scheme.length)), Object.fromEntries(files));
  } catch (error) {
    if (error instanceof SkillCatalogError) return undefined;
    throw error;
  }
}

function pathIn(root: string, uri: string): string {
  return decodeURIComponent(uri.slice(root.length + 1));
}
