import * as l10n from '@vscode/l10n';
import { window, workspace, type Uri } from 'vscode';
import type { RuleConsent } from '../../core/context/ruleConsent';
import { isSentAsText } from '../../core/mentions/text/sentAsText';
import type { ResourceAddress } from '../../core/resource/address';
import { plainText } from '../base/plainText';
import { automaticSetting, writeAutomaticSetting } from '../base/settings';
import { showInformation } from '../base/tell';
import { workspacePath } from '../base/workspacePath';
import { tellUntrusted } from '../context/automaticInclusion';
import { areAllowed, writeChosen } from '../context/workspaceRules';
import { isFile } from './includedFiles';

/** Adds the rule for a file, or removes it. */
export async function toggleIncluded(
  uri: Uri | undefined,
  {
    find,
    consent,
    isProven,
  }: {
    /** Resolves with the resources that the file mentions; where there are none, it shows the user why. */
    readonly find: () => Promise<readonly ResourceAddress[]>;
    readonly consent: Pick<RuleConsent, 'state' | 'allow'>;
    /** False where others than the user may have chosen the file. */
    readonly isProven: boolean;
  },
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
  // Written beside rules that the user has not allowed, or for somebody else, it waits for the answer about all rules.
  if (!areAllowed(consent) || (isNew && !isProven)) return writeAutomaticSetting(chosen);
  await writeChosen(chosen, consent);
  const message = isNew
    ? l10n.t('Resources mentioned in {0} are now included automatically', path)
    : l10n.t('Resources mentioned in {0} are no longer included automatically', path);
  window.setStatusBarMessage(plainText(message), 5_000);
}
