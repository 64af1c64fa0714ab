import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type { ResourceStore } from './store';

const uri = { type: 'string', description: 'The exact URI of the resource.' } as const;
const text = { type: 'string', description: 'The new content.' } as const;

/** Changes that a model, or a test, may make. */
export const tools: readonly Tool[] = [
  {
    name: 'update_resource',
    title: 'Update a resource',
    description: 'Replaces the content of a resource with text.',
    inputSchema: { type: 'object', properties: { uri, text }, required: ['uri', 'text'] },
    annotations: { destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'add_resource',
    title: 'Add a resource',
    description: 'Publishes a new text resource.',
    inputSchema: {
      type: 'object',
      properties: { uri, text, name: { type: 'string' }, mimeType: { type: 'string' } },
      required: ['uri', 'name', 'text'],
    },
    annotations: { destructiveHint: false },
  },
  {
    name: 'remove_resource',
    title: 'Remove a resource',
    description: 'Removes a resource from the list.',
    inputSchema: { type: 'object', properties: { uri }, required: ['uri'] },
    annotations: { destructiveHint: true },
  },
];

type Arguments = Readonly<Record<string, unknown>>;

/** Runs a tool. Errors go into the result, for the model to read, as MCP asks, and are not protocol errors. */
export function callTool(name: string, values: Arguments, store: ResourceStore): CallToolResult {
  switch (name) {
    case 'update_resource':
      return update(values, store);
    case 'add_resource':
      return add(values, store);
    case 'remove_resource':
      return remove(values, store);
    default:
      return failed(`Unknown tool: ${name}.`);
  }
}

function update({ uri, text }: Arguments, store: ResourceStore): CallToolResult {
  if (typeof uri !== 'string' || typeof text !== 'string') return failed('uri and text are required.');
  return store.write(uri, text) ? done(`Updated ${uri}.`) : failed(`Resource not found: ${uri}.`);
}

function add({ uri, name, text, mimeType }: Arguments, store: ResourceStore): CallToolResult {
  if (typeof uri !== 'string' || typeof name !== 'string' || typeof text !== 'string')
    return failed('uri, name and text are required.');
  if (store.get(uri)) return failed(`${uri} already exists. Use update_resource.`);
  store.put({
    uri,
    name,
    mimeType: typeof mimeType === 'string' ? mimeType : 'text/plain',
    lastModified: new Date().toISOString(),
    body: () => text,
  });
  return done(`Added ${uri}.`);
}

function remove({ uri }: Arguments, store: ResourceStore): CallToolResult {
  if (typeof uri !== 'string') return failed('uri is required.');
  return store.remove(uri) ? done(`Removed ${uri}.`) : failed(`Resource not found: ${uri}.`);
}

function done(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
