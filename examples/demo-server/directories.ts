import type { McpRequestContext, McpServer, Resource } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Directory } from './content/depot';
import { depotDirectory } from './content/depot';
import { cursorOf, positionOf } from './cursors';
import { describe } from './document';
import { uriParams } from './params';
import type { ResourceStore } from './store';

const pageSize = 200;

/** @returns `undefined` where the URI names no directory */
export function directoryAt(uri: string, store: ResourceStore): Directory | undefined {
  return depotDirectory(uri) ?? skillDirectory(uri, store);
}

/** Lists the children of a directory page by page, as the skills extension has it for directories of any scheme. */
export function serveDirectories({ server }: McpServer, store: ResourceStore, era: McpRequestContext['era']): void {
  server.registerCapabilities({ extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } } });
  server.setRequestHandler('resources/directory/read', { params: uriParams }, ({ uri, cursor }) => {
    const directory = directoryAt(uri, store);
    if (!directory) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${uri} is not a directory resource.`);
    const start = positionOf(cursor);
    const end = Math.min(directory.count, start + pageSize);
    const resources: Resource[] = [];
    for (let index = start; index < end; index++) resources.push(directory.child(index));
    // What was delivered stays as it is; skills change. Only the 2026-07-28 revision knows these two fields.
    const ttlMs = depotDirectory(uri) ? 3_600_000 : 0;
    const freshness = era === 'modern' && { ttlMs, cacheScope: 'public' as const };
    return { resources, ...(end < directory.count && { nextCursor: cursorOf(end) }), ...freshness };
  });
}

/** A directory in which files of skills are. */
function skillDirectory(uri: string, store: ResourceStore): Directory | undefined {
  if (!uri.startsWith('skill://')) return undefined;
  const children = new Map<string, Resource>();
  for (const file of store.startingWith(`${uri}/`)) {
    const [name = '', ...below] = file.uri.slice(uri.length + 1).split('/');
    const child = `${uri}/${name}`;
    children.set(child, below.length > 0 ? { uri: child, name, mimeType: 'inode/directory' } : describe(file));
  }
  const resources = [...children.values()];
  return resources.length > 0 ? { count: resources.length, child: (index) => resources[index]! } : undefined;
}
