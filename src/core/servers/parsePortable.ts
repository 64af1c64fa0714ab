import * as l10n from '@vscode/l10n';
import type { Sha256 } from '../base/ports';
import { parseConfigurationText, problemOf, withLines } from './configurationText';
import { parseServers, type ParsedServers } from './parseServers';
import { isRecord } from './rawValue';
import type { ServerSource } from './serverDefinition';
import { sourceFormats } from './sourceFormats';

/**
 * Reads the text of an .mcp.json or its like: servers under `mcpServers`, or at the top where the format allows that. The valid part of a
 * file with mistakes is used. Variables stay unchanged; `resolveLaunch` knows from the source's format which there are.
 */
export function parsePortable(source: ServerSource, text: string, sha256: Sha256): ParsedServers {
  const { value, problem } = parseConfigurationText(source, text);
  const nothing = (message: string): ParsedServers => ({
    definitions: [],
    problems: [problem ?? problemOf(source, message)],
  });
  if (value === undefined && !problem) return { definitions: [], problems: [] };
  if (!isRecord(value))
    return nothing(
      l10n.t('{0} must contain an object with the property “mcpServers”. Correct the file.', source.label),
    );
  const isWrapped = Object.hasOwn(value, 'mcpServers');
  if (!isWrapped && isMapOfServers(value['servers']))
    return nothing(l10n.t('{0} uses “servers” instead of “mcpServers”. Rename the property.', source.label));
  if (!isWrapped && sourceFormats[source.format].wrapper === 'required')
    return { definitions: [], problems: problem ? [problem] : [] };
  const servers = isWrapped ? (value['mcpServers'] ?? []) : withoutSchema(value);
  const parsed = parseServers(source, servers, undefined, sha256);
  return {
    definitions: parsed.definitions,
    problems: [...(problem ? [problem] : []), ...withLines(parsed.problems, text)],
  };
}

/** Distinguishes the wrapper of VS Code's own mcp.json from a server that is called “servers”. */
function isMapOfServers(value: unknown): boolean {
  return isRecord(value) && !('command' in value) && !('url' in value) && Object.values(value).some(isRecord);
}

function withoutSchema(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== '$schema'));
}
