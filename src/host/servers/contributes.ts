import { inTitle, onRow, rowsOf, serversIn, text, type Contribution } from '../base/manifest/contribution';
import { rowKinds, views } from '../base/ids';

export const contributes: Contribution = {
  commands: {
    startServer: {
      title: ['Start Server', '启动服务器'],
      arguments: 'servers',
      icon: 'debug-start',
      menus: [onRow('inline@1', serversIn('stopped', 'blocked')), onRow('1_run@1', serversIn('stopped', 'blocked'))],
    },
    restartServer: {
      title: ['Restart Server', '重启服务器'],
      arguments: 'servers',
      icon: 'debug-restart',
      menus: [
        onRow('inline@1', serversIn('ready', 'signedIn', 'connecting', 'failed')),
        onRow('1_run@2', serversIn('ready', 'signedIn', 'connecting', 'failed')),
      ],
    },
    stopServer: {
      title: ['Stop Server', '停止服务器'],
      arguments: 'servers',
      icon: 'debug-stop',
      menus: [onRow('1_run@3', serversIn('ready', 'signedIn', 'connecting'))],
    },
    refreshList: {
      title: ['Refresh List', '刷新列表'],
      arguments: 'servers',
      icon: 'refresh',
      palette: false,
      menus: [
        onRow('1_run@4', rowsOf([views.resources, views.servers], /^(group\.server$|server\.(ready|signedIn)\b)/)),
      ],
    },
    refresh: { title: ['Refresh', '刷新'], icon: 'refresh', menus: [inTitle('navigation@3', views.resources)] },
    signIn: {
      title: ['Sign In…', '登录…'],
      arguments: 'servers',
      icon: 'sign-in',
      menus: [onRow('inline@1', serversIn('signInNeeded')), onRow('0_signIn@1', serversIn('signInNeeded', 'signedIn'))],
    },
    signOut: {
      title: ['Sign Out', '注销'],
      arguments: 'servers',
      icon: 'sign-out',
      menus: [onRow('0_signIn@2', serversIn('signInNeeded', 'signedIn'))],
    },
    letModelsRead: {
      title: ['Let Models Read Without Asking…', '允许模型直接读取…'],
      arguments: 'servers',
      menus: [onRow('4_models@1', `${rowsOf(views.servers, /^server\./)} && !(viewItem =~ /\\.readFreely$/)`)],
    },
    unhide: {
      title: ['Show Resources', '显示资源'],
      arguments: 'servers',
      enablement: 'always',
      palette: false,
      menus: [onRow('5_hide@1', `${rowsOf(views.servers, /^server\./)} && viewItem =~ /\\.hidden\\b/`)],
    },
    openConfiguration: {
      title: ['Open Server Configuration', '打开服务器配置'],
      arguments: 'configuration',
      icon: 'gear',
      menus: [onRow('3_server@2', rowsOf([views.resources, views.servers], /^(group\.server$|server\.|problem)/))],
    },
    reviewServers: {
      title: ['Review Servers…', '审查服务器…'],
      icon: 'shield',
      menus: [inTitle('navigation@1', views.servers)],
    },
    addServer: {
      title: ['Add Server…', '添加服务器…'],
      icon: 'add',
      enablement: 'always',
      palette: false,
      menus: [inTitle('navigation@2', views.servers)],
    },
    managePermissions: {
      title: ['Manage Permissions…', '管理权限…'],
      enablement: 'always',
      menus: [inTitle('1_servers@2', views.servers)],
    },
    showLog: {
      title: ['Show Log', '显示日志'],
      icon: 'output',
      enablement: 'always',
      menus: [inTitle('9_log@1', views.servers), onRow('3_server@1', rowsOf(views.servers, /^server\./))],
    },
    copyFact: {
      title: ['Copy Value', '复制值'],
      arguments: 'fact',
      palette: false,
      menus: [onRow('2_copy@1', rowsOf(views.servers, rowKinds.fact))],
    },
  },
  settings: [
    {
      name: 'listing',
      title: ['Lists and Reading', '列表和读取'],
      order: 2,
      settings: {
        maxSize: {
          id: 'read.maxSize',
          description: [
            'The maximum size, in megabytes, of a resource that is read from a server.',
            '从服务器读取资源时，单个资源的大小上限(MB)。',
          ],
          schema: { type: 'number', default: 20, minimum: 1, maximum: 96 },
        },
        maxResources: {
          id: 'list.maxResources',
          description: [
            'The maximum number of resources to list per server. If a server has more, the Resources view shows a message.',
            '每个服务器最多列出的资源数。如果服务器有更多资源，“资源”视图会显示提示。',
          ],
          schema: { type: 'integer', default: 250000, minimum: 100, maximum: 1000000 },
        },
        listFilter: {
          id: 'list.filter',
          description: [
            'Controls which resources each server lists. For each server, enter its name as in mcp.json, and a filter to send with `resources/list`. Filters aren’t part of MCP, so they are sent only to servers that support them. Changes take effect on the next refresh.',
            '控制每个服务器列出哪些资源。请输入服务器在 mcp.json 中的名称，以及要随 `resources/list` 发送的筛选器。筛选器不是 MCP 的一部分，因此仅发送到支持筛选器的服务器。更改在下次刷新时生效。',
          ],
          schema: { type: 'object', default: {}, additionalProperties: { type: 'object' } },
          examples: [{ warehouse: { kind: 'database_table' } }],
        },
        pollInterval: {
          id: 'freshness.pollInterval',
          description: [
            'The time, in seconds, between checks for changes that the server doesn’t report. Only resources that are open or in the context are checked. The minimum is 5; 0 turns off the checks. Checks are less frequent while a server is failing, and pause while the window is in the background.',
            '每隔多少秒检查一次服务器未报告的更改。仅检查已打开的资源和上下文中的资源。最小值为 5；0 表示关闭检查。服务器出现故障时检查频率会降低，窗口位于后台时会暂停检查。',
          ],
          schema: { type: 'number', default: 0, minimum: 0, maximum: 86400 },
        },
      },
    },
    {
      name: 'servers',
      title: ['Servers', '服务器'],
      order: 3,
      settings: {
        connectTimeout: {
          id: 'connect.timeout',
          description: [
            'The maximum time, in seconds, to wait for a server to start and respond. Servers that are downloaded on their first start need longer.',
            '等待服务器启动并响应的最长时间(秒)。如果服务器首次启动时要先下载，请设置更长的时间。',
          ],
          schema: { type: 'number', default: 60, minimum: 1, maximum: 600 },
        },
        clientMetadataUrl: {
          id: 'signIn.clientMetadataUrl',
          description: [
            'The URL of a client ID metadata document for this extension. Authorization servers that support such documents don’t ask you for a client ID. Leave the setting empty if you don’t have a document.',
            '此扩展的客户端 ID 元数据文档的 URL。支持此类文档的授权服务器不会要求你提供客户端 ID。如果没有此类文档，请留空。',
          ],
          schema: {
            type: 'string',
            default: '',
            pattern: '^(https://[^/?#@]+/[^#]+)?$',
            patternErrorMessage: text(
              'setting.clientMetadataUrl.pattern',
              'Enter an https URL with a path and without “#”.',
              '请输入带有路径且不含“#”的 https URL。',
            ),
          },
          scope: 'machine',
        },
      },
    },
  ],
  points: {
    views: {
      mcpResources: [
        {
          id: views.servers,
          name: text('view.servers', 'Servers', '服务器'),
          icon: 'media/icon.svg',
          visibility: 'collapsed',
          initialSize: 1,
        },
      ],
    },
    viewsWelcome: [
      {
        view: views.servers,
        contents: text(
          'welcome.servers',
          'No MCP servers are configured yet. [Add Server…](command:workbench.mcp.addConfiguration)',
          '尚未配置 MCP 服务器。[添加服务器…](command:workbench.mcp.addConfiguration)',
        ),
      },
    ],
    languages: [{ id: 'mcp-launch', aliases: ['MCP Server Launch'], filenamePatterns: ['/MCP Servers/*'] }],
    configurationDefaults: {
      '[mcp-launch]': {
        'diffEditor.codeLens': true,
        'editor.codeLens': true,
        'editor.minimap.enabled': false,
        'editor.occurrencesHighlight': 'off',
        'editor.wordWrap': 'on',
        'editor.wrappingIndent': 'deepIndent',
      },
    },
    resourceLabelFormatters: [{ scheme: 'mcpres', formatting: { label: '${authority}${path}', separator: '/' } }],
  },
};
