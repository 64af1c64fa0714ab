// The folders of one workbench: what is put into them before it starts, and who cleans up after a killed run.
import { cp, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { copyExtension } from '../../../scripts/lib/extensionFolder.mjs';
import { root } from '../../../scripts/lib/terminal.mjs';
import { quietSettings } from '../../../scripts/lib/vscodeServer.mjs';

export interface WorkbenchOptions {
  /** An existing folder, copied so that a test cannot change it. */
  readonly workspaceFolder?: string;
  /** Files to put into the workspace, by relative path; anything but text is written as JSON. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** What is opened, instead of the folder that holds the files: one of these, a `.code-workspace`, or nothing. */
  readonly opens?: `${string}.code-workspace` | 'nothing';
  /** The user's own `mcp.json`. */
  readonly userMcp?: object;
  /** User settings on top of the quiet ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** True leaves workspace trust switched on: the workbench opens in restricted mode. */
  readonly trust?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Flags for code-server. */
  readonly args?: readonly string[];
  /** Folders of extensions to install; this repository's own build unless told. */
  readonly extensions?: readonly string[];
  /** A theme's settings id, such as `Light 2026`. */
  readonly theme?: string;
  /**
   * A display language, such as `zh-cn`. There is no language pack to be had from npm: VS Code's own texts stay English, and extensions
   * show theirs in it.
   */
  readonly language?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** True keeps the Copilot Chat that comes with code-server; it costs a second and is signed out. */
  readonly copilot?: boolean;
}

const chatProbe = path.join(root, 'test/e2e/chatProbe');

const testSettings = {
  'git.enabled': false,
  'editor.cursorBlinking': 'solid',
  'workbench.reduceMotion': 'on',
  'workbench.tips.enabled': false,
  // Rows under the sticky ones could not be clicked.
  'workbench.tree.enableStickyScroll': false,
  'workbench.colorTheme': 'Dark 2026',
  'window.autoDetectColorScheme': false,
  'chat.tips.enabled': false,
};

/** Writes files by their paths relative to `folder`; anything but text is written as JSON. */
export async function writeFiles(folder: string, files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
  }
}

/** Makes a temporary folder with `workspace`, `user` and `extensions` in it, and returns its path. */
export async function makeWorkbenchFolder(options: WorkbenchOptions): Promise<string> {
  const temporary = await realpath(os.tmpdir());
  await removeStrays(temporary);
  const folder = await mkdtemp(path.join(temporary, `mcprp-${process.pid}-`));
  try {
    await fill(folder, options);
    return folder;
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
}

/** Removes a folder that programs may still be writing to for a moment. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

async function fill(folder: string, options: WorkbenchOptions): Promise<void> {
  const workspace = path.join(folder, 'workspace');
  await mkdir(workspace, { recursive: true });
  if (options.workspaceFolder !== undefined) await cp(options.workspaceFolder, workspace, { recursive: true });
  await writeFiles(workspace, options.files ?? {});
  const settings = {
    ...quietSettings,
    ...testSettings,
    'security.workspace.trust.enabled': options.trust ?? false,
    ...(options.theme === undefined ? {} : { 'workbench.colorTheme': options.theme }),
    ...options.settings,
  };
  await writeFiles(path.join(folder, 'user/User'), {
    'settings.json': settings,
    ...(options.userMcp === undefined ? {} : { 'mcp.json': options.userMcp }),
  });
  if (options.language !== undefined) await addLanguagePack(path.join(folder, 'user'), options.language);
  for (const extension of [...(options.extensions ?? [root]), chatProbe])
    await copyExtension(extension, path.join(folder, 'extensions'));
}

/** What VS Code notes of an installed language pack, here of one without a single text. */
async function addLanguagePack(userFolder: string, language: string): Promise<void> {
  const texts = path.join(userFolder, 'language/main.i18n.json');
  const extensions = [{ extensionIdentifier: { id: 'test.language-pack' }, version: '0.0.1' }];
  const pack = { hash: 'none', label: language, extensions, translations: { vscode: texts } };
  await writeFiles(userFolder, {
    'languagepacks.json': { [language]: pack },
    'language/main.i18n.json': { contents: {} },
  });
}

/** A test run that was killed could not remove its folders; their names tell which run they are of. */
async function removeStrays(temporary: string): Promise<void> {
  for (const name of await readdir(temporary)) {
    const pid = /^mcprp-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid)))
      await rm(path.join(temporary, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
