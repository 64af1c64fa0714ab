import * as l10n from '@vscode/l10n';
import type { CodeLens, Command } from 'vscode-languageserver-protocol';
import { formatCount } from '../../base/format';
import type { MentionDocument } from '../mention/document';
import { resolvedMentions, type DocumentRequest } from './feature';
import { isSentAsText } from '../text/sentAsText';
import { resourcesOf } from './mentioned';

/** Number of lines in which the end of front matter is searched. */
const maxFrontMatter = 200;

/** Actions for all resources that a document mentions: above the first line of prose, in code above the first mention. */
export async function lenses(request: DocumentRequest): Promise<readonly CodeLens[]> {
  const { commands, document } = request;
  if (!commands || !request.settings().hasLenses) return [];
  const mentions = await resolvedMentions(request);
  const first = mentions.find((mention) => resourcesOf([mention]).length > 0);
  if (!first) return [];
  const resources = resourcesOf(mentions);
  const start = { line: document.isProse ? firstProse(document) : first.mention.line, character: 0 };
  const lens = (command: Command): CodeLens => ({ range: { start, end: start }, command });
  const attach = l10n.t('{0} ({1})', l10n.t('Attach Mentioned Resources'), formatCount(resources.length));
  const notice = l10n.t('Sent as text only');
  return [
    lens(commands.attachMentioned(attach, document.uri)),
    lens(commands.addMentioned(l10n.t('Add to Context'), document.uri)),
    ...(isSentAsText(document.uri) ? [lens(commands.contextSets(notice, document.uri))] : []),
  ];
}

function firstProse(document: MentionDocument): number {
  if (document.line(0).trimEnd() !== '---') return 0;
  for (let line = 1; line < Math.min(document.lineCount - 1, maxFrontMatter); line += 1)
    if (document.line(line).trimEnd() === '---') return line + 1;
  return 0;
}
