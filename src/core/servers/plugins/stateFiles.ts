import type { ConfiguredWindow } from '../configurationSources';
import type { PluginPorts } from './readJson';

/** Absolute paths of the files that say which plugins are installed, whether they exist or not. */
export interface StateFiles {
  readonly ofVsCode: readonly string[];
  /** None where there is no folder of the Copilot CLI. */
  readonly ofCopilot: readonly string[];
}

export function stateFiles(
  { directories: { copilot }, plugins }: ConfiguredWindow,
  { join }: Pick<PluginPorts, 'join'>,
): StateFiles {
  if (!plugins) return { ofVsCode: [], ofCopilot: [] };
  return {
    ofVsCode: plugins.installed.map((directory) => join(directory, 'installed.json')),
    ofCopilot: copilot === undefined ? [] : [join(copilot, 'config.json')],
  };
}
