import type { McpRequestContext, McpServer, Resource, StandardSchemaV1 } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { depotDirectory } from './content/depot';
import { cursorOf, positionOf } from './cursors';

const pageSize = 200;

interface Params {
  readonly uri: string;
  readonly cursor?: string;
}

/** The SDK has a schema of its own only for servers of skills. */
const params: StandardSchemaV1<Params> = {
  '~standard': {
    version: 1,
    vendor: 'larkspur',
    validate: (value) => {
      const { uri, cursor } = Object(value) as Record<string, unknown>;
      if (typeof uri !== 'string') return { issues: [{ message: 'uri has to be a string.', path: ['uri'] }] };
      if (cursor === undefined) return { value: { uri } };
      return typeof cursor === 'string'
        ? { value: { uri, cursor } }
        : { issues: [{ message: 'cursor has to be a string.', path: ['cursor'] }] };
    },
  },
};

/** Lists the children of a directory page by page, as the skills extension has it for directories of any scheme. */
export function serveDirectories({ server }: McpServer, era: McpRequestContext['era']): void {
  server.registerCapabilities({ extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } } });
  server.setRequestHandler('resources/directory/read', { params }, ({ uri, cursor }) => {
    const directory = depotDirectory(uri);
    if (!directory) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${uri} is not a directory resource.`);
    const start = positionOf(cursor);
    const end = Math.min(directory.count, start + pageSize);
    const resources: Resource[] = [];
    for (let index = start; index < end; index++) resources.push(directory.child(index));
    // What was delivered stays as it is. Only the 2026-07-28 revision knows these two fields.
    const freshness = era === 'modern' && { ttlMs: 3_600_000, cacheScope: 'public' as const };
    return { resources, ...(end < directory.count && { nextCursor: cursorOf(end) }), ...freshness };
  });
}
