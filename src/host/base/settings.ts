import { window, workspace } from 'vscode';
import type { Disposable } from '../../core/base/disposable';
import type { Changing } from '../../core/base/event';
import { isFields, isTexts } from '../../core/base/values';
import { mostReadBytes } from '../../core/content/content';
import { defaultLimits } from '../../core/connection/listLimits';
import { isDocumentUrl } from '../../core/session/documentUrl';
import { mostItems } from '../../core/session/session';
import type { LanguageSettings } from '../../core/mentions/mention/languagePorts';
import { readChoice, type Arrangement } from '../../core/tree/arrangement';
import { hasProxyVariable } from '../../node/network/lookUp';
import { settings } from './ids';

const megabyte = 1_000_000;
/** In seconds; a shorter interval would keep a server busy with one window. */
const shortestPoll = 5;

/** The most that each setting can say, as in `package.json`: VS Code only warns, and a workspace could take all memory by its settings. */
export const maxima = {
  maxSize: mostReadBytes / megabyte,
  maxResources: mostItems,
  connectTimeout: 600,
  pollInterval: 86_400,
  contextBudget: 10_000_000,
} as const;

function readNumber(key: keyof typeof maxima, fallback: number, isValid: (value: unknown) => value is number): number {
  return Math.min(read(settings[key], fallback, isValid), maxima[key]);
}

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

/** True if an item in a list of VS Code opens on a double click, and one click only selects it. */
export function opensByDoubleClick(): boolean {
  return workspace.getConfiguration('workbench.list').get('openMode') === 'doubleClick';
}

/** Globs of URIs that no view shows. */
export const excludedGlobs: Changing<readonly string[]> = {
  value: () => read(settings.exclude, [], isTexts),
  onDidChange: (listener) => onDidChangeSetting(settings.exclude, listener),
};

/** Arrangement of the tree where the user has not chosen another. */
export function treeSettings(): Arrangement {
  const configuration = workspace.getConfiguration();
  return {
    groupBy: readChoice('groupBy', configuration.get(settings.groupBy)),
    sortBy: readChoice('sortBy', configuration.get(settings.sortBy)),
    audience: readChoice('audience', configuration.get(settings.audience)),
  };
}

/** Address of the document that describes this client to authorization servers; `undefined` if no valid one is set. */
export function clientMetadataUrl(): string | undefined {
  return read(settings.clientMetadataUrl, undefined, isDocumentUrl);
}

/** True if VS Code may send web requests through a proxy that its settings or the environment name. */
export function usesProxy(): boolean {
  const http = workspace.getConfiguration('http');
  if (http.get('proxySupport') === 'off') return false;
  return Boolean(http.get<string>('proxy')) || hasProxyVariable(process.env);
}

/** Maximum number of bytes that a read may return. */
export function maxReadBytes(): number {
  return readNumber('maxSize', 20, isPositive) * megabyte;
}

/** Interval in ms of checks for changes that no server announces; 0 for none. */
export const pollInterval: Changing<number> = {
  value: () => {
    const seconds = readNumber('pollInterval', 0, isCount);
    return seconds === 0 ? 0 : Math.max(seconds, shortestPoll) * 1_000;
  },
  onDidChange: (listener) => onDidChangeSetting(settings.pollInterval, listener),
};

/** Token limit of all attachments together, if the user has set one; 0 to use the limit of the chat's models. */
export function contextBudget(): number {
  return readNumber('contextBudget', 0, isCount);
}

export function listLimits(): typeof defaultLimits {
  const { items, connectTimeout } = defaultLimits;
  return {
    ...defaultLimits,
    items: readNumber('maxResources', items, isPositive),
    connectTimeout: readNumber('connectTimeout', connectTimeout / 1_000, isPositive) * 1_000,
  };
}

/** The filter sent with a server's list requests, in its own terms; for servers that support one. */
export function listFilter(serverName: string): Readonly<Record<string, unknown>> | undefined {
  const filter = read(settings.listFilter, {}, isFields)[serverName];
  return isFields(filter) ? filter : undefined;
}

/** Settings of diagnostics and code lenses for mentions. */
export function mentionSettings(): LanguageSettings {
  const configuration = workspace.getConfiguration();
  const chosen = configuration.get(settings.mentionProblems);
  const severities = ['off', 'hint', 'information', 'warning'] as const;
  return {
    problems: severities.find((severity) => severity === chosen) ?? 'hint',
    hasLenses: configuration.get(settings.mentionLenses) !== false,
  };
}

/** The window has the focus. */
export const windowFocus: Changing<boolean> = {
  value: () => window.state.focused,
  onDidChange: (listener) => window.onDidChangeWindowState(() => listener()),
};

export function onDidChangeSetting(key: string, listener: () => void): Disposable {
  return workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(key)) listener();
  });
}
