import * as l10n from '@vscode/l10n';
import { pluginKinds } from '../configurationSources';
import { withLines } from '../configurationText';
import { parsePortable } from '../parsePortable';
import { parseServers, tooMany, type ParsedServers } from '../parseServers';
import { isFields } from '../../base/values';
import type { ServerDefinition } from '../serverDefinition';
import type { ServerSource, SourceFormat } from '../configuration';
import type { InstalledPlugin } from './installedPlugins';
import { readJson, type PluginPorts } from './readJson';

/** `$schema` of an Agent Plugin, in any version. */
const agentPlugin = /^https:\/\/agent-plugins\.org\/schemas\/.*\/plugin\.schema\.json$/;
/** Manifests by which earlier formats are recognised: Open Plugin, Claude, Copilot. */
const formerManifests = ['.plugin/plugin.json', '.claude-plugin/plugin.json', 'plugin.json'];
/** Read for one plugin. */
const maxFiles = 20;
const copilotExtension = 'com.github.copilot';

interface ReadPlugin extends ParsedServers {
  /** Files that were looked for. */
  readonly files: readonly string[];
}

/**
 * Reads the servers of a plugin as VS Code does: those in its manifest, else those of the files that it names and of its format's own.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/agentPlugins/common/pluginParsers.ts
 */
export async function readPlugin(plugin: InstalledPlugin, ports: PluginPorts): Promise<ReadPlugin> {
  const { directory } = plugin;
  const sourceOf = (file: string, format: SourceFormat = 'plugin'): ServerSource => sourceIn(plugin, file, format);
  const manifests = await Promise.all(
    formerManifests.map(async (name) => {
      const file = ports.join(directory, name);
      return { file, ...(await readJson(file, ports, sourceOf(file))) };
    }),
  );
  const root = manifests.at(-1);
  const isAgentPlugin = isAgentManifest(root?.value);
  const format = isAgentPlugin ? 'agentPlugin' : 'plugin';
  const manifest = isAgentPlugin ? root : manifests.find(({ text }) => text !== '');
  const section = sectionOf(manifest?.value, isAgentPlugin);
  const parts: ParsedServers[] = [{ definitions: [], problems: manifest?.problem ? [manifest.problem] : [] }];
  const files = manifests.map(({ file }) => file);
  if (manifest && isFields(section) && !('paths' in section)) {
    const { definitions, problems } = parseServers(sourceOf(manifest.file, format), section, undefined, ports.sha256);
    parts.push({ definitions, problems: withLines(problems, manifest.text) });
  }
  if (parts.every(({ definitions }) => definitions.length === 0)) {
    const names = serverFiles(section, isAgentPlugin);
    const problems = tooMany(sourceOf(ports.join(directory, 'plugin.json')), names.length, maxFiles);
    parts.push({ definitions: [], problems });
    for (const name of names.slice(0, maxFiles)) {
      const file = ports.join(directory, name);
      files.push(file);
      parts.push(await readServerFile(file, sourceOf(file, format), ports));
    }
  }
  return {
    definitions: firstOfEachName(parts.flatMap(({ definitions }) => definitions)),
    problems: parts.flatMap(({ problems }) => problems),
    files,
  };
}

async function readServerFile(file: string, source: ServerSource, ports: PluginPorts): Promise<ParsedServers> {
  const { text, problem } = await readJson(file, ports, source);
  if (text === '' && problem) return { definitions: [], problems: [problem] };
  return parsePortable(source, text, ports.sha256);
}

function sourceIn({ directory, isOfWorkspace }: InstalledPlugin, file: string, format: SourceFormat): ServerSource {
  return {
    kind: isOfWorkspace ? pluginKinds.workspace : pluginKinds.user,
    format,
    id: directory,
    label: l10n.t('{0} (plugin)', directory.split(/[/\\]/).findLast((name) => name !== '') ?? directory),
    file,
    folder: undefined,
    plugin: directory,
    note: l10n.t('the plugin may be turned off'),
  };
}

function isAgentManifest(manifest: unknown): boolean {
  const schema = isFields(manifest) ? manifest['$schema'] : undefined;
  return typeof schema === 'string' && agentPlugin.test(schema);
}

/** The section of a manifest about servers: their definitions, or the path of a file with them. */
function sectionOf(manifest: unknown, isAgentPlugin: boolean): unknown {
  if (!isFields(manifest)) return undefined;
  if (!isAgentPlugin) return manifest['mcpServers'];
  const extensions = manifest['extensions'];
  const own = isFields(extensions) ? extensions[copilotExtension] : undefined;
  return isFields(own) ? own['mcpServers'] : undefined;
}

/** Paths in the plugin; none that leads out of it. */
function serverFiles(section: unknown, isAgentPlugin: boolean): readonly string[] {
  const isList = isFields(section) && Array.isArray(section['paths']);
  const value = isList ? section['paths'] : section;
  const named = (Array.isArray(value) ? (value as unknown[]) : [value])
    .flatMap((path) =>
      typeof path === 'string' && path.trim() !== '' ? [path.trim().replace(/^(\.?[/\\])+/, '')] : [],
    )
    .filter((path) => !path.split(/[/\\]/).includes('..') && !/^[A-Za-z]:/.test(path))
    .map((path) => (isAgentPlugin ? `${copilotExtension}/${path}` : path));
  const own = isList && section['exclusive'] === true ? [] : [isAgentPlugin ? 'mcp.json' : '.mcp.json'];
  return [...new Set([...own, ...named])];
}

function firstOfEachName(definitions: readonly ServerDefinition[]): readonly ServerDefinition[] {
  const names = new Set<string>();
  return definitions.filter(({ name }) => !names.has(name) && names.add(name));
}
