import type { ConfiguredWindow } from '../configurationSources';
import type { PluginPorts } from './readJson';

/** Absolute paths of the files that say which plugins are installed, whether they exist or not: those of VS Code, and those of the Copilot CLI. */
export function stateFiles(
  { directories: { copilot }, plugins }: ConfiguredWindow,
  { join }: Pick<PluginPorts, 'join'>,
): readonly [ofVsCode: readonly string[], ofCopilot: readonly string[]] {
  if (!plugins) return [[], []];
  return [
    plugins.installed.map((directory) => join(directory, 'installed.json')),
    copilot === undefined ? [] : [join(copilot, 'config.json')],
  ];
}
