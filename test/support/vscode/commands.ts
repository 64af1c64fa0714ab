import { readFileSync } from 'node:fs';
import type * as vscode from 'vscode';
import { Disposable } from './events';
import { unexpected } from './unexpected';

type Run = (...args: unknown[]) => unknown;

type SettingProperty = Readonly<Record<string, unknown>>;

interface Manifest {
  readonly contributes: {
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly configuration: readonly { readonly properties: Readonly<Record<string, SettingProperty>> }[];
  };
}

/** The extension's manifest, which VS Code knows before the extension runs. */
export const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as Manifest;

/** All settings by their keys, of all sections. */
export const settingProperties: Readonly<Record<string, SettingProperty>> = Object.fromEntries(
  manifest.contributes.configuration.flatMap(({ properties }) => Object.entries(properties)),
);

const viewIds = Object.values(manifest.contributes.views).flatMap((all) => all.map(({ id }) => id));
const registered = new Map<string, Run>();
const answers = new Map<string, Run>();
const executed: [string, ...unknown[]][] = [];
const contextKeys = new Map<string, unknown>();
const contextChanges: [key: string, value: unknown][] = [];
let hasViews = true;

/** True for VS Code's own commands, and those it creates for each view. They do nothing here. */
function isBuiltIn(id: string): boolean {
  return /^(workbench|vscode|editor|_\w+)\./u.test(id) || viewCommands().includes(id);
}

/** VS Code creates one for each view that the window can show. */
function viewCommands(): readonly string[] {
  return hasViews ? viewIds.map((id) => `${id}.focus`) : [];
}

/** For the test: the executed commands, and answers of commands that are not the extension's own. */
export const commandsControl = {
  /** Every command with its arguments, oldest first, without `setContext`. */
  executed,
  /** The commands that the extension registered. */
  registered: registered as ReadonlyMap<string, unknown>,
  /** The context keys that `when` clauses read. */
  contextKeys,
  /** What they were set to, oldest first. */
  contextChanges,

  /** Sets the behaviour of a command that is not registered: one of VS Code, or one of the extension outside the tested part. */
  answer(id: string, run: Run = () => undefined): void {
    answers.set(id, run);
  },

  /** Makes the window one without views of extensions, such as the Agents window. */
  withoutViews(): void {
    hasViews = false;
  },

  reset(): void {
    hasViews = true;
    for (const map of [registered, answers, contextKeys]) map.clear();
    contextChanges.length = 0;
    executed.length = 0;
  },
};

export const commands = {
  registerCommand(id: string, run: Run, thisArg?: unknown): Disposable {
    if (registered.has(id)) throw unexpected(`command '${id}' already exists`);
    const bound: Run = (...args) => run.apply(thisArg, args);
    registered.set(id, bound);
    // A command left by an earlier test must not remove this one.
    return new Disposable(() => registered.get(id) === bound && registered.delete(id));
  },

  async executeCommand<T>(id: string, ...args: unknown[]): Promise<T> {
    if (id === 'setContext') {
      contextChanges.push([String(args[0]), args[1]]);
      return void contextKeys.set(String(args[0]), args[1]) as T;
    }
    executed.push([id, ...args]);
    const run = registered.get(id) ?? answers.get(id);
    if (!run && !isBuiltIn(id))
      throw unexpected(`command '${id}' not found. If the test is not about it: answer('${id}').`);
    // Only the caller knows the type of a command's result.
    return (await run?.(...args)) as T;
  },

  getCommands(): Promise<string[]> {
    return Promise.resolve([...registered.keys(), ...answers.keys(), ...viewCommands()]);
  },
} satisfies Partial<typeof vscode.commands>;
