import type { AudienceFilter } from '../../shared/audience';
import type { GroupBy, SortBy } from '../../core/tree/treeNode';
import {
  enterKey,
  onFoundRow,
  onRow,
  rowsOf,
  text,
  type CommandContribution,
  type Contribution,
  type Text,
} from '../base/manifest/contribution';
import { contextKeys, views } from '../base/ids';

const arrangeMenu = 'mcpResources.arrange';

/** A choice of the submenu *Arrange*: two commands, see `groupCommands` in treeCommands.ts. */
function choice(
  name: string,
  [english, chinese]: Text,
  group: string,
  key: string,
  value: GroupBy | SortBy,
): Readonly<Record<string, CommandContribution>> {
  const entry = (comparison: string) => ({ menu: arrangeMenu, group, when: `${key} ${comparison} ${value}` });
  const common = { enablement: 'always', palette: false } as const;
  return {
    [name]: { title: [english, chinese], menus: [entry('!=')], ...common },
    [`${name}Checked`]: { title: [`✓ ${english}`, `✓ ${chinese}`], menus: [entry('==')], ...common },
  };
}

const { groupBy, sortBy } = contextKeys;

export const contributes: Contribution = {
  commands: {
    ...choice('groupByServer', ['Group by Server', '按服务器分组'], '1_groupBy@1', groupBy, 'server'),
    ...choice(
      'sortByImportance',
      ['Sort by Priority and Recency', '按优先级和更改时间排序'],
      '2_sortBy@1',
      sortBy,
      'importance',
    ),
    ...choice('sortByName', ['Sort by Name', '按名称排序'], '2_sortBy@2', sortBy, 'name'),
    ...choice(
      'sortByServerOrder',
      ['Sort in the Server’s Order', '按服务器提供的顺序排序'],
      '2_sortBy@3',
      sortBy,
      'server',
    ),
    filterByAudience: {
      title: ['Filter by Audience…', '按受众筛选…'],
      icon: 'filter',
      enablement: 'always',
      palette: false,
      menus: [{ menu: arrangeMenu, group: '3_audience@1' }],
    },
    hide: {
      title: ['Hide Resources', '隐藏资源'],
      arguments: 'places',
      enablement: 'always',
      palette: false,
      menus: [
        onRow(
          '5_hide@1',
          rowsOf(views.resources, /^group\.(server|scheme)$/),
          `${rowsOf(views.servers, /^server\./)} && !(viewItem =~ /\\.hidden\\b/)`,
        ),
      ],
    },
    showHidden: { title: ['Show Hidden Resources', '显示隐藏的资源'], enablement: 'always' },
    reveal: {
      title: ['Show in Tree', '在资源树中显示'],
      arguments: 'ownResources',
      palette: false,
      menus: [onRow('6_go@1', `${rowsOf(views.context, /^picked/)} && !(viewItem =~ /\\.gone/)`), onFoundRow('4_go@1')],
    },
    loadMore: { title: ['Load More', '加载更多'], arguments: 'ownResources', palette: false },
    forgetResource: {
      title: ['Remove Saved Resource', '移除已保存的资源'],
      arguments: 'resources',
      palette: false,
      menus: [onRow('5_keep@1', rowsOf(views.resources, /^resource\.(picked\.)?kept$/))],
    },
  },
  settings: [
    {
      name: 'resourcesView',
      title: ['Resources View', '“资源”视图'],
      order: 1,
      settings: {
        groupBy: {
          id: 'tree.groupBy',
          description: [
            'Controls how the Resources view is grouped at the top level. The view’s menu overrides this setting for the workspace.',
            '控制“资源”视图的第一级如何分组。在视图菜单中的选择会在当前工作区替代此设置。',
          ],
          choices: {
            scheme: [
              'Group by URI scheme, then by server if several servers use the scheme.',
              '按 URI 协议方案分组；如果多个服务器使用同一协议方案，则再按服务器分组。',
            ],
            server: [
              'Group by server, then by URI scheme if the server uses several schemes.',
              '按服务器分组；如果服务器使用多个 URI 协议方案，则再按协议方案分组。',
            ],
          } satisfies Record<GroupBy, Text>,
          schema: { default: 'scheme' },
        },
        sortBy: {
          id: 'tree.sortBy',
          description: [
            'Controls how the Resources view is sorted. The view’s menu overrides this setting for the workspace.',
            '控制“资源”视图的排序方式。在视图菜单中的选择会在当前工作区替代此设置。',
          ],
          choices: {
            importance: [
              'Sort by priority (highest first), then by date modified (newest first). Ties are then sorted in this order: resources you used, resources with updates, then all others by name.',
              '按优先级从高到低排序，然后按修改时间从新到旧排序。如果优先级和修改时间均相同或未知，则先显示你用过的资源，再显示已更新的资源，其余资源按名称排序。',
            ],
            name: [
              'Sort by name. Case and accents are ignored, and numbers are sorted by value.',
              '按名称排序。不区分大小写和重音，数字按数值排序。',
            ],
            server: ['Keep the order of each server’s list.', '保留每个服务器提供的顺序。'],
          } satisfies Record<SortBy, Text>,
          schema: { default: 'importance' },
        },
        audience: {
          id: 'tree.audience',
          description: [
            'Controls which resources the Resources view shows, by audience. The view’s menu overrides this setting for the workspace.',
            '控制“资源”视图显示面向哪些受众的资源。在视图菜单中的选择会在当前工作区替代此设置。',
          ],
          choices: {
            all: ['Show all resources.', '显示所有资源。'],
            user: [
              'Show resources meant for you, or for both you and the assistant.',
              '显示仅供你使用的资源，以及供你和助手共用的资源。',
            ],
            assistant: [
              'Show resources meant for the assistant, or for both you and the assistant.',
              '显示仅供助手使用的资源，以及供你和助手共用的资源。',
            ],
          } satisfies Record<AudienceFilter, Text>,
          schema: { default: 'all' },
        },
        exclude: {
          id: 'exclude',
          description: [
            'Configure glob patterns for the URIs of resources to hide everywhere. `*` doesn’t match slashes, but `**` does. For example, `log://**` hides a scheme, `**/node_modules/**` hides a folder, and `*.lock` hides a file type.',
            '配置用于隐藏资源的 glob 模式。URI 与模式匹配的资源在所有位置都会隐藏。`*` 不匹配斜杠，`**` 匹配斜杠。例如，`log://**` 隐藏一个协议方案，`**/node_modules/**` 隐藏一个文件夹，`*.lock` 隐藏一类文件。',
          ],
          schema: { type: 'array', items: { type: 'string' }, default: [] },
          examples: [['log://**', '*.lock']],
        },
      },
    },
  ],
  points: {
    views: {
      mcpResources: [
        {
          id: views.resources,
          name: text('view.resources', 'Resources', '资源'),
          icon: 'media/icon.svg',
          initialSize: 5,
        },
      ],
    },
    viewsWelcome: [
      {
        view: views.resources,
        contents: text('welcome.looking', 'Looking for MCP servers…', '正在查找 MCP 服务器…'),
        when: `!${contextKeys.isReady}`,
      },
      {
        view: views.resources,
        contents: text(
          'welcome.none',
          'The resources of your MCP servers appear here.\nNew here? See how to [get started](command:mcpResources.getStarted).',
          'MCP 服务器的资源会显示在此处。\n首次使用？请参阅[入门](command:mcpResources.getStarted)。',
        ),
        when: `${contextKeys.isReady} && !${contextKeys.hasServers}`,
      },
      {
        view: views.resources,
        contents: text(
          'welcome.idle',
          'No resources to show. Your servers don’t list any, or filters hide them.\n[Refresh](command:mcpResources.refresh)\n[Filter by Audience](command:mcpResources.filterByAudience)',
          '没有可显示的资源。服务器未列出任何资源，或者资源已被筛选器隐藏。\n[刷新](command:mcpResources.refresh)\n[按受众筛选](command:mcpResources.filterByAudience)',
        ),
        when: `${contextKeys.isReady} && ${contextKeys.hasServers}`,
      },
    ],
    menus: {
      'view/title': [{ submenu: arrangeMenu, group: 'navigation@2', when: `view == ${views.resources}` }],
    },
    keybindings: [enterKey(views.resources)],
    submenus: [{ id: arrangeMenu, label: text('submenu.arrange', 'Arrange', '排列'), icon: '$(settings)' }],
  },
};
