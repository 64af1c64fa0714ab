import * as l10n from '@vscode/l10n';
import { createInterface } from 'node:readline/promises';
import type { ResolvedParts } from '../../../src/core/configuration/launch/resolvedParts';
import type { ServerDefinition } from '../../../src/core/configuration/serverDefinition';
import { sha256 } from '../../../src/node/base/sha256';
import { commandName } from './folders';
import { commandLine } from './shellWords';

/** Length of the part of a hash that a command carries: too long for another definition to be made that has the same. */
const prefixLength = 16;

/** Asks the user a yes-or-no question. */
export type Ask = (question: string) => Promise<boolean>;

/** A command for a terminal that allows what was shown: it does nothing once the definition, or what it resolves to, has changed. */
export function allowCommand(definition: ServerDefinition, resolved: ResolvedParts): string {
  const { name, source } = definition;
  return commandFor(`${name}@${shownHash(definition, resolved).slice(0, prefixLength)}`, source.folder);
}

/** Identifies a definition together with what it resolves to. */
function shownHash({ hash }: ServerDefinition, resolved: ResolvedParts): string {
  const parts = Object.entries(resolved).sort(([first], [other]) => (first < other ? -1 : 1));
  return parts.length === 0 ? hash : sha256(JSON.stringify([hash, ...parts]));
}

/** A command for a terminal that shows what a server would run, and asks. */
export function askCommand({ name, source }: ServerDefinition): string {
  return commandFor(name, source.folder);
}

function commandFor(word: string, folder = '.'): string {
  return commandLine([commandName, 'allow', word, '--root', folder], process.platform);
}

/** The servers that an argument of `allow` may mean. */
export interface NamedServers {
  readonly name: string;
  readonly all: readonly ServerDefinition[];
  /** The one whose hash the argument carries; `undefined` if it carries none, or that of another definition. */
  readonly shown: ServerDefinition | undefined;
  readonly hasHash: boolean;
}

/**
 * @param argument `NAME` or `NAME@HASH`
 * @param resolve what a definition resolves to now
 */
export function findNamed(
  argument: string,
  definitions: readonly ServerDefinition[],
  resolve: (definition: ServerDefinition) => ResolvedParts,
): NamedServers {
  const named = (name: string): readonly ServerDefinition[] =>
    definitions.filter((definition) => definition.name === name);
  const [, name, prefix] = /^(.+)@([\da-f]{16,64})$/su.exec(argument) ?? [];
  if (name === undefined || prefix === undefined || named(argument).length > 0)
    return { name: argument, all: named(argument), shown: undefined, hasHash: false };
  const shown = named(name).filter((definition) => shownHash(definition, resolve(definition)).startsWith(prefix));
  return { name, all: named(name), shown: shown.length === 1 ? shown[0] : undefined, hasHash: true };
}

/** `undefined` if no user sits at a terminal. */
export function terminalAsk({ stdin, stderr }: Pick<NodeJS.Process, 'stdin' | 'stderr'>): Ask | undefined {
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  return async (question) => {
    const terminal = createInterface({ input: stdin, output: stderr });
    try {
      return /^\s*y(es)?\s*$/iu.test(await terminal.question(`${question}\n${l10n.t('Allow this? [y/N]')} `));
    } finally {
      terminal.close();
    }
  };
}
