import * as l10n from '@vscode/l10n';
import type { ChatResponseStream } from 'vscode';
import { escapeMarkdown } from '../../core/base/markdownText';
import type { Missing } from './participantReads';

const mostLines = 10;
const longestReason = 600;

/**
 * Says below an answer what is not in it, and why.
 *
 * @param cut the names of what only the beginning of is in it
 */
export function tellMissing(stream: ChatResponseStream, missing: readonly Missing[], cut: readonly string[]): void {
  const cutReason = l10n.t('Only its beginning fits into what the model takes.');
  const lines = [...cut.map((name): Missing => ({ name, reason: cutReason })), ...missing];
  if (lines.length === 0) return;
  const shown = lines
    .slice(0, mostLines)
    .map(({ name, reason }) => `- **${escapeMarkdown(name)}**: ${escapeMarkdown(reason, longestReason)}`);
  const more = lines.length - shown.length;
  if (more > 0) shown.push(`- ${l10n.t('and {0} more', more)}`);
  stream.markdown(`\n\n${l10n.t('Not in this answer, or not all of it:')}\n\n${shown.join('\n')}\n`);
}
