import * as l10n from '@vscode/l10n';
import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { isFields } from '../base/values';
import { allKinds } from './launch/kinds';
import type { ConfigurationProblem, ServerSource } from './configuration';

/** Levels of nesting; functions that walk a value recurse. */
const maxDepth = 100;
/** Shown of one file. */
const maxProblems = 100;

/** A configuration file as far as it could be read. */
interface ConfigurationText {
  /** The valid part, even where there are mistakes; `undefined` for an empty file. */
  readonly value: unknown;
  /** The first mistake; later ones are mostly its consequences. */
  readonly problem: ConfigurationProblem | undefined;
}

/** Reads JSON with comments and trailing commas, as VS Code does. An empty file is no mistake. */
export function parseConfigurationText(source: ServerSource, text: string): ConfigurationText {
  const { root, errors, isTooDeep } = readTree(text);
  if (isTooDeep) return { value: undefined, problem: tooDeep(source) };
  const [error] = errors;
  const value: unknown = root && getNodeValue(root);
  if (!error || (!root && isEmpty(errors))) return { value, problem: undefined };
  const line = lineAt(text, error.offset);
  const message = l10n.t(
    '{0} has a syntax error on line {1}: {2} Correct the line.',
    source.label,
    line + 1,
    describe(error),
  );
  return { value, problem: problemOf(source, message, line) };
}

export function tooDeep(source: ServerSource): ConfigurationProblem {
  return problemOf(source, nestedTooDeeply(source.label));
}

/** @param name of a file whose JSON is refused */
export function nestedTooDeeply(name: string): string {
  return l10n.t('The contents of {0} are nested too deeply to be read. Reduce the nesting.', name);
}

/** A problem of a whole configuration. */
export function problemOf(source: ServerSource, message: string, line?: number): ConfigurationProblem {
  return { source, serverName: undefined, message, line };
}

/** Zero-based line on which a server's definition begins; of several with the same name the last, which is the one that counts. */
export function lineOfServer(text: string, name: string): number | undefined {
  return linesOfServers(text)(name);
}

function linesOfServers(text: string): (name: string | undefined) => number | undefined {
  const { root } = readTree(text);
  const properties = (root && serverMap(root))?.children ?? [];
  const offsets = new Map(properties.map(({ children, offset }) => [children?.[0]?.value as unknown, offset]));
  return (name) => {
    const offset = offsets.get(name);
    return offset === undefined ? undefined : lineAt(text, offset);
  };
}

/** The first problems of a file, with the lines of those of a server, and how many more there are. */
export function withLines(problems: readonly ConfigurationProblem[], text: string): readonly ConfigurationProblem[] {
  const [first] = problems;
  if (!first) return problems;
  const lineOf = linesOfServers(text);
  const shown = problems
    .slice(0, maxProblems)
    .map((problem) => ({ ...problem, line: problem.line ?? lineOf(problem.serverName) }));
  const { source } = first;
  const more = problems.length - shown.length;
  const message = l10n.t('{0} has {1} more problems. Correct these first.', source.label, more);
  return more > 0 ? [...shown, problemOf(source, message)] : shown;
}

/**
 * Paths to the servers in mcp.json, in .mcp.json with its wrapper, in settings.json, in a .code-workspace, and in .mcp.json without
 * wrapper.
 */
const SERVER_MAPS = [['servers'], ['mcpServers'], ['mcp', 'servers'], ['settings', 'mcp', 'servers'], []];

/** Says that a file has its servers under the wrapper of the other format; `undefined` if it has none there. */
export function wrongWrapper(source: ServerSource, text: string, wanted: string): ConfigurationProblem | undefined {
  const otherName = wanted === 'servers' ? 'mcpServers' : 'servers';
  const { root } = readTree(text);
  const map = root && findNodeAtLocation(root, [otherName]);
  if (!map || !isMapOfServers(getNodeValue(map))) return undefined;
  const message = l10n.t('{0} uses “{1}” instead of “{2}”. Rename the property.', source.label, otherName, wanted);
  return problemOf(source, message, lineAt(text, map.parent?.offset ?? map.offset));
}

/** Distinguishes a wrapper from a server that has its name. */
function isMapOfServers(value: unknown): boolean {
  return isFields(value) && !allKinds.some(({ field }) => field in value) && Object.values(value).some(isFields);
}

function serverMap(root: Node): Node | undefined {
  for (const path of SERVER_MAPS) {
    const node = findNodeAtLocation(root, path);
    if (node?.type === 'object') return node;
  }
  return undefined;
}

export function readTree(text: string): { root: Node | undefined; errors: readonly ParseError[]; isTooDeep: boolean } {
  const errors: ParseError[] = [];
  // A byte order mark is replaced, not removed, so that offsets stay right.
  const plainText = text.replace(/^\uFEFF/, ' ');
  if (depthOf(plainText) > maxDepth) return { root: undefined, errors: [], isTooDeep: true };
  return { root: parseTree(plainText, errors, { allowTrailingComma: true }), errors, isTooDeep: false };
}

/** The deepest level of nesting, without recursion. */
function depthOf(text: string): number {
  const scanner = createScanner(text, true);
  let depth = 0;
  let deepest = 0;
  // Strings and comments are one token each. Behind a comment that is not closed, the end has a length, too.
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const token = scanner.getTokenLength() === 1 ? text.charAt(scanner.getTokenOffset()) : '';
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Nothing but blanks and comments. */
export function isEmpty([first, ...further]: readonly ParseError[]): boolean {
  return first !== undefined && printParseErrorCode(first.error) === 'ValueExpected' && further.length === 0;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\r|\n/).length - 1;
}

export function describe({ error }: ParseError): string {
  const missing = (sign: string): string => l10n.t('a {0} is missing.', sign);
  const sentences: Partial<Record<ReturnType<typeof printParseErrorCode>, string>> = {
    CommaExpected: missing(','),
    InvalidSymbol: l10n.t('a property name or a string isn’t in double quotes.'),
    ColonExpected: missing(':'),
    PropertyNameExpected: l10n.t('a property name (in double quotes) is missing.'),
    ValueExpected: l10n.t('a value is missing.'),
    CloseBraceExpected: missing('}'),
    CloseBracketExpected: missing(']'),
    UnexpectedEndOfString: missing('"'),
    UnexpectedEndOfComment: l10n.t('a comment isn’t closed.'),
    EndOfFileExpected: l10n.t('there is extra text at the end.'),
    InvalidEscapeCharacter: l10n.t('a backslash must be written twice.'),
    InvalidCharacter: l10n.t('a string contains a character that must be escaped.'),
  };
  return sentences[printParseErrorCode(error)] ?? l10n.t('this isn’t valid JSON.');
}
