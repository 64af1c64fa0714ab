// The rooms of each floor, and which others a room may import from. Lint enforces the table; a test checks that no rooms need each other.

/** The product, without VS Code, Node or a DOM. */
export const coreRooms = {
  base: [],
  network: [],
  resource: [],
  questions: ['base'],
  content: ['base', 'network', 'resource'],
  configuration: ['base'],
  permission: ['base', 'configuration'],
  session: ['base', 'configuration', 'network', 'questions', 'resource'],
  icons: ['base', 'content', 'resource'],
  chat: ['base', 'content'],
  describe: ['base', 'catalog', 'connection', 'resource'],
  preview: ['base', 'content', 'describe', 'resource'],
  mcp: ['base', 'configuration', 'icons', 'network', 'questions', 'resource', 'session'],
  catalog: ['base', 'content', 'icons', 'resource', 'session'],
  templates: ['base', 'catalog', 'resource'],
  search: ['base', 'catalog', 'content', 'resource'],
  connection: ['base', 'catalog', 'configuration', 'resource', 'session'],
  tree: ['base', 'catalog', 'connection', 'resource'],
  context: [
    'base',
    'catalog',
    'chat',
    'configuration',
    'connection',
    'content',
    'network',
    'questions',
    'resource',
    'search',
    'session',
    'templates',
  ],
  panel: ['base', 'catalog', 'connection', 'content', 'context', 'describe', 'resource', 'search'],
  participant: ['base'],
  mentions: [
    'base',
    'catalog',
    'connection',
    'content',
    'context',
    'describe',
    'preview',
    'resource',
    'search',
    'templates',
  ],
  tools: [
    'base',
    'catalog',
    'chat',
    'configuration',
    'connection',
    'content',
    'context',
    'describe',
    'mentions',
    'preview',
    'resource',
    'search',
    'templates',
  ],
};

/** What needs Node and no VS Code. */
export const nodeRooms = {
  base: [],
  network: [],
  preview: [],
  process: [],
  files: ['base'],
  mcp: ['base', 'network', 'process'],
};

/** The glue to VS Code. */
export const hostRooms = {
  base: [],
  chat: ['base'],
  describe: [],
  questions: ['base'],
  tools: ['base'],
  content: ['base', 'chat'],
  configuration: ['base'],
  permission: ['base'],
  servers: ['base', 'configuration', 'content', 'describe', 'permission'],
  startup: ['base', 'configuration'],
  actions: ['base', 'chat', 'content'],
  templates: ['actions', 'base'],
  panel: ['base', 'configuration', 'content', 'permission', 'servers'],
  tree: ['base', 'configuration', 'content', 'describe', 'servers'],
  context: ['actions', 'base', 'configuration', 'content', 'describe', 'panel', 'servers', 'tree'],
  participant: ['base', 'configuration', 'content', 'panel', 'servers'],
  commands: ['actions', 'base', 'content', 'panel', 'tree'],
  mentions: ['actions', 'base', 'content', 'context', 'describe'],
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
export const floors = { 'src/core': coreRooms, 'src/node': nodeRooms, 'src/host': hostRooms, 'webview-ui': pageRooms };
