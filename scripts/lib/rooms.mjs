// The rooms of each floor, and which others a room may import from. Lint enforces the table; a test checks that no rooms need each other.

/** The product, without VS Code, Node or a DOM. */
export const coreRooms = {
  base: [],
  network: [],
  resource: [],
  configuration: ['base'],
  content: ['base', 'network', 'resource'],
  participant: ['base'],
  questions: ['base'],
  chat: ['base', 'content'],
  icons: ['base', 'content', 'resource'],
  permission: ['base', 'configuration'],
  session: ['base', 'configuration', 'network', 'questions', 'resource'],
  catalog: ['base', 'content', 'icons', 'resource', 'session'],
  mcp: ['base', 'configuration', 'icons', 'network', 'questions', 'resource', 'session'],
  connection: ['base', 'catalog', 'configuration', 'resource', 'session'],
  search: ['base', 'catalog', 'content', 'resource'],
  templates: ['base', 'catalog', 'resource'],
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
  directories: ['base', 'catalog', 'connection', 'resource', 'session'],
  skills: ['base', 'catalog', 'connection', 'content', 'resource', 'session'],
  describe: ['base', 'catalog', 'connection', 'resource'],
  tree: ['base', 'catalog', 'connection', 'directories', 'resource', 'skills'],
  panel: ['base', 'catalog', 'connection', 'content', 'context', 'describe', 'resource', 'search'],
  preview: ['base', 'content', 'describe', 'resource'],
  mentions: [
    'base',
    'catalog',
    'connection',
    'content',
    'context',
    'describe',
    'directories',
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
    'directories',
    'mentions',
    'preview',
    'resource',
    'search',
    'templates',
  ],
};

/** Rooms that need Node and no VS Code. */
export const nodeRooms = {
  base: [],
  network: [],
  preview: [],
  process: [],
  skills: ['base'],
  files: ['base'],
  mcp: ['base', 'network', 'process'],
};

/** The glue to VS Code. */
export const hostRooms = {
  base: [],
  describe: [],
  startup: [],
  commands: ['base'],
  configuration: ['base'],
  network: ['base'],
  questions: ['base'],
  permission: ['base', 'configuration', 'startup'],
  standIns: ['base', 'configuration'],
  connection: ['base', 'configuration', 'network', 'permission', 'startup'],
  chat: ['base', 'connection', 'startup'],
  servers: ['base', 'commands', 'configuration', 'connection', 'describe', 'network', 'permission', 'startup'],
  welcome: ['base', 'commands', 'configuration', 'connection', 'permission', 'startup'],
  content: ['base', 'chat', 'configuration', 'connection', 'network', 'permission', 'startup'],
  actions: ['base', 'chat', 'commands', 'content'],
  tools: ['base', 'content'],
  tree: ['base', 'commands', 'configuration', 'connection', 'content', 'describe', 'servers', 'startup'],
  mentions: ['actions', 'base', 'commands', 'content'],
  panel: ['actions', 'base', 'commands', 'configuration', 'content', 'servers'],
  templates: ['actions', 'base', 'connection'],
  context: ['actions', 'base', 'commands', 'content', 'describe', 'mentions', 'panel', 'tree'],
  participant: ['base', 'configuration', 'content', 'panel', 'servers'],
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
