import { workspace } from 'vscode';
import type { Disposable } from '../core/base/disposable';
import type { ListCaps } from '../core/session';
import { settings } from './ids';

const megabyte = 1_000_000;
/** A server that pages for ever is stopped by these; `maxResources` is the limit that a person meets. */
const mostPages = 20_000;
const longestText = 1_000_000_000;
const longestList = 15 * 60_000;

function read<T>(key: string, fallback: T, isValid: (value: unknown) => value is T): T {
  const value: unknown = workspace.getConfiguration().get(key);
  return isValid(value) ? value : fallback;
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Globs over URIs that are shown nowhere. */
export function excludedGlobs(): string[] {
  return read(settings.exclude, [], isTexts);
}

/** Bytes that a read may return. */
export function maxReadBytes(): number {
  return read(settings.maxSize, 20, isPositive) * megabyte;
}

export function listCaps(): ListCaps & { connectTimeout: number } {
  return {
    pages: mostPages,
    items: read(settings.maxResources, 250_000, isPositive),
    bytes: longestText,
    time: longestList,
    connectTimeout: read(settings.connectTimeout, 60, isPositive) * 1_000,
  };
}

export function onDidChangeSetting(key: string, listener: () => void): Disposable {
  return workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(key)) listener();
  });
}
