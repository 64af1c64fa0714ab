// Ids that the code shares with package.json. Those of commands and settings are made of what each room contributes, where these are used.
export { commands } from './manifest/commandIds';
export { settings } from './manifest/contributed';

export const views = {
  search: 'mcpResources.search',
  resources: 'mcpResources.resources',
  context: 'mcpResources.context',
  servers: 'mcpResources.servers',
} as const;

/** The command that Enter in a view runs before VS Code's own, and with `true` after it. */
export function enterIn(view: string): string {
  return `_${view}.enter`;
}

/** The search page in an editor: its type of webview. */
export const searchEditor = 'mcpResources.searchEditor';

/** Tools of language models. */
export const tools = {
  list: 'mcpResources_list',
  read: 'mcpResources_read',
  context: 'mcpResources_context',
} as const;

/** The chat participant `@resources`. */
export const participant = 'mcpResources.participant';

/** The one walkthrough. */
export const walkthrough = 'gettingStarted';

/** `when` keys. */
export const contextKeys = {
  /** At least one server is configured, or a configuration has a problem to show. */
  hasServers: 'mcpResources.hasServers',
  /** True once the configuration was read for the first time: before that, nothing is reported missing. */
  isReady: 'mcpResources.isReady',
  /** Grouping of the first level of the tree. */
  groupBy: 'mcpResources.groupBy',
  /** Order of the tree's rows. */
  sortBy: 'mcpResources.sortBy',
  /** True if the context has a resource. */
  hasContext: 'mcpResources.hasContext',
  /** True if a checked resource of the context has changed since the chat got it. */
  hasUpdated: 'mcpResources.hasUpdated',
  /** True if a removal from the context can be undone. */
  canUndoRemoval: 'mcpResources.canUndoRemoval',
  /** True if more is checked than fits into a message. */
  isOverBudget: 'mcpResources.isOverBudget',
  /** True from the key that opens the view *Search* until its page takes keys: VS Code passes on what is typed. */
  isSearchOpening: 'mcpResources.isSearchOpening',
  /** True while the view *Search* has a page that runs, also while it is hidden: VS Code can give it the focus at once. */
  isSearchReady: 'mcpResources.isSearchReady',
  /** Completes a step of the walkthrough, true for a moment when a server is configured. */
  hasAddedServer: 'mcpResources.hasAddedServer',
  /** Likewise: a server was connected. */
  hasConnected: 'mcpResources.hasConnected',
  /** Likewise: a row of the tree was opened or selected. */
  hasBrowsed: 'mcpResources.hasBrowsed',
  /** Likewise: the panel was searched. */
  hasSearched: 'mcpResources.hasSearched',
  /** Likewise: the user put a resource into the context. */
  hasAttached: 'mcpResources.hasAttached',
} as const;

/** Kinds of rows that `when` clauses of menus test. */
export const rowKinds = {
  resource: 'resource',
  picked: 'resource.picked',
  /** Not listed by its server: the user built its URI. */
  kept: 'resource.kept',
  pickedAndKept: 'resource.picked.kept',
  /** A file of a resource that consists of several. */
  part: 'resource.part',
  /** The row of a skill, which is that of its `SKILL.md`. */
  skill: 'skill',
  pickedSkill: 'skill.picked',
  /** Follows the kind of a skill that models may load. */
  allowed: 'allowed',
  template: 'template',
  schemeGroup: 'group.scheme',
  serverGroup: 'group.server',
  folderGroup: 'group.folder',
  skillsGroup: 'group.skills',
  /** A folder whose children its server lists. */
  listedFolderGroup: 'group.folder.listed',
  rangeGroup: 'group.range',
  /** A row of the view *Context*; followed by `kept` or `once`, and by `updated` or `gone` where it is that. */
  inContext: 'picked',
  /** Followed by the state's name, such as `server.ready`. */
  server: 'server',
  /** In place of `server.ready`. */
  signedInServer: 'server.signedIn',
  /** Follows the kind of a server whose resources models may read without asking, at the end. */
  readFreely: 'readFreely',
  /** Follows the kind of a server whose resources are hidden. */
  hidden: 'hidden',
  /** Below the row of its server. */
  fact: 'fact',
  problem: 'problem',
} as const;

/** VS Code's own command for trusting a workspace. */
export const manageTrust = 'workbench.trust.manage';
