/**
 * A tool's name in results. Agent sessions know tools by their `toolReferenceName`, VS Code's own chat by their `name`, and a call does not say which
 * of them it came from: so results describe it.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/agentSessions/agentHost/agentHostToolUtils.ts
 */
export const readingTool = 'the tool for reading MCP resources';
