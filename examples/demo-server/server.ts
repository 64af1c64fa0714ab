import { McpServer, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { McpRequestContext, ReadResourceResult } from '@modelcontextprotocol/server';
import { depotNote } from './content/depot';
import { logoIcons } from './content/icons';
import { cursorOf, positionOf } from './cursors';
import { directoryAt, serveDirectories } from './directories';
import type { Document } from './document';
import { describe } from './document';
import { serveSkills } from './skills';
import type { ResourceStore } from './store';
import { completeTemplate, findByTemplate, resourceTemplates } from './templates';
import { callTool, tools } from './tools';

/** Options of a protocol server over the store. stdio has one server for each connection, HTTP one for each session or request. */
export interface ServerOptions {
  readonly store: ResourceStore;
  /** Number of resources on a page of `resources/list`. */
  readonly pageSize: number;
  readonly era: McpRequestContext['era'];
  /** True where this server notifies its client of changes; false where the HTTP entry does. */
  readonly announcesChanges: boolean;
}

/**
 * Sets the handlers on the protocol object below `McpServer`, because `McpServer` answers every list in one page. In the handshake era this server
 * keeps track of subscriptions itself; in the 2026-07-28 era the SDK filters.
 */
export function createServer({ store, pageSize, era, announcesChanges }: ServerOptions): McpServer {
  const high = new McpServer(
    {
      name: 'larkspur',
      title: 'Larkspur Plants',
      version: '1.4.0',
      description:
        'Everything the Larkspur mail-order nursery knows: code, tables, tickets, handbook, logs and pictures.',
      websiteUrl: 'https://larkspur.example',
      icons: logoIcons,
    },
    {
      capabilities: { resources: { subscribe: true, listChanged: true }, completions: {}, tools: {} },
      instructions:
        'Start with repo://larkspur/shop/README.md and wiki://larkspur/handbook/start-here. Rows of any table are at ' +
        'db://larkspur/{schema}/{table}/rows, delivery notes of a day in depot://larkspur/{year}/{month}/{day}. ' +
        'Customers are real people to us: quote from tickets only what is needed.',
      cacheHints: { 'resources/templates/list': { ttlMs: 60_000, cacheScope: 'public' } },
    },
  );
  const { server } = high;
  server.setRequestHandler('resources/list', ({ params }) => {
    const { documents, next } = store.page(positionOf(params?.cursor), pageSize);
    return { resources: documents.map(describe), ...(next !== undefined && { nextCursor: cursorOf(next) }) };
  });
  serveDirectories(high, store, era);
  serveSkills(high, store, era);
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...resourceTemplates] }));
  server.setRequestHandler('resources/read', ({ params }) => {
    const { uri } = params;
    if (directoryAt(uri, store))
      throw new ResourceNotFoundError(uri, `${uri} is a directory; use resources/directory/read`);
    const document = store.get(uri) ?? findByTemplate(uri) ?? depotNote(uri);
    if (!document) throw new ResourceNotFoundError(uri);
    return readResult(document, era);
  });
  server.setRequestHandler('completion/complete', ({ params }) => ({ completion: completeTemplate(params, store) }));
  server.setRequestHandler('tools/list', () => ({ tools: [...tools] }));
  server.setRequestHandler('tools/call', ({ params }) => callTool(params.name, params.arguments ?? {}, store));
  if (announcesChanges) announceChanges(server, store, era);
  return high;
}

function announceChanges(server: McpServer['server'], store: ResourceStore, era: McpRequestContext['era']): void {
  const subscribed = new Set<string>();
  let isOpen = era === 'modern';
  const ignoreClosed = (): undefined => undefined;
  const stop = store.listen({
    updated: (uri) => {
      if (isOpen && (era === 'modern' || subscribed.has(uri))) server.sendResourceUpdated({ uri }).catch(ignoreClosed);
    },
    listChanged: () => {
      if (isOpen) server.sendResourceListChanged().catch(ignoreClosed);
    },
  });
  server.oninitialized = () => (isOpen = true);
  server.onclose = stop;
  if (era === 'modern') return;
  server.setRequestHandler('resources/subscribe', ({ params }) => {
    subscribed.add(params.uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
}

function readResult(document: Document, era: McpRequestContext['era']): ReadResourceResult {
  const { uri, mimeType } = document;
  const body = document.body();
  const head = { uri, ...(mimeType !== undefined && { mimeType }) };
  const content =
    typeof body === 'string' ? { ...head, text: body } : { ...head, blob: Buffer.from(body).toString('base64') };
  // Only the 2026-07-28 revision knows these two fields.
  const freshness = era === 'modern' && { ttlMs: document.freshFor ?? 0, cacheScope: 'private' as const };
  return { contents: [content], ...freshness };
}
