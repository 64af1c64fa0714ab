import {
  idOf,
  inTitle,
  onFoundRow,
  onRow,
  resourceRows,
  rowsOf,
  serversIn,
  text,
  type Contribution,
} from '../base/manifest/contribution';
import { contextKeys, rowKinds, views } from '../base/ids';

const opening = { command: '_setContext', args: [contextKeys.isSearchOpening, true] };
/**
 * The key of *Search Resources*, for which VS Code itself gives the focus to the page where it runs, and takes it from a file where it has to be
 * loaded. A command of ours would move the focus after the extension host has answered, and letters typed until then would go into the open file.
 */
const searchKeys = [
  {
    command: 'runCommands',
    key: 'ctrl+alt+j',
    mac: 'cmd+alt+j',
    args: { commands: [`${views.search}.focus`, opening, idOf('typeInSearch')] },
    when: contextKeys.isSearchReady,
  },
  {
    command: 'runCommands',
    key: 'ctrl+alt+j',
    mac: 'cmd+alt+j',
    when: `!${contextKeys.isSearchReady}`,
    args: {
      commands: [
        opening,
        'workbench.action.focusStatusBar',
        { command: `${views.search}.focus`, args: { preserveFocus: true } },
        idOf('typeInSearch'),
      ],
    },
  },
];

/**
 * Keys that type a sign, each with its text, until the page takes keys: VS Code passes it on. They win over the keys of lists, in which a window
 * may still be. What an input method composes is not caught until the page has the focus.
 */
function typedKeys(): object[] {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const typed = [
    ...letters.flatMap((letter) => [[letter], [`shift+${letter}`, letter.toUpperCase()]]),
    ...Array.from('0123456789-./', (sign) => [sign]),
    ['space', ' '],
    ['shift+;', ':'],
    ['shift+-', '_'],
  ];
  const command = idOf('typeInSearch');
  const when = `${contextKeys.isSearchOpening} && !inQuickOpen`;
  return typed.map(([key = '', args = key]) => ({ command, key, mac: key, when, args }));
}

export const contributes: Contribution = {
  commands: {
    search: {
      title: ['Search Resources', '搜索资源'],
      arguments: 'text',
      icon: 'search',
      enablement: 'always',
      palette: '!isSessionsWindow',
      menus: [inTitle('navigation@1', views.resources)],
      keys: [{ key: 'ctrl+alt+j' }],
    },
    typeInSearch: {
      title: ['Type in Search Box', '在搜索框中输入'],
      arguments: 'text',
      enablement: 'always',
      palette: false,
    },
    openSearchInEditor: {
      title: ['Open Search in Editor', '在编辑器中打开搜索'],
      icon: 'go-to-file',
      menus: [inTitle('navigation@1', views.search)],
    },
    openSavedSearch: {
      title: ['Open Saved Search…', '打开已保存的搜索…'],
      icon: 'bookmark',
      palette: '!isSessionsWindow',
    },
    saveSearch: { title: ['Save Current Search…', '保存当前搜索…'], icon: 'save', palette: '!isSessionsWindow' },
    showInSearch: {
      title: ['Show in Search', '在“搜索”视图中显示'],
      arguments: 'resources',
      icon: 'search',
      palette: false,
      menus: [
        onRow('inline@1', rowsOf(views.context, /^picked.*\.gone/)),
        onRow('6_go@2', resourceRows, rowsOf(views.context, /^picked.*\.gone/)),
      ],
    },
    searchIn: {
      title: ['Search Here', '在此处搜索'],
      arguments: 'searchPlace',
      icon: 'search',
      palette: false,
      menus: [
        onRow('inline@1', rowsOf(views.resources, /^group\.(scheme|server|skills|folder)\b/)),
        onRow(
          '1_use@2',
          rowsOf(views.resources, /^group\.(scheme|server|skills|folder)\b/),
          serversIn('ready', 'signedIn', 'stopped', 'failed'),
        ),
      ],
    },
    preview: {
      title: ['Preview', '预览'],
      arguments: 'ownResources',
      icon: 'eye',
      palette: false,
      menus: [onRow('1_use@2', resourceRows), onFoundRow('1_use@2')],
    },
    pin: {
      title: ['Pin to Top of Search', '固定到搜索结果顶部'],
      arguments: 'resources',
      icon: 'pin',
      palette: false,
      menus: [onFoundRow('5_pin@1', '!isPinned')],
    },
    unpin: {
      title: ['Unpin from Top of Search', '从搜索结果顶部取消固定'],
      arguments: 'resources',
      icon: 'pinned',
      palette: false,
      menus: [onFoundRow('5_pin@1', 'isPinned')],
    },
    fillInTemplate: {
      title: ['Fill In Template…', '填写模板…'],
      arguments: 'template',
      palette: false,
      menus: [onRow('1_use@1', rowsOf(views.resources, rowKinds.template))],
    },
    openFromTemplate: { title: ['Open Resource from Template…', '从模板打开资源…'] },
  },
  points: {
    viewsContainers: {
      activitybar: [
        { id: 'mcpResources', title: text('container', 'MCP Resources', 'MCP 资源'), icon: 'media/icon.svg' },
      ],
    },
    views: {
      mcpResources: [
        {
          id: views.search,
          name: text('view.search', 'Search', '搜索'),
          type: 'webview',
          icon: 'media/icon.svg',
          initialSize: 14,
        },
      ],
    },
    keybindings: [...searchKeys, ...typedKeys()],
  },
};
