/** Every id that the code shares with package.json, once. A test holds the two against each other. */

export const commands = {
  attach: 'mcpResources.attach',
  attachContext: 'mcpResources.attachContext',
  clearContext: 'mcpResources.clearContext',
  copyContent: 'mcpResources.copyContent',
  copyUri: 'mcpResources.copyUri',
  copyUriTemplate: 'mcpResources.copyUriTemplate',
  fillInTemplate: 'mcpResources.fillInTemplate',
  filterByAudience: 'mcpResources.filterByAudience',
  forgetConsent: 'mcpResources.forgetConsent',
  forgetInputs: 'mcpResources.forgetInputs',
  forgetWebSites: 'mcpResources.forgetWebSites',
  forgetResource: 'mcpResources.forgetResource',
  open: 'mcpResources.open',
  openConfiguration: 'mcpResources.openConfiguration',
  openFromTemplate: 'mcpResources.openFromTemplate',
  refresh: 'mcpResources.refresh',
  removeFromContext: 'mcpResources.removeFromContext',
  restartServer: 'mcpResources.restartServer',
  reveal: 'mcpResources.reveal',
  reviewServers: 'mcpResources.reviewServers',
  save: 'mcpResources.save',
  search: 'mcpResources.search',
  showLog: 'mcpResources.showLog',
  signIn: 'mcpResources.signIn',
  signOut: 'mcpResources.signOut',
  startServer: 'mcpResources.startServer',
  stopServer: 'mcpResources.stopServer',
} as const;

export const views = {
  search: 'mcpResources.search',
  resources: 'mcpResources.resources',
  context: 'mcpResources.context',
  servers: 'mcpResources.servers',
} as const;

/** `when` keys. */
export const contextKeys = {
  /** At least one server is configured, or a configuration has a problem to show. */
  hasServers: 'mcpResources.hasServers',
  /** The first look at the configuration is done: before it, nothing is said to be missing. */
  isReady: 'mcpResources.isReady',
  /** Something is picked. */
  hasContext: 'mcpResources.hasContext',
} as const;

export const settings = {
  exclude: 'mcpResources.exclude',
  maxSize: 'mcpResources.read.maxSize',
  maxResources: 'mcpResources.list.maxResources',
  listFilter: 'mcpResources.list.filter',
  connectTimeout: 'mcpResources.connect.timeout',
  maxAge: 'mcpResources.freshness.maxAge',
  pollInterval: 'mcpResources.freshness.pollInterval',
} as const;

/** What `when` clauses of menus see of a row. */
export const rowKinds = {
  resource: 'resource',
  picked: 'resource.picked',
  /** Not listed by its server: a person built its URI. */
  kept: 'resource.kept',
  pickedAndKept: 'resource.picked.kept',
  /** A file of a resource that consists of several. */
  part: 'resource.part',
  template: 'template',
  folder: 'folder',
  /** In the view *Context*. */
  inContext: 'picked',
  /** Followed by the state's name, such as `server.ready`. */
  server: 'server',
  /** In place of `server.ready`. */
  signedInServer: 'server.signedIn',
  problem: 'problem',
} as const;
