import { sortOrders } from '../../shared/protocol';
import { audienceFilters } from '../../shared/audience';
import { tools } from '../base/ids';
import { mayHaveServers, text, type Contribution } from '../base/manifest/contribution';

export const contributes: Contribution = {
  points: {
    languageModelTools: [
      {
        name: tools.list,
        displayName: text('tool.list', 'List MCP Resources', '列出 MCP 资源'),
        toolReferenceName: 'mcpResources',
        canBeReferencedInPrompt: true,
        icon: '$(list-tree)',
        when: mayHaveServers,
        userDescription: text('tool.list.description', 'Find resources on your MCP servers', '查找 MCP 服务器的资源'),
        modelDescription:
          'Searches the resources (files, tables, tickets, pages, logs and the like) and URI templates of the user\'s MCP servers; without query, the most important come first. Call it to see what is available, and to find a URI before reading: never guess one. Every word of query must occur in title, name, URI or description, in any order; "quoted words" are a phrase, -word excludes. A @server:uri or an attachment\'s path as query finds that resource. Returns one JSON object per line: first the total and notes on what to do next, then the results that fit, best first. Read a result by its uri, or by its uriTemplate with arguments. A result with "skill" is instructions of its server; read it before a task that it fits, if it is "allowed" by the user.',
        inputSchema: {
          type: 'object',
          properties: {
            query: { type: 'string', description: 'A few words. Omit to list everything.' },
            folder: { type: 'string', description: 'Instead of query: URI of a folder (inode/directory) to list.' },
            server: { type: 'string', description: 'Only this MCP server.' },
            scheme: { type: 'string', description: 'Only these URI schemes, such as db, separated by commas.' },
            type: {
              type: 'string',
              description:
                'Only these MIME types (text/*), kinds (markdown, code, json, text, table, image, audio, video, pdf, archive, template, skill) or file extensions, separated by commas.',
            },
            audience: { type: 'string', enum: audienceFilters, description: 'Intended audience.' },
            sort: { type: 'string', enum: sortOrders },
            limit: { type: 'integer', minimum: 1, maximum: 100, description: 'At most. Default: 25.' },
            cursor: { type: 'string', description: 'nextCursor of the previous page, with the same other parameters.' },
          },
        },
      },
      {
        name: tools.read,
        displayName: text('tool.read', 'Read MCP Resource', '读取 MCP 资源'),
        toolReferenceName: 'readMcpResource',
        canBeReferencedInPrompt: true,
        icon: '$(file-text)',
        when: mayHaveServers,
        userDescription: text(
          'tool.read.description',
          'Read a resource from your MCP servers',
          '读取 MCP 服务器的资源',
        ),
        modelDescription:
          "Reads the current content of one resource of the user's MCP servers. Give the exact uri from a search, a mention (@server:uri), an attachment's path or file name, or a uriTemplate with arguments. Call it whenever you need the content of a resource. The first line is JSON with title, server, URI, age, size and whether it is live: if not, read it again when it may have changed. Returns up to 32 kB of text per call, 128 kB with endLine or length, or in some sessions 7.5 kB; then the first line begins with callAgainWith: the arguments to continue. Images come as images. The user may be asked to confirm.",
        inputSchema: {
          type: 'object',
          properties: {
            uri: { type: 'string' },
            uriTemplate: { type: 'string', description: 'Use instead of uri.' },
            arguments: {
              type: 'object',
              description: 'Values for the variables of uriTemplate, by name: strings or arrays of strings.',
            },
            server: { type: 'string', description: 'Needed if several servers have the URI, or none lists it.' },
            part: {
              type: 'integer',
              minimum: 1,
              description: 'If there are several contents, the one to read, from 1.',
            },
            startLine: { type: 'integer', minimum: 1, description: 'From 1.' },
            endLine: { type: 'integer', minimum: 1 },
            offset: { type: 'integer', minimum: 0, description: 'First character, from 0. Use instead of lines.' },
            length: { type: 'integer', minimum: 1, description: 'Number of characters.' },
          },
        },
      },
      {
        name: tools.context,
        displayName: text('tool.context', 'MCP Context', 'MCP 上下文'),
        toolReferenceName: 'mcpContext',
        canBeReferencedInPrompt: true,
        icon: '$(checklist)',
        when: mayHaveServers,
        userDescription: text(
          'tool.context.description',
          'See the MCP resources in your context',
          '查看上下文中的 MCP 资源',
        ),
        modelDescription:
          'Returns the MCP resources that the user added to the context, in order: a line of JSON for each with its state (live, changed since it was sent, gone, server not connected), age, size and tokens, then as many contents as fit. Call it when the user mentions what they picked, added or attached, or their MCP context. Never asks for confirmation.',
        inputSchema: {
          type: 'object',
          properties: {
            uri: { type: 'string', description: 'Only this resource; other names as for reading.' },
            server: { type: 'string', description: 'Needed if several servers have the URI.' },
            contents: { type: 'boolean', description: 'False for the list only. Default: true.' },
            start: { type: 'integer', minimum: 1, description: 'First resource, from 1.' },
          },
        },
      },
    ],
    chatSkills: [{ path: './skills/mcp-resources/SKILL.md', when: mayHaveServers }],
  },
};
