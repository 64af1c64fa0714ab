import { CancellationTokenSource, commands, Uri, workspace, type Command } from 'vscode';
import { settle } from './fakeClock';
import { fakeVscode } from './vscode/fakeVscode';

/** The documents of the editors that were opened, the latest last; two for a difference. */
export function shownUris(): readonly Uri[] {
  const { executed } = fakeVscode.commands;
  const compared = executed.flatMap(([id, ...args]) => (id === 'vscode.diff' ? args.slice(0, 2).map(String) : []));
  return [...fakeVscode.editors.shown.map(({ uri }) => uri), ...compared].map((uri) => Uri.parse(uri));
}

/** The lenses above a text, by default the one that was opened last. */
export async function lensesOf(uri = shownUris().at(-1)): Promise<readonly Command[]> {
  if (uri === undefined) return [];
  const document = await workspace.openTextDocument(uri);
  const { token } = new CancellationTokenSource();
  const lists = [...fakeVscode.languages.lensProviders].map(
    async (one) => (await one.provideCodeLenses(document, token)) ?? [],
  );
  return (await Promise.all(lists)).flat().flatMap(({ command }) => command ?? []);
}

export async function lensTitles(): Promise<readonly string[]> {
  return (await lensesOf()).map(({ title }) => title);
}

/** Runs a command with what a lens passes. */
export async function run(
  { command, arguments: args }: Command,
  change = (all: readonly unknown[]) => all,
): Promise<void> {
  await commands.executeCommand(command, ...change((args ?? []) as unknown[]));
  await settle();
}

/** Presses a lens, as the user does. */
export async function pressLens(title: string): Promise<void> {
  const lens = (await lensesOf()).find((one) => one.title === title);
  if (!lens) throw new Error(`There is no lens “${title}”.`);
  await run(lens);
}
