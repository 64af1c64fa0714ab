import { legible } from '../../base/legible';
import type { LinkPorts } from './outsideLinks';
import { isNested, referencesIn, substitute, type Reference } from './variableReferences';
import { toText } from '../../base/values';
import type { Configured, InputDefinition, ServerPlace } from '../configuration';
import { choosesCode, SECRET_NAME } from './valueNames';
import { valueByFormat, variableValue, type Budget, type VariablePorts } from './variables';

/** In place of a value that is hidden. */
export const hidden = '•••';
/** The scheme that stands before the secret of an `Authorization` header. */
const scheme = /^\s*(?:basic|bearer|digest|token)?\s*$/iu;
/** Characters that need no quotes. Variables stay as written, and a backslash is one in single quotes, too. */
const plain = /^[\p{L}\p{N}\p{M}_@%+=:,./\\~${}•-]+$/u;
/** Variables whose value is shown. All others stay names: their values may be secrets, or are not known yet. */
const shownVariables = new Set(
  ['workspaceFolder', 'workspaceRoot', 'workspaceFolderBasename', 'workspaceRootFolderName'].concat([
    'cwd',
    'userHome',
    'pathSeparator',
    '/',
    'config',
  ]),
);
/** Settings may contain variables themselves; deeper ones stay as written. */
const maxDepth = 4;

export interface ShownPorts extends LinkPorts {
  /** The text of a file; `undefined` when it cannot be read. */
  readFileNow?(path: string): string | undefined;
  /** True if the server gets a value of this input that was entered before. */
  hasSaved?(input: InputDefinition, server: ServerPlace): boolean;
}

/**
 * Selects the hidden values. `byPlace`: those of variables, headers and the client whose name is that of a secret, and none that decides what
 * runs, for a text to review · `byName`: settings with such a name, too, wherever they stand, for a text to store · `none`
 */
export type Hiding = 'byPlace' | 'byName' | 'none';

/** Options for showing the texts of one server's launch. */
export interface ShownWith {
  readonly server: Configured;
  /** Resolve variables; without them, only what is written is shown. */
  readonly ports: ShownPorts | undefined;
  readonly hiding: Hiding;
  readonly budget: Budget;
}

/** A word as a POSIX shell would want it, all of it legible, without blanks that push the rest out of sight. */
export function quoted(text: string): string {
  const shown = legible(text).replace(/ {9,}/g, ({ length }) => `\\u{20}×${length}`);
  if (plain.test(text) && shown === text) return text;
  // In double quotes only where nothing has a meaning: more legible than an end and a start of the single ones for each quote.
  return shown.includes("'") && !/["$`\\!]/u.test(shown)
    ? `"${shown}"`
    : `'${shown.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * A text as written, then what it resolves to, in parentheses, where that is something else.
 * @param change what happens to a resolved path before the start
 */
export function shownWord(
  text: string,
  place: string,
  shown: ShownWith,
  change = (resolved: string, _ports: VariablePorts): string => resolved,
): string {
  const { ports, hiding } = shown;
  const name = nameOfValue(place);
  const isSecret = hiding !== 'none' && name !== undefined && SECRET_NAME.test(name);
  const written = quoted(isSecret ? withoutLiterals(text) : text);
  const resolved = ports ? change(resolvedText(text, place, shown, ports, 0), ports) : text;
  if (resolved === text) return written;
  const isHidden =
    isSecret || (readsSecret(text) && (hiding === 'byName' || (hiding === 'byPlace' && name !== undefined)));
  return `${written} (= ${isHidden ? hidden : quoted(resolved)})`;
}

/** The name of a variable, a header or a part of the client; `undefined` for all else, and for variables that choose code: it decides what runs. */
function nameOfValue(place: string): string | undefined {
  const [kind, ...nameParts] = place.split('.');
  const name = nameParts.join('.');
  return kind === 'headers' || kind === 'oauth' || (kind === 'env' && !choosesCode(name)) ? name : undefined;
}

function readsSecret(text: string): boolean {
  return referencesIn(text).some(({ name, argument }) => name === 'config' && SECRET_NAME.test(argument ?? ''));
}

function withoutLiterals(text: string): string {
  let result = '';
  let remainder = text;
  for (const reference of referencesIn(text)) {
    const start = remainder.indexOf(reference.text);
    result += withoutLiteral(remainder.slice(0, start)) + reference.text;
    remainder = remainder.slice(start + reference.text.length);
  }
  return result + withoutLiteral(remainder);
}

function withoutLiteral(text: string): string {
  return scheme.test(text) ? text : hidden;
}

function resolvedText(text: string, place: string, shown: ShownWith, ports: VariablePorts, depth: number): string {
  // The last one counts: where the budget ends, none is replaced.
  const values = referencesIn(text).map((reference): [string, string] => [
    reference.text,
    shownValue(reference, place, shown, ports, depth) ?? reference.text,
  ]);
  return substitute(text, new Map(values));
}

/** `undefined` for a variable that stays a name, and for one that the start will complain about. */
function shownValue(
  reference: Reference,
  place: string,
  shown: ShownWith,
  ports: VariablePorts,
  depth: number,
): string | undefined {
  const { name, argument } = reference;
  const own = valueByFormat(reference, shown.server);
  if (own !== undefined) return own;
  if (isNested(reference) || !shownVariables.has(name)) return undefined;
  if (name === 'config') {
    const setting = toText(argument ? ports.getSetting(argument) : undefined);
    // The start counts at least as much, and fails where it is too much.
    return setting === undefined || depth >= maxDepth || (shown.budget.left -= setting.length + 1) < 0
      ? undefined
      : resolvedText(setting, place, shown, ports, depth + 1);
  }
  try {
    return variableValue(reference, place, shown.server, ports);
  } catch {
    return undefined;
  }
}
