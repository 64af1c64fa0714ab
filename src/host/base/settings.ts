import { ConfigurationTarget, workspace } from 'vscode';
import type { Disposable } from '../../core/base/disposable';
import { defaultLimits } from '../../core/connection/listLimits';
import type { AutomaticRules } from '../../core/context/automatic';
import type { LanguageSettings } from '../../core/mentions/mention/ports';
import { readChoice, type Arrangement } from '../../core/tree/arrangement';
import { settings } from './ids';

const megabyte = 1_000_000;
/** Seconds; less would keep a server busy with one window. */
const shortestPoll = 5;
/** Tokens. */
const automaticBudget = 10_000;

function read<T>(key: string, fallback: T, isValid: (value: unknown) => value is T): T {
  const value: unknown = workspace.getConfiguration().get(key);
  return isValid(value) ? value : fallback;
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Globs over URIs that are shown nowhere. */
export function excludedGlobs(): string[] {
  return read(settings.exclude, [], isTexts);
}

/** How the tree is arranged where nobody chose otherwise. */
export function treeSettings(): Arrangement {
  const configuration = workspace.getConfiguration();
  return {
    groupBy: readChoice('groupBy', configuration.get(settings.groupBy)),
    sortBy: readChoice('sortBy', configuration.get(settings.sortBy)),
    audience: readChoice('audience', configuration.get(settings.audience)),
  };
}

/** Bytes that a read may return. */
export function maxReadBytes(): number {
  return read(settings.maxSize, 20, isPositive) * megabyte;
}

/** Milliseconds for which a read is good where its server says nothing about that. */
export function maxAge(): number {
  return read(settings.maxAge, 0, isCount) * 1_000;
}

/** Milliseconds between two looks at what nobody tells about; 0 for none. */
export function pollInterval(): number {
  const seconds = read(settings.pollInterval, 0, isCount);
  return seconds === 0 ? 0 : Math.max(seconds, shortestPoll) * 1_000;
}

/** Whether texts that the chat got may stay in the workspace's storage. */
export function keepsSeenTexts(): boolean {
  return workspace.getConfiguration().get(settings.keepSeenTexts) === true;
}

/** Tokens that attachments may take in all, where the person says so; 0 where the chat's models tell. */
export function contextBudget(): number {
  return read(settings.contextBudget, 0, isCount);
}

/** Whether a person is asked before more is attached than the chat has room for. */
export function warnsAboutBudget(): boolean {
  return workspace.getConfiguration().get(settings.warnAboutBudget) !== false;
}

/** What is included in the context by itself; of searches the names. */
export interface AutomaticSetting extends Pick<AutomaticRules, 'isPriority' | 'globs' | 'budget'> {
  readonly searches: readonly string[];
}

/** What is wrong counts as absent. */
export function automaticSetting(): AutomaticSetting {
  const { priority, globs, searches, budget } = read(settings.automatic, {}, isRecord);
  return {
    isPriority: priority === true,
    globs: isTexts(globs) ? globs : [],
    searches: isTexts(searches) ? searches : [],
    budget: isCount(budget) ? budget : automaticBudget,
  };
}

/** Keeps the choice for this workspace. */
export async function writeAutomaticSetting({ isPriority, ...others }: AutomaticSetting): Promise<void> {
  // All of it, for VS Code merges objects: what is absent would be taken from the user's settings.
  const value = { priority: isPriority, ...others };
  await workspace.getConfiguration().update(settings.automatic, value, ConfigurationTarget.Workspace);
}

export function listCaps(): typeof defaultLimits {
  const { items, connectTimeout } = defaultLimits;
  return {
    ...defaultLimits,
    items: read(settings.maxResources, items, isPositive),
    connectTimeout: read(settings.connectTimeout, connectTimeout / 1_000, isPositive) * 1_000,
  };
}

/** What a server's list shall be of, in its own terms; for servers that take a filter. */
export function listFilter(serverName: string): Readonly<Record<string, unknown>> | undefined {
  const filter = read(settings.listFilter, {}, isRecord)[serverName];
  return isRecord(filter) ? filter : undefined;
}

/** The ids of the languages in whose files resources can be mentioned. */
export function mentionLanguages(): readonly string[] {
  return read(settings.mentionLanguages, [], isTexts);
}

/** What is said about mentions. */
export function mentionSettings(): LanguageSettings {
  const configuration = workspace.getConfiguration();
  const chosen = configuration.get(settings.mentionProblems);
  const loudness = ['off', 'hint', 'information', 'warning'] as const;
  return {
    problems: loudness.find((one) => one === chosen) ?? 'hint',
    hasLenses: configuration.get(settings.mentionLenses) !== false,
  };
}

export function onDidChangeSetting(key: string, listener: () => void): Disposable {
  return workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(key)) listener();
  });
}
