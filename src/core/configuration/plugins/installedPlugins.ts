import type { ConfiguredWindow } from '../configurationSources';
import { isFields } from '../../base/values';
import type { ConfigurationProblem } from '../configuration';
import { readJson, type PluginPorts } from './readJson';
import { stateFiles } from './stateFiles';

/** A plugin that is installed, whether it is turned on or not. */
export interface InstalledPlugin {
  /** Absolute path. */
  readonly directory: string;
  readonly isOfWorkspace: boolean;
}

interface InstalledPlugins {
  readonly plugins: readonly InstalledPlugin[];
  readonly problems: readonly ConfigurationProblem[];
}

/**
 * The plugins that VS Code, the Copilot CLI or a setting knows: what only lies on the disk may have been uninstalled.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/common/plugins/AGENTS_PLUGINS.md
 */
export async function installedPlugins(window: ConfiguredWindow, ports: PluginPorts): Promise<InstalledPlugins> {
  const { directories, plugins: windowPlugins } = window;
  if (!windowPlugins) return { plugins: [], problems: [] };
  const [inVsCode, inCopilot] = stateFiles(window, ports);
  const states = [
    ...inVsCode.map((file) => ({ file, read: vsCodePluginFolders })),
    ...inCopilot.map((file) => ({ file, read: copilotPluginFolders(directories.copilot ?? '') })),
  ];
  const plugins: InstalledPlugin[] = [];
  const problems: ConfigurationProblem[] = [];
  for (const { file, read } of states) {
    const { value, problem } = await readJson(file, ports);
    if (problem) problems.push(problem);
    for (const directory of await read(value, ports)) plugins.push({ directory, isOfWorkspace: false });
  }
  plugins.push(...windowPlugins.locations);
  const byDirectory = new Map(plugins.toReversed().map((plugin) => [plugin.directory, plugin]));
  return { plugins: [...byDirectory.values()].toReversed(), problems };
}

/** https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/common/plugins/fileBackedInstalledPluginsStore.ts */
function vsCodePluginFolders(value: unknown, { pathOf }: PluginPorts): Promise<readonly string[]> {
  const uris = recordsOf(isFields(value) ? value['installed'] : undefined).map(({ pluginUri }) => pluginUri);
  return Promise.resolve(
    uris.flatMap((uri) => {
      try {
        return typeof uri === 'string' ? (pathOf(uri) ?? []) : [];
      } catch {
        // No valid URI: there is nothing to read, and the other plugins stay.
        return [];
      }
    }),
  );
}

/**
 * The CLI's own list; versions without one have nothing but the folders of what they installed.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/common/plugins/agentPluginServiceImpl.ts
 */
function copilotPluginFolders(home: string): (value: unknown, ports: PluginPorts) => Promise<readonly string[]> {
  return async (value, { join, listFolders }) => {
    const root = join(home, 'installed-plugins');
    const inRoot = (directory: string): boolean => directory.startsWith(join(root, 'x').slice(0, -1));
    const list = isFields(value) ? (value['installedPlugins'] ?? value['installed_plugins']) : undefined;
    const folders = await listFolders(root);
    if (list === undefined) {
      const nested = folders.map(async (marketplace) =>
        (await listFolders(join(root, marketplace))).map((name) => join(root, `${marketplace}/${name}`)),
      );
      return (await Promise.all(nested)).flat();
    }
    return recordsOf(list).flatMap(({ name, marketplace, cache_path: directory }) => {
      if (typeof directory === 'string') return inRoot(join(directory, '.')) ? join(directory, '.') : [];
      if (typeof name !== 'string' || typeof marketplace !== 'string' || marketplace === '') return [];
      const inOne = `${name}@${marketplace}`;
      const legacy = join(root, folders.includes(inOne) ? inOne : `${marketplace}/${name}`);
      return inRoot(legacy) ? legacy : [];
    });
  };
}

function recordsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}
