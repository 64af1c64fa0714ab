// The folders of one workbench, and the files they have before it starts.
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isOldest } from '../../../scripts/lib/codeServer.mjs';
import { copyExtension } from '../../../scripts/lib/extensionFolder.mjs';
import { root } from '../../../scripts/lib/terminal.mjs';
import { quietSettings } from '../../../scripts/lib/vscodeServer.mjs';

/** A model of Copilot Chat's *Custom Endpoint* provider. */
export interface CopilotModel {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly toolCalling: boolean;
  readonly vision: boolean;
  /** In tokens. */
  readonly maxInputTokens: number;
  readonly maxOutputTokens: number;
}

export interface WorkbenchOptions {
  /** An existing folder; a copy is used, so that a test cannot change it. */
  readonly workspaceFolder?: string;
  /** Files of the workspace, by relative path; values other than strings are written as JSON. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** Opened instead of the folder with the files: one of the files, a `.code-workspace`, or nothing. */
  readonly opens?: `${string}.code-workspace` | 'nothing';
  /** The user's own `mcp.json`. */
  readonly userMcp?: object;
  /** User settings in addition to the default ones for tests. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** True to leave workspace trust switched on: the workbench opens in restricted mode. */
  readonly trust?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Flags for code-server. */
  readonly args?: readonly string[];
  /** Folders of extensions to install; by default this repository's own build. */
  readonly extensions?: readonly string[];
  /** A theme's settings id, such as `Light 2026`. */
  readonly theme?: string;
  /**
   * A display language, such as `zh-cn`. npm has no language packs: VS Code's own texts stay English, and only extensions use the language.
   */
  readonly language?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** True to start a VS Code for this workbench alone, which ends with it: for benchmarks, and for use outside of tests. */
  readonly ownVsCode?: boolean;
  /**
   * True for a file that neither moves into the window that an earlier one has left, nor leaves it to the next: one that shows a first time, the
   * window's layout or what VS Code itself stores.
   */
  readonly ownWindow?: boolean;
  /** Models for the built-in Copilot Chat, which is then the chat client, signed out; without them, the test model is. */
  readonly copilot?: readonly CopilotModel[];
  /** True for a window that is to VS Code the Agents window: it runs these extensions alone, and shows none of their views. */
  readonly isAgentsWindow?: boolean;
  /** True for sessions of the agent host: the page opens as in VS Code's own smoke tests, which lets a setting stand in for an account. */
  readonly hasAgentHost?: boolean;
}

/** Options with which a file shares its windows with no other. */
export const ownOptions = [
  'ownWindow',
  'opens',
  'trust',
  'isAgentsWindow',
  'hasAgentHost',
] as const satisfies readonly (keyof WorkbenchOptions)[];

const chatProbe = path.join(root, 'test/support/chatProbe');
const commandProbe = path.join(root, 'test/support/commandProbe');

const testSettings = {
  'git.enabled': false,
  'editor.cursorBlinking': 'solid',
  'workbench.reduceMotion': 'on',
  'workbench.tips.enabled': false,
  // Sticky rows would cover rows that tests click.
  'workbench.tree.enableStickyScroll': false,
  // A tooltip would cover the rows below, and take their clicks.
  'workbench.hover.delay': 60_000,
  'workbench.colorTheme': 'Dark 2026',
  'window.autoDetectColorScheme': false,
  'chat.tips.enabled': false,
  // Later versions only suggest the open file.
  ...(isOldest() ? { 'chat.implicitContext.enabled': { panel: 'never' } } : {}),
};

/** Writes files by their paths relative to `folder`; values other than strings are written as JSON. */
export async function writeFiles(folder: string, files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
  }
}

/** Makes a folder for a VS Code and its browser, and returns its path: not where the check at the end of a file looks. */
export async function makeWorkbenchFolder(): Promise<string> {
  return await mkdtemp(path.join(await realpath(process.env['MCPRP_TEMPORARY'] ?? os.tmpdir()), 'vs-'));
}

/** Removes a folder, even if programs still write to it for a moment. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Installs the extensions, and the language if there is one, into a VS Code's folder. */
export async function installExtensions(
  folder: string,
  { extensions, language, copilot }: WorkbenchOptions,
): Promise<void> {
  if (language !== undefined) await addLanguagePack(path.join(folder, 'user'), language);
  const into = path.join(folder, 'extensions');
  for (const extension of [...(extensions ?? []), commandProbe, ...(copilot ? [] : [chatProbe])])
    await copyExtension(extension, into);
  if (extensions === undefined) await activateAfterProbe(await copyExtension(root, into));
}

/** Has VS Code activate the product after the command probe, which ends and begins it for the next file. */
async function activateAfterProbe(product: string): Promise<void> {
  const manifest = path.join(product, 'package.json');
  const text = JSON.parse(await readFile(manifest, 'utf8')) as object;
  await writeFile(
    manifest,
    JSON.stringify({ ...text, extensionDependencies: ['mcp-resource-picker-test.command-probe'] }),
  );
}

/** Writes the files of the workspace. */
export async function fillWorkspace(workspace: string, options: WorkbenchOptions): Promise<void> {
  if (options.workspaceFolder !== undefined) await cp(options.workspaceFolder, workspace, { recursive: true });
  await writeFiles(workspace, options.files ?? {});
}

/** Returns the files of the user's profile, by name. */
export function userFiles(options: WorkbenchOptions): Readonly<Record<string, object>> {
  const settings = {
    ...quietSettings,
    ...testSettings,
    'security.workspace.trust.enabled': options.trust ?? false,
    ...(options.theme === undefined ? {} : { 'workbench.colorTheme': options.theme }),
    ...options.settings,
  };
  return {
    'settings.json': settings,
    ...(options.userMcp === undefined ? {} : { 'mcp.json': options.userMcp }),
    ...(options.copilot === undefined ? {} : { 'chatLanguageModels.json': modelGroups(options.copilot) }),
  };
}

/** Returns the models in the form in which VS Code stores those that a user adds. */
function modelGroups(models: readonly CopilotModel[]): readonly object[] {
  return [{ name: 'Test', vendor: 'customendpoint', apiType: 'chat-completions', apiKey: 'none', models }];
}

/** Registers an installed language pack, as VS Code does; this one has no texts. */
async function addLanguagePack(userFolder: string, language: string): Promise<void> {
  const texts = path.join(userFolder, 'language/main.i18n.json');
  const extensions = [{ extensionIdentifier: { id: 'test.language-pack' }, version: '0.0.1' }];
  const pack = { hash: 'none', label: language, extensions, translations: { vscode: texts } };
  await writeFiles(userFolder, {
    'languagepacks.json': { [language]: pack },
    'language/main.i18n.json': { contents: {} },
  });
}
