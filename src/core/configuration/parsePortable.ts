import * as l10n from '@vscode/l10n';
import type { Sha256 } from '../base/ports';
import { parseConfigurationText, problemOf, withLines, wrongWrapper } from './configurationText';
import { parseServers, type ParsedServers } from './parseServers';
import { isFields } from '../base/values';
import type { ConfigurationProblem, ServerSource } from './configuration';
import { sourceFormats } from './sourceFormats';

/**
 * Reads the text of an .mcp.json or its like: servers under `mcpServers`, or at the top where the format allows that. The valid part of a
 * file with mistakes is used. Variables stay unchanged; `resolveLaunch` knows from the source's format which there are.
 */
export function parsePortable(source: ServerSource, text: string, sha256: Sha256): ParsedServers {
  const { value, problem } = parseConfigurationText(source, text);
  const isWrapped = isFields(value) && Object.hasOwn(value, 'mcpServers');
  const misplaced = isWrapped ? undefined : wrongWrapper(source, text, 'mcpServers');
  const first = problem ?? misplaced ?? (value === undefined || isFields(value) ? undefined : noObject(source));
  const problems = first ? [first] : [];
  const hasNone = misplaced ?? (!isWrapped && sourceFormats[source.format].wrapper === 'required');
  if (!isFields(value) || hasNone) return { definitions: [], problems };
  const servers = isWrapped ? (value['mcpServers'] ?? []) : withoutSchema(value);
  const parsed = parseServers(source, servers, undefined, sha256);
  return { definitions: parsed.definitions, problems: [...problems, ...withLines(parsed.problems, text)] };
}

function noObject(source: ServerSource): ConfigurationProblem {
  const message = l10n.t('{0} must contain an object with the property “mcpServers”. Correct the file.', source.label);
  return problemOf(source, message);
}

function withoutSchema(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== '$schema'));
}
