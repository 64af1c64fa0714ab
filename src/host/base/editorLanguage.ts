import * as l10n from '@vscode/l10n';
import { env, l10n as editorL10n } from 'vscode';
import { formatNumbersIn } from '../../core/base/format';

/** Shows texts and numbers of this bundle in the language of VS Code. */
export function showInEditorLanguage(): void {
  if (!editorL10n.bundle) return;
  l10n.config({ contents: editorL10n.bundle });
  formatNumbersIn(env.language);
}
