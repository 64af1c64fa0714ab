import {
  configurationSources,
  isOfWorkspace,
  type ConfiguredWindow,
  type InspectedValue,
} from './configurationSources';
import { parseConfigurationText, problemOf, tooDeep, withLines, wrongWrapper } from './configurationText';
import { locateSources, type LocatedSource } from './locateSources';
import type { VariablePorts } from './launch/variables';
import { parsePortable } from './parsePortable';
import { parseServers, type ParsedServers } from './parseServers';
import { installedPlugins } from './plugins/installedPlugins';
import type { PluginPorts } from './plugins/readJson';
import { isFields } from '../base/values';
import { mergeEqual } from './sameServer';
import type { ConfigurationProblem, ServerSource } from './configuration';

export interface ConfigurationPorts extends PluginPorts {
  /**
   * VS Code's settings; absent where only files are read.
   * @param folder its URI, or `undefined` for values outside of folders
   */
  readonly inspect?: (folder: string | undefined, key: 'servers' | 'inputs') => InspectedValue | undefined;
  readonly variables: VariablePorts;
}

export interface ReadServers extends ParsedServers {
  /** Absolute paths of the files in plugins, whether they exist or not: they are not among {@link filesToFollow}. */
  readonly pluginFiles: readonly string[];
}

/**
 * Reads all servers of a window: the user's and their plugins', then those of its .code-workspace, then each folder's; equal ones once.
 * Never rejects: a file that cannot be read is among the problems.
 */
export async function readSources(
  window: ConfiguredWindow,
  ports: ConfigurationPorts,
  table = configurationSources,
): Promise<ReadServers> {
  const parts: ParsedServers[] = [];
  for (const located of locateSources(window, ports, table))
    parts.push(
      await readSource(located, window, ports).catch((error: unknown) => unread(located.source, error, ports)),
    );
  const installed = await installedPlugins(window, ports);
  const plugins = await Promise.all(
    installed.plugins.map(async (plugin) => (await import('./plugins/readPlugin')).readPlugin(plugin, ports)),
  );
  const definitions = [...parts, ...plugins].flatMap((part) => part.definitions);
  return {
    // The user's come first.
    definitions: mergeEqual(
      [false, true].flatMap((isShared) => definitions.filter(({ source }) => isOfWorkspace(source) === isShared)),
      ports.variables,
      window.isTrusted ?? true,
    ),
    problems: [
      ...parts.flatMap((part) => part.problems),
      ...installed.problems,
      ...plugins.flatMap((part) => part.problems),
    ],
    // Node throws if it is asked to watch a name that no file can have.
    pluginFiles: plugins.flatMap(({ files }) => files).filter((file) => !file.includes('\0')),
  };
}

/** A source that fails costs its own servers only. */
function unread(source: ServerSource, error: unknown, { describeError }: ConfigurationPorts): ParsedServers {
  // VS Code's settings can hold what no function that recurses can walk.
  if (error instanceof RangeError) return { definitions: [], problems: [tooDeep(source)] };
  return { definitions: [], problems: [problemOf(source, describeError(error))] };
}

async function readSource(
  { entry, source }: LocatedSource,
  window: ConfiguredWindow,
  ports: ConfigurationPorts,
): Promise<ParsedServers> {
  const { text, problems: unread } =
    entry.file === undefined ? { text: undefined, problems: [] } : await readSourceText(source, ports);
  const parsed =
    entry.format === 'vscode'
      ? parseVsCode({ entry, source }, text ?? '', window, ports)
      : parsePortable(source, text ?? '', ports.sha256);
  return { definitions: parsed.definitions, problems: [...unread, ...parsed.problems] };
}

/** Takes the servers from VS Code's settings, if any: then the text only gives lines, and the mistakes that VS Code ignores. */
function parseVsCode(
  { entry, source }: LocatedSource,
  text: string,
  window: ConfiguredWindow,
  { inspect, sha256 }: ConfigurationPorts,
): ParsedServers {
  const { value, problem } = parseConfigurationText(source, text);
  const fileValues = isFields(value) ? value : {};
  const folder = entry.place === 'folder' ? source.id : undefined;
  const [servers, inputs] = (['servers', 'inputs'] as const).map((key) => {
    if (inspect === undefined || !entry.setting) return fileValues[key];
    const inspected = inspect(folder, key);
    return inspected && entry.setting(inspected, window);
  });
  const { definitions, problems } = parseServers(source, servers, inputs, sha256);
  const isEmpty = definitions.length + problems.length === 0;
  const first = problem ?? (isEmpty ? wrongWrapper(source, text, 'servers') : undefined);
  return { definitions, problems: [...(first ? [first] : []), ...withLines(problems, text)] };
}

async function readSourceText(
  source: ServerSource,
  { readText, describeError }: ConfigurationPorts,
): Promise<{ text: string | undefined; problems: readonly ConfigurationProblem[] }> {
  if (source.file === undefined) return { text: undefined, problems: [] };
  try {
    return { text: await readText(source.file), problems: [] };
  } catch (error) {
    return { text: undefined, problems: [problemOf(source, describeError(error))] };
  }
}
