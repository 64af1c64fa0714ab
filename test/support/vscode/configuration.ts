import type * as vscode from 'vscode';
import { settingProperties } from './commands';
import { ConfigurationTarget } from './enums';
import { EventEmitter } from './events';

type Values = Map<string, unknown>;
type Scope = vscode.ConfigurationScope | null | undefined;

/** The manifest's defaults, by full keys. Below are the values of each level. */
const defaults: ReadonlyMap<string, unknown> = new Map(
  Object.entries(settingProperties).map(([key, one]) => [key, one['default']]),
);
/** Defaults of settings that VS Code registers itself. */
const builtIn: Values = new Map();
/** An organization's settings: they win, and `inspect` returns them as defaults. */
const policies: Values = new Map();
const user: Values = new Map();
const workspace: Values = new Map();
const folders = new Map<string, Values>();
const trust = { isTrusted: (): boolean => true };
export const didChangeConfiguration = new EventEmitter<vscode.ConfigurationChangeEvent>();

/** For `workspace`: while it is not trusted, settings that a stranger must not choose only come from the user. */
export function followTrust(isTrusted: () => boolean): void {
  trust.isTrusted = isTrusted;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a key's value, which can also be inside the value of a shorter key, or made of the values of longer keys. */
function valueIn(values: ReadonlyMap<string, unknown>, key: string): unknown {
  if (values.has(key)) return values.get(key);
  const longer = [...values].filter(([one]) => one.startsWith(`${key}.`));
  if (longer.length > 0) return Object.fromEntries(longer.map(([one, value]) => [one.slice(key.length + 1), value]));
  const names = key.split('.');
  for (let length = names.length - 1; length > 0; length -= 1) {
    let value = values.get(names.slice(0, length).join('.'));
    for (const name of names.slice(length)) value = isFields(value) ? value[name] : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

function merge(lower: unknown, higher: unknown): unknown {
  if (higher === undefined) return lower;
  if (!isFields(lower) || !isFields(higher)) return higher;
  const names = new Set([...Object.keys(lower), ...Object.keys(higher)]);
  return Object.fromEntries([...names].map((name) => [name, merge(lower[name], higher[name])]));
}

function uriOf(scope: Scope): vscode.Uri | undefined {
  if (!scope) return undefined;
  if ('scheme' in scope) return scope;
  return 'uri' in scope ? scope.uri : undefined;
}

function folderValues(scope: Scope): Values {
  const uri = uriOf(scope)?.toString() ?? '';
  const [, values] = [...folders].find(([folder]) => uri === folder || uri.startsWith(`${folder}/`)) ?? [];
  return values ?? new Map<string, unknown>();
}

function levelsOf(key: string, scope: Scope) {
  return {
    defaultValue: valueIn(policies, key) ?? valueIn(defaults, key) ?? valueIn(builtIn, key),
    globalValue: valueIn(user, key),
    workspaceValue: valueIn(workspace, key),
    workspaceFolderValue: valueIn(folderValues(scope), key),
  };
}

function affects(key: string, asked: string): boolean {
  return key === asked || key.startsWith(`${asked}.`) || asked.startsWith(`${key}.`);
}

function set(values: Values, key: string, value: unknown): void {
  if (value === undefined) values.delete(key);
  else values.set(key, value);
  didChangeConfiguration.fire({ affectsConfiguration: (asked) => affects(key, asked) });
}

function valuesOf(target: vscode.ConfigurationTarget | boolean | null | undefined, scope: Scope): Values {
  if (target === true || target === ConfigurationTarget.Global) return user;
  if (target !== ConfigurationTarget.WorkspaceFolder) return workspace;
  const uri = uriOf(scope)?.toString() ?? '';
  const values = folders.get(uri) ?? new Map<string, unknown>();
  folders.set(uri, values);
  return values;
}

/** For the test: settings by their full keys. The defaults of package.json apply where nothing is set. */
export const settings = {
  /** Sets or, with `undefined`, removes a setting as the user does, in the user's own settings by default. Fires the change event. */
  set(
    key: string,
    value: unknown,
    target: vscode.ConfigurationTarget = ConfigurationTarget.Global,
    scope?: vscode.Uri,
  ): void {
    set(valuesOf(target, scope), key, value);
  },

  /** Sets a setting as an organization does. */
  setPolicy(key: string, value: unknown): void {
    set(policies, key, value);
  },

  /** Registers a setting of VS Code's own. */
  register(key: string, defaultValue: unknown): void {
    builtIn.set(key, defaultValue);
  },

  /** Returns a value from the workspace's settings, as it was written. */
  ofWorkspace(key: string): unknown {
    return workspace.get(key);
  },

  ofUser(key: string): unknown {
    return user.get(key);
  },

  get listenerCount(): number {
    return didChangeConfiguration.listenerCount;
  },

  reset(): void {
    for (const values of [policies, builtIn, user, workspace, folders]) values.clear();
    didChangeConfiguration.removeAll();
  },
};

export function getConfiguration(section?: string, scope?: Scope): vscode.WorkspaceConfiguration {
  const full = (key: string): string => (section === undefined ? key : `${section}.${key}`);
  const valueOf = (key: string): unknown =>
    valueIn(policies, full(key)) ?? Object.values(levelsOf(full(key), scope)).reduce(merge, undefined);
  /** Only the reader knows a setting's type, as in VS Code. */
  const inspect: vscode.WorkspaceConfiguration['inspect'] = (key) => ({
    key: full(key),
    ...(levelsOf(full(key), scope) as object),
    globalLocalValue: valueIn(user, full(key)),
  });
  return {
    // Only the reader knows a setting's type, as in VS Code.
    get: <T>(key: string, fallback?: T): T | undefined => (valueOf(key) as T | undefined) ?? fallback,
    has: (key) => valueOf(key) !== undefined,
    inspect,
    update: (key, value, target) => {
      set(valuesOf(target, scope), full(key), value);
      return Promise.resolve();
    },
  };
}
