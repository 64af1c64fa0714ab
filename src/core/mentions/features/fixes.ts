import { CodeActionKind, type CodeAction, type Range } from 'vscode-languageserver-protocol';
import { CancelledError } from '../../base/errors';
import { diagnosticOf } from './diagnostics';
import { linesOf, rangeOf, resolvedMentions, type DocumentRequest } from './feature';
import { replacements } from './replacements';
import type { ResolvedMention } from '../mention/resolution';

/** Each mention needs a search through all resources of a server, and a longer menu would not be read. */
const maxMentions = 5;

/**
 * Replacements by the nearest names. Rejects with `CancelledError`, also when the document changes meanwhile.
 */
export async function fixes(request: DocumentRequest, range: Range): Promise<readonly CodeAction[]> {
  const { document } = request;
  const { version } = document;
  const mentions = await resolvedMentions(request, linesOf(range));
  const selected = mentions
    .filter((mention) => !mention.mention.isExample && touches(rangeOf(mention), range))
    .slice(0, maxMentions);
  const actions: CodeAction[] = [];
  for (const mention of selected) actions.push(...(await fixesOf(request, mention)));
  // Edits for places that have changed meanwhile would damage the document.
  if (document.version !== version) throw new CancelledError();
  const keyOf = ({ title, edit }: CodeAction): string => JSON.stringify([title, edit]);
  return [...new Map(actions.map((action) => [keyOf(action), action])).values()];
}

async function fixesOf(request: DocumentRequest, mention: ResolvedMention): Promise<readonly CodeAction[]> {
  const diagnostic = diagnosticOf(request, mention);
  return (await replacements(request, mention)).map(({ title, text, isPreferred }) => ({
    title,
    kind: CodeActionKind.QuickFix,
    ...(diagnostic && { diagnostics: [diagnostic] }),
    ...(isPreferred && { isPreferred }),
    edit: { changes: { [request.document.uri]: [{ range: rangeOf(mention), newText: text }] } },
  }));
}

/** True for a cursor at either end of a mention, too. */
function touches(mention: Range, { start, end }: Range): boolean {
  const isBehind = mention.start.line === end.line && mention.start.character > end.character;
  const isBefore = mention.end.line === start.line && mention.end.character < start.character;
  return !isBehind && !isBefore;
}
