import type { SourceFormat } from './configuration';

/** Rules for reading the files of one product. */
interface FormatRules {
  /** `required`: servers stand under `mcpServers`, and a file without it has none · `optional`: they may also stand at the top. */
  readonly wrapper: 'required' | 'optional';
  /**
   * `vscode`: VS Code's variables, and an unset environment variable is empty · `environment`: `${VAR}` and `${VAR:-default}`, too, and an
   * unset one is an error · `none`: `${` is plain text
   */
  readonly variables: 'vscode' | 'environment' | 'none';
  /** True if `$VAR` in `env` and `headers` means `${VAR}`. */
  readonly hasBareVariables?: true;
  /** In files of plugins: names of variables, here and in the process, for the folder of the plugin. */
  readonly pluginRoots?: readonly string[];
}

/** Sources: VS Code's discovery, https://github.com/microsoft/vscode/tree/1.139.1/src/vs/workbench/contrib/mcp/common/discovery, and the documentation of each product. */
export const sourceFormats: Readonly<Record<SourceFormat, FormatRules>> = {
  // `servers` and `inputs`; parsed by `parseServers` alone.
  vscode: { wrapper: 'required', variables: 'vscode' },
  portable: { wrapper: 'optional', variables: 'environment' },
  // https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-command-reference
  copilot: { wrapper: 'optional', variables: 'environment', hasBareVariables: true },
  // Windsurf's files are the same, with `serverUrl`. https://docs.cursor.com/context/model-context-protocol
  cursor: { wrapper: 'required', variables: 'vscode' },
  claude: { wrapper: 'required', variables: 'none' },
  // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/agentPlugins/common/pluginParsers.ts
  plugin: { wrapper: 'optional', variables: 'environment', pluginRoots: ['PLUGIN_ROOT', 'CLAUDE_PLUGIN_ROOT'] },
  // https://agent-plugins.org/schemas/1.0.0/mcp.schema.json
  agentPlugin: { wrapper: 'required', variables: 'none', pluginRoots: ['PLUGIN_ROOT'] },
};
