// Files whose mentioned resources are included in the context: rules of the setting for automatic inclusion.
import * as l10n from '@vscode/l10n';
import { FileSystemError, window, workspace, type Uri } from 'vscode';
import { causes } from '../../core/base/errors';
import type { Logger } from '../../core/base/ports';
import { isSentAsText } from '../../core/mentions/text/sentAsText';
import type { ResourceAddress } from '../../core/resource/address';
import { plainText } from '../base/plainText';
import type { RuleConsent } from '../../core/context/ruleConsent';
import { automaticSetting, writeAutomaticSetting } from '../base/settings';
import { showInformation } from '../base/tell';
import { uriOfWorkspacePath, workspacePath } from '../base/workspacePath';
import { tellUntrusted } from '../context/automaticInclusion';
import { areAllowed, writeChosen } from '../context/workspaceRules';
import type { LanguageFeatures } from './languageFeatures';

/** True where a rule includes what the file mentions; `undefined` for a file outside the workspace. */
export function isIncluded(uri: Uri): boolean | undefined {
  return workspacePath(uri) === undefined ? undefined : automaticSetting().files.some((path) => isFile(path, uri));
}

/**
 * Adds the rule for a file, or removes it.
 *
 * @param find resolves with the resources that the file mentions; where there are none, it shows the user why
 */
export async function toggleIncluded(
  uri: Uri | undefined,
  find: () => Promise<readonly ResourceAddress[]>,
  consent: Pick<RuleConsent, 'state' | 'allow'>,
): Promise<void> {
  if (!workspace.isTrusted) return void tellUntrusted();
  const path = uri && isSentAsText(uri.toString()) ? workspacePath(uri) : undefined;
  if (!uri || path === undefined) {
    void showInformation(
      l10n.t(
        'Open an instruction or prompt file in this workspace first, such as AGENTS.md. You can then automatically include the resources it mentions.',
      ),
    );
    return;
  }
  const before = automaticSetting();
  const files = before.files.filter((other) => !isFile(other, uri));
  const isNew = files.length === before.files.length;
  if (isNew && (await find()).length === 0) return;
  const chosen = { ...before, files: isNew ? [...files, path] : files };
  // Written beside rules that the user has not allowed, it waits for the answer about all of them.
  if (!areAllowed(consent)) return writeAutomaticSetting(chosen);
  await writeChosen(chosen, consent);
  const message = isNew
    ? l10n.t('Resources mentioned in {0} are now included automatically', path)
    : l10n.t('Resources mentioned in {0} are no longer included automatically', path);
  window.setStatusBarMessage(plainText(message), 5_000);
}

/**
 * The resources that a file of the workspace mentions; none where the file does not exist, `undefined` where it cannot be read now. Starts
 * the language server. Never rejects.
 */
export async function mentionedInFile(
  path: string,
  { language, log }: { readonly language: Pick<LanguageFeatures, 'get'>; readonly log: Logger },
): Promise<readonly ResourceAddress[] | undefined> {
  const uri = uriOfWorkspacePath(path);
  if (!uri) return undefined;
  try {
    const text = new TextDecoder().decode(await workspace.fs.readFile(uri));
    const running = await language.get();
    return (await running.mentionedInText(uri, text, new AbortController().signal)).resources;
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'FileNotFound') return [];
    log.warn(`The mentions of a file with a rule are not known: ${causes(error)}`);
    return undefined;
  }
}

function isFile(path: string, uri: Uri): boolean {
  return uriOfWorkspacePath(path)?.toString() === uri.toString();
}
