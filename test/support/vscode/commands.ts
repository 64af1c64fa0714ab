import { readFileSync } from 'node:fs';
import type * as vscode from 'vscode';
import { Disposable } from './events';
import { unexpected } from './unexpected';

type Run = (...args: unknown[]) => unknown;

interface Manifest {
  readonly contributes: {
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default?: unknown }>> };
  };
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
}

/** What VS Code knows of the extension before it runs. */
export const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as Manifest;

const viewIds = Object.values(manifest.contributes.views).flatMap((all) => all.map(({ id }) => id));
const registered = new Map<string, Run>();
const answers = new Map<string, Run>();
const executed: [string, ...unknown[]][] = [];
const contextKeys = new Map<string, unknown>();

/** VS Code's own commands, and those that it makes for each view. They do nothing here. */
function isBuiltIn(id: string): boolean {
  return /^(workbench|vscode|editor|_\w+)\./u.test(id) || viewIds.some((view) => id === `${view}.focus`);
}

/** For the test: what was executed, and what commands do that are not the extension's own. */
export const commandsControl = {
  /** Every command with its arguments, the oldest first, without `setContext`. */
  executed,
  /** What the extension registered. */
  registered: registered as ReadonlyMap<string, unknown>,
  /** What `when` clauses see. */
  contextKeys,

  /** What a command does that is not registered: one of VS Code, or one of the extension outside of what is tested. */
  answer(id: string, run: Run = () => undefined): void {
    answers.set(id, run);
  },

  reset(): void {
    for (const one of [registered, answers, contextKeys]) one.clear();
    executed.length = 0;
  },
};

export const commands = {
  registerCommand(id: string, run: Run, thisArg?: unknown): Disposable {
    if (registered.has(id)) throw unexpected(`command '${id}' already exists`);
    const bound: Run = (...args) => run.apply(thisArg, args);
    registered.set(id, bound);
    // One that a test before this one has left must not take this one away.
    return new Disposable(() => registered.get(id) === bound && registered.delete(id));
  },

  async executeCommand<T>(id: string, ...args: unknown[]): Promise<T> {
    if (id === 'setContext') return void contextKeys.set(String(args[0]), args[1]) as T;
    executed.push([id, ...args]);
    const run = registered.get(id) ?? answers.get(id);
    if (!run && !isBuiltIn(id))
      throw unexpected(`command '${id}' not found. If the test is not about it: answer('${id}').`);
    // What a command gives only its caller knows.
    return (await run?.(...args)) as T;
  },

  getCommands(): Promise<string[]> {
    return Promise.resolve([...registered.keys(), ...answers.keys()]);
  },
} satisfies Partial<typeof vscode.commands>;
