import { CodeActionKind, type CodeAction, type Range } from 'vscode-languageserver-protocol';
import { CancelledError } from '../../base/errors';
import { diagnosticOf } from './diagnostics';
import type { MentionDocument } from '../mention/document';
import { rangeOf, resolvedMentions, type FeatureParts } from './feature';
import { replacements } from './replacements';
import type { ResolvedMention } from '../mention/resolution';

/** Each mention needs a search through all resources of a server, and a longer menu would not be read. */
const maxMentions = 5;

/**
 * Replacements by the nearest names. Rejects with `CancelledError`, also when the document changes meanwhile.
 */
export async function fixes(
  parts: FeatureParts,
  document: MentionDocument,
  range: Range,
  signal: AbortSignal,
): Promise<readonly CodeAction[]> {
  const { version } = document;
  const lines = { from: range.start.line, to: range.end.line + 1 };
  const mentions = await resolvedMentions(parts, document, signal, lines);
  const selected = mentions
    .filter((mention) => !mention.mention.isExample && touches(rangeOf(mention), range))
    .slice(0, maxMentions);
  const actions: CodeAction[] = [];
  for (const mention of selected) actions.push(...(await fixesOf(parts, document.uri, mention, signal)));
  // Edits for places that have changed meanwhile would damage the document.
  if (document.version !== version) throw new CancelledError();
  const keyOf = ({ title, edit }: CodeAction): string => JSON.stringify([title, edit]);
  return [...new Map(actions.map((action) => [keyOf(action), action])).values()];
}

async function fixesOf(
  parts: FeatureParts,
  uri: string,
  mention: ResolvedMention,
  signal: AbortSignal,
): Promise<readonly CodeAction[]> {
  const diagnostic = diagnosticOf(parts, mention);
  return (await replacements(parts, mention, signal)).map(({ title, text, isPreferred }) => ({
    title,
    kind: CodeActionKind.QuickFix,
    ...(diagnostic && { diagnostics: [diagnostic] }),
    ...(isPreferred && { isPreferred }),
    edit: { changes: { [uri]: [{ range: rangeOf(mention), newText: text }] } },
  }));
}

/** True for a cursor at either end of a mention, too. */
function touches(mention: Range, { start, end }: Range): boolean {
  const isBehind = mention.start.line === end.line && mention.start.character > end.character;
  const isBefore = mention.end.line === start.line && mention.end.character < start.character;
  return !isBehind && !isBefore;
}
