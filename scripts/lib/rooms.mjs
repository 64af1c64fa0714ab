// The rooms of each floor, and which others a room may import from. Lint enforces the table; a test checks that no rooms need each other.

/** The product, without VS Code, Node or a DOM. */
export const coreRooms = {
  base: [],
  network: [],
  resource: [],
  questions: ['base'],
  content: ['base', 'network', 'resource'],
  servers: ['base'],
  session: ['base', 'network', 'questions', 'resource', 'servers'],
  icons: ['base', 'content', 'resource'],
  chat: ['base', 'content'],
  preview: ['base', 'content', 'resource'],
  mcp: ['base', 'icons', 'network', 'questions', 'resource', 'servers', 'session'],
  catalog: ['base', 'content', 'icons', 'resource', 'session'],
  templates: ['base', 'catalog', 'resource'],
  search: ['base', 'catalog', 'content', 'resource'],
  connection: ['base', 'catalog', 'resource', 'servers', 'session'],
  tree: ['base', 'catalog', 'connection', 'resource'],
  context: [
    ...['base', 'catalog', 'chat', 'connection', 'content', 'network', 'questions'],
    ...['resource', 'search', 'servers', 'session', 'templates'],
  ],
  panel: ['base', 'catalog', 'connection', 'content', 'context', 'resource', 'search'],
  participant: ['base'],
  mentions: ['base', 'catalog', 'connection', 'content', 'context', 'preview', 'resource', 'search', 'templates'],
  tools: [
    ...['base', 'catalog', 'chat', 'connection', 'content', 'context'],
    ...['mentions', 'preview', 'resource', 'search', 'servers', 'templates'],
  ],
};

/** The glue to VS Code. */
export const hostRooms = {
  base: [],
  chat: ['base'],
  questions: ['base'],
  tools: ['base'],
  content: ['base', 'chat'],
  servers: ['base', 'content'],
  startup: ['base', 'servers'],
  actions: ['base', 'chat', 'content'],
  templates: ['actions', 'base'],
  panel: ['base', 'content', 'servers'],
  tree: ['base', 'content', 'servers'],
  context: ['actions', 'base', 'content', 'panel', 'servers', 'tree'],
  participant: ['base', 'content', 'panel', 'servers'],
  commands: ['actions', 'base', 'content', 'panel', 'tree'],
  mentions: ['actions', 'base', 'content', 'context'],
};

/** The page of the search panel. */
export const pageRooms = {
  base: [],
  controls: [],
  preview: ['base', 'controls'],
  templates: ['base', 'controls'],
  panel: ['base', 'controls', 'preview', 'templates'],
};

/** By folder. */
export const floors = { 'src/core': coreRooms, 'src/host': hostRooms, 'webview-ui': pageRooms };
