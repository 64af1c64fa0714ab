import {
  enterKey,
  inList,
  inTitle,
  listHasFocus,
  onRow,
  resourceViews,
  rowsOf,
  text,
  type Contribution,
} from '../base/manifest/contribution';
import { contextKeys, views } from '../base/ids';

export const contributes: Contribution = {
  commands: {
    attachContext: {
      title: ['Attach Context', '附加上下文'],
      icon: 'attach',
      enablement: contextKeys.hasContext,
      menus: [inTitle('navigation@1', views.context)],
      keys: [{ key: 'ctrl+shift+alt+j', mac: 'shift+alt+cmd+j', when: contextKeys.hasContext }],
    },
    attachUpdated: {
      title: ['Attach Updated Resources', '附加已更新的资源'],
      icon: 'sync',
      enablement: contextKeys.hasUpdated,
      menus: [inTitle('navigation@2', views.context, contextKeys.hasUpdated)],
    },
    toggleChecked: {
      title: ['Check or Uncheck Resources…', '勾选或取消勾选资源…'],
      arguments: 'ownResources',
      enablement: contextKeys.hasContext,
      keys: [inList(views.context, 'space')],
    },
    toggleInEveryMessage: {
      title: ['Toggle In Every Message', '切换“随每条消息发送”'],
      arguments: 'ownResources',
      enablement: contextKeys.hasContext,
      menus: [onRow('2_mark@1', rowsOf(views.context, /^picked/))],
    },
    moveUp: {
      title: ['Move Up', '上移'],
      arguments: 'resources',
      enablement: contextKeys.hasContext,
      palette: false,
      keys: [inList(views.context, 'alt+up')],
    },
    moveDown: {
      title: ['Move Down', '下移'],
      arguments: 'resources',
      enablement: contextKeys.hasContext,
      palette: false,
      keys: [inList(views.context, 'alt+down')],
    },
    removeFromContext: {
      title: ['Remove from Context', '从上下文中移除'],
      arguments: 'resources',
      icon: 'close',
      enablement: contextKeys.hasContext,
      menus: [
        onRow('inline@2', rowsOf(resourceViews, /^((resource|skill)\.)?picked/)),
        onRow('2_mark@2', rowsOf(resourceViews, /^((resource|skill)\.)?picked/)),
      ],
      keys: [inList(views.resources, 'delete', 'cmd+backspace'), inList(views.context, 'delete', 'cmd+backspace')],
    },
    undoRemoval: {
      title: ['Undo Removal', '撤消移除'],
      icon: 'discard',
      enablement: contextKeys.canUndoRemoval,
      palette: false,
      menus: [inTitle('navigation@4', views.context, contextKeys.canUndoRemoval)],
      keys: [{ key: 'ctrl+z', when: `${listHasFocus(views.context)} && ${contextKeys.canUndoRemoval}` }],
    },
    clearContext: {
      title: ['Clear Context', '清除上下文'],
      icon: 'clear-all',
      enablement: contextKeys.hasContext,
      menus: [inTitle('1_remove@1', views.context)],
    },
    uncheckOverBudget: {
      title: ['Uncheck Resources Over the Limit', '取消勾选超出限制的资源'],
      icon: 'warning',
      enablement: contextKeys.isOverBudget,
      palette: false,
      menus: [inTitle('navigation@3', views.context, contextKeys.isOverBudget)],
    },
    showChanges: {
      title: ['Show Changes', '显示更改'],
      arguments: 'ownResources',
      icon: 'diff',
      enablement: contextKeys.hasContext,
      menus: [
        onRow('inline@1', rowsOf(views.context, /^picked.*\.updated/)),
        onRow('1_use@5', rowsOf(resourceViews, /^((resource|skill)\.picked|picked(\.updated)?$)/)),
      ],
    },
    contextSets: {
      title: ['Context Sets…', '上下文集…'],
      arguments: 'text',
      enablement: 'always',
      menus: [inTitle('4_sets@1', views.context)],
    },
  },
  settings: [
    {
      name: 'context',
      title: ['Context', '上下文'],
      order: 4,
      settings: {
        contextBudget: {
          id: 'context.budget',
          description: [
            'The maximum number of tokens for all attachments in a message. 0 uses the limit of Copilot Chat in agent mode: about a seventh of the model’s input limit, or less when many tools are enabled. The Context view and the warning before attaching use this setting.',
            '每条消息中所有附件的令牌总数上限。0 表示使用 Copilot Chat 在代理模式下的限制：约为模型输入上限的七分之一，启用的工具较多时会更低。“上下文”视图和附加前的警告均使用此设置。',
          ],
          schema: { type: 'integer', default: 0, minimum: 0, maximum: 10000000 },
        },
      },
    },
  ],
  points: {
    views: {
      mcpResources: [
        { id: views.context, name: text('view.context', 'Context', '上下文'), icon: 'media/icon.svg', initialSize: 2 },
      ],
    },
    viewsWelcome: [
      {
        view: views.context,
        contents: text('welcome.context', 'Resources you attach appear here.', '你附加的资源会显示在此处。'),
      },
    ],
    keybindings: [enterKey(views.context)],
    languages: [{ id: 'jsonc', filenamePatterns: ['**/.vscode/mcp-context.json'] }],
    jsonValidation: [{ fileMatch: '.vscode/mcp-context.json', url: './media/mcp-context.schema.json' }],
  },
};
