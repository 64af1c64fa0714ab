import * as l10n from '@vscode/l10n';
import type { CodeLens, Command } from 'vscode-languageserver-protocol';
import { formatCount } from '../../base/format';
import type { MentionDocument } from '../mention/document';
import { resolvedMentions, type FeatureParts } from './feature';
import { isSentAsText } from '../text/sentAsText';
import { resourcesOf } from './mentioned';

/** Number of lines in which the end of front matter is searched. */
const maxFrontMatter = 200;

/** Actions for all resources that a document mentions: above the first line of prose, in code above the first mention. */
export async function lenses(
  parts: FeatureParts,
  document: MentionDocument,
  signal: AbortSignal,
): Promise<readonly CodeLens[]> {
  const { commands } = parts;
  if (!commands || !parts.settings().hasLenses) return [];
  const mentions = await resolvedMentions(parts, document, signal);
  const first = mentions.find((mention) => resourcesOf([mention]).length > 0);
  if (!first) return [];
  const resources = resourcesOf(mentions);
  const updated = resources.filter((address) => parts.isUpdated(address)).length;
  const start = { line: document.isProse ? firstProse(document) : first.mention.line, character: 0 };
  const lens = (command: Command): CodeLens => ({ range: { start, end: start }, command });
  const numbered = (title: string, count: number): string => l10n.t('{0} ({1})', title, formatCount(count));
  const attach = numbered(l10n.t('Attach Mentioned Resources'), resources.length);
  const isIncluded = isSentAsText(document.uri) ? parts.isIncluded(document.uri) : undefined;
  const toggle = isIncluded
    ? l10n.t('Stop Including Resources Automatically')
    : l10n.t('Include Resources Automatically');
  const show = numbered(l10n.t('Show Changes'), updated);
  return [
    lens(commands.attachMentioned(attach, document.uri)),
    lens(commands.addMentioned(l10n.t('Add to Context'), document.uri)),
    ...(isIncluded === undefined ? [] : [lens(commands.toggleIncluded(toggle, document.uri))]),
    ...(updated > 0 ? [lens(commands.showMentionedChanges(show, document.uri))] : []),
    // Without a command, VS Code shows the title alone.
    ...(isSentAsText(document.uri) && isIncluded !== true
      ? [lens({ title: l10n.t('Sent as text only'), command: '' })]
      : []),
  ];
}

function firstProse(document: MentionDocument): number {
  if (document.line(0).trimEnd() !== '---') return 0;
  for (let line = 1; line < Math.min(document.lineCount - 1, maxFrontMatter); line += 1)
    if (document.line(line).trimEnd() === '---') return line + 1;
  return 0;
}
