import { idOf, text, type Contribution, type Text } from '../base/manifest/contribution';
import { contextKeys, walkthrough } from '../base/ids';

/**
 * A step of the walkthrough.
 * @param endings what completes it, see https://code.visualstudio.com/api/references/contribution-points#contributes.walkthroughs
 * @param picture in words
 */
function step(id: string, endings: readonly string[], title: Text, description: Text, picture: Text): object {
  return {
    id,
    title: text(`walkthrough.${id}.title`, ...title),
    description: text(`walkthrough.${id}.description`, ...description),
    media: { svg: `media/walkthrough/${id}.svg`, altText: text(`walkthrough.${id}.picture`, ...picture) },
    completionEvents: endings,
  };
}

export const contributes: Contribution = {
  commands: {
    getStarted: { title: ['Get Started', '入门'], enablement: 'always' },
    useInAgentsWindow: { title: ['Use in Agents Window…', '在代理窗口中使用…'], enablement: 'always' },
  },
  points: {
    walkthroughs: [
      {
        id: walkthrough,
        title: text('walkthrough.title', 'Get Started with MCP Resources', 'MCP 资源入门'),
        description: text(
          'walkthrough.description',
          'Find the resources of your MCP servers and attach them to the chat. What you send is the latest version.',
          '查找 MCP 服务器的资源，并附加到聊天。发送的是最新版本。',
        ),
        icon: 'media/icon.svg',
        steps: [
          step(
            'addServer',
            [`onContext:${contextKeys.hasAddedServer}`],
            ['Add a server', '添加服务器'],
            [
              'Resources come from MCP servers. Servers are detected in the mcp.json of your profile and workspace, in .mcp.json and .github/mcp.json, in GitHub Copilot’s configuration, and in agent plugins.\n[Add Server…](command:workbench.mcp.addConfiguration)\nOr edit mcp.json yourself: [Open User Configuration](command:workbench.mcp.openUserMcpJson)',
              '资源来自 MCP 服务器。扩展会自动检测以下位置的服务器：用户配置文件和工作区的 mcp.json；.mcp.json 和 .github/mcp.json；GitHub Copilot 的配置；代理插件。\n[添加服务器…](command:workbench.mcp.addConfiguration)\n也可以自行编辑 mcp.json：[打开用户配置](command:workbench.mcp.openUserMcpJson)',
            ],
            ['An mcp.json file with two servers', '包含两个服务器的 mcp.json 文件'],
          ),
          step(
            'start',
            [`onContext:${contextKeys.hasConnected}`],
            ['Allow servers to start', '允许服务器启动'],
            [
              'MCP servers can run code on your computer. A server starts only after you check its command or URL and allow it. You’re asked again when its configuration changes.\n[Review and Start…](command:mcpResources.reviewServers)',
              'MCP 服务器可以在你的计算机上运行代码。服务器只有在你查看命令或 URL 并允许后才会启动。如果配置有更改，会再次询问你。\n[审查并启动…](command:mcpResources.reviewServers)',
            ],
            [
              'A list of servers with checkboxes, each with the command it runs',
              '带复选框的服务器列表，每个服务器都显示其运行的命令',
            ],
          ),
          step(
            'browse',
            [`onContext:${contextKeys.hasBrowsed}`],
            ['Browse resources', '浏览资源'],
            [
              'The Resources view shows the resources of all servers, the most important and most recent first. Folders open to what is in them, whatever their size. Skills, which tell models what to do, are in a group of their own: look at one before you allow it. Click a resource to open it. Copy, save or attach it from its menu.\n[Show Resources](command:mcpResources.resources.focus)',
              '“资源”视图显示所有服务器的资源，最重要和最近更改的排在前面。无论文件夹有多大，都可以展开查看其中的内容。技能告诉模型该做什么，自成一组：允许之前请先查看。单击资源可将其打开；通过资源的菜单，可以复制、保存或附加资源。\n[显示资源](command:mcpResources.resources.focus)',
            ],
            [
              'A tree of resources with folders, and marks on important resources',
              '包含文件夹的资源树，其中重要资源带有标记',
            ],
          ),
          step(
            'search',
            [`onContext:${contextKeys.hasSearched}`, `onCommand:${idOf('search')}`],
            ['Search and filter', '搜索和筛选'],
            [
              'Type a few words, or parts of words, in any order. Use the filters to narrow the results by audience (you or the assistant), server or type. You can type filters, too, such as type:image or server:github.\n[Search Resources](command:mcpResources.search)',
              '以任意顺序键入几个词或词的一部分。使用筛选器可按受众(你或助手)、服务器或类型缩小结果范围。也可以键入筛选器，例如 type:image 或 server:github。\n[搜索资源](command:mcpResources.search)',
            ],
            [
              'A search box with a few words, and the matching resources below it',
              '输入了几个词的搜索框，下方是匹配的资源',
            ],
          ),
          step(
            'attach',
            [`onContext:${contextKeys.hasAttached}`],
            ['Attach resources to the chat', '将资源附加到聊天'],
            [
              'Click the paper clip on a row, drag the row into the chat, or attach a whole selection. Attached resources are read when you send the message, and the Context view shows what has changed since then.\nYou can also [search for resources to attach](command:mcpResources.attach).',
              '可以单击资源所在行的回形针图标、将该行拖入聊天，或一次附加所选的全部资源。发送消息时会读取附加的资源，“上下文”视图会显示此后的更改。\n也可以[搜索要附加的资源](command:mcpResources.attach)。',
            ],
            [
              'A chat message with two attached resources, one of them marked as live',
              '附加了两个资源的聊天消息，其中一个标记为实时',
            ],
          ),
          step(
            'keyboard',
            ['onCommand:workbench.action.openGlobalKeybindings'],
            ['Use the keyboard', '使用键盘'],
            [
              'Press Ctrl+Alt+J (Cmd+Option+J on macOS) to go to the search box from anywhere. Use the arrow keys to move through the list, Space to select, Enter to attach, and Ctrl+Enter (Cmd+Enter) to open.\n[Show All Shortcuts](command:workbench.action.openGlobalKeybindings?%22mcpResources.%22)',
              '在任何位置按 Ctrl+Alt+J (macOS 上为 Cmd+Option+J)可转到搜索框。使用箭头键在列表中移动，按空格键选择，按 Enter 附加，按 Ctrl+Enter (Cmd+Enter)打开。\n[显示所有快捷键](command:workbench.action.openGlobalKeybindings?%22mcpResources.%22)',
            ],
            ['The keys Ctrl, Alt and J', '按键 Ctrl、Alt 和 J'],
          ),
          step(
            'agentsWindow',
            [`onCommand:${idOf('useInAgentsWindow')}`],
            ['Use the Agents window', '使用代理窗口'],
            [
              'VS Code runs this extension in the Agents window only if you allow it. The extension has no views there, so use commands in the Command Palette to find, open, attach and manage resources.\n[Use in Agents Window…](command:mcpResources.useInAgentsWindow)',
              '仅当你允许时，VS Code 才会在代理窗口中运行此扩展。此扩展在代理窗口中没有视图，请使用命令面板中的命令来查找、打开、附加和管理资源。\n[在代理窗口中使用…](command:mcpResources.useInAgentsWindow)',
            ],
            ['A window with a chat, and a list of commands above it', '包含聊天的窗口，上方是命令列表'],
          ),
        ],
      },
    ],
  },
  texts: [
    text('displayName', 'MCP Resource Picker', 'MCP Resource Picker'),
    text(
      'description',
      'Browse and search the resources of your MCP servers, attach them to the chat, and keep them up to date.',
      '浏览和搜索 MCP 服务器的资源，并附加到聊天。发送的是最新版本。',
    ),
    text('category', 'MCP Resources', 'MCP 资源'),
    text(
      'trust',
      'MCP servers can run code on your computer. Servers configured in an untrusted workspace don’t start.',
      'MCP 服务器可以在你的计算机上运行代码。在不受信任的工作区中配置的服务器不会启动。',
    ),
  ],
};
