import path from 'node:path';
import { HumanError } from '../../core/base/errors';
import { parseConfigurationText, withLines } from '../../core/servers/configurationText';
import { parsePortable } from '../../core/servers/parsePortable';
import { parseServers, type ParsedServers } from '../../core/servers/parseServers';
import { isRecord } from '../../core/servers/rawValue';
import type { ServerSource } from '../../core/servers/serverDefinition';
import { exists, readTextFile } from '../files';
import { sha256 } from '../sha256';
import type { RootFolder } from './folders';

const largestFile = 4 * 1024 * 1024;
const nothing: ParsedServers = { definitions: [], problems: [] };

const files = [
  { kind: 'folder', label: '.vscode/mcp.json', parse: parseVsCode },
  { kind: 'portable', label: '.mcp.json', parse: (source, text) => parsePortable(source, text, sha256) },
] as const satisfies readonly {
  readonly kind: ServerSource['kind'];
  readonly label: string;
  readonly parse: (source: ServerSource, text: string) => ParsedServers;
}[];

export function configurationFiles(roots: readonly RootFolder[]): string[] {
  return roots.flatMap((root) => files.map(({ label }) => path.join(root.path, label)));
}

/** The servers of some folders. Rejects never: what cannot be read is among the problems. */
export async function readConfiguration(roots: readonly RootFolder[]): Promise<ParsedServers> {
  const parts: ParsedServers[] = [];
  for (const root of roots)
    for (const { kind, label, parse } of files) {
      const file = path.join(root.path, label);
      const shown = roots.length > 1 ? `${label} (${root.name})` : label;
      parts.push(await readFile({ kind, id: root.uri, label: shown, file, folder: root.path }, file, parse));
    }
  return {
    definitions: parts.flatMap(({ definitions }) => definitions),
    problems: parts.flatMap(({ problems }) => problems),
  };
}

async function readFile(
  source: ServerSource,
  file: string,
  parse: (source: ServerSource, text: string) => ParsedServers,
): Promise<ParsedServers> {
  if (!(await exists(file))) return nothing;
  try {
    return parse(source, await readTextFile(file, largestFile));
  } catch (error) {
    if (!(error instanceof HumanError)) throw error;
    return { definitions: [], problems: [{ source, serverName: undefined, message: error.message, line: undefined }] };
  }
}

function parseVsCode(source: ServerSource, text: string): ParsedServers {
  const { value, problem } = parseConfigurationText(source, text);
  const fields = isRecord(value) ? value : {};
  const { definitions, problems } = parseServers(source, fields['servers'], fields['inputs'], sha256);
  return { definitions, problems: [...(problem ? [problem] : []), ...withLines(problems, text)] };
}
