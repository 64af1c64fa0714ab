import * as l10n from '@vscode/l10n';
import { DiagnosticSeverity, type Diagnostic } from 'vscode-languageserver-protocol';
import { formatCount } from '../../base/format';
import { rangeOf, resolvedMentions, type DocumentRequest, type FeatureParts } from './feature';
import { problemOf } from './problems';
import type { ResolvedMention } from '../mention/resolution';

/** Per document; the user does not need a longer list. */
const maxDiagnostics = 100;
const severities = {
  off: undefined,
  hint: DiagnosticSeverity.Hint,
  information: DiagnosticSeverity.Information,
  warning: DiagnosticSeverity.Warning,
} as const;

/** Its message is not Markdown, which not every editor shows. */
type PlainDiagnostic = Diagnostic & { readonly message: string };

/**
 * Problems of a document's mentions, with the severity from the settings. A missing resource is no problem while its server is not
 * connected.
 */
export async function diagnose(request: DocumentRequest): Promise<readonly Diagnostic[]> {
  if (request.settings().problems === 'off') return [];
  const slice = request.newSlice();
  const diagnostics: PlainDiagnostic[] = [];
  let omitted = 0;
  for (const mention of await resolvedMentions(request)) {
    if (slice.isOver()) await slice.next();
    request.signal.throwIfAborted();
    const diagnostic = diagnosticOf(request, mention);
    if (!diagnostic) continue;
    if (diagnostics.length < maxDiagnostics) diagnostics.push(diagnostic);
    else omitted += 1;
  }
  const last = diagnostics.pop();
  if (!last) return diagnostics;
  const more = l10n.t('More mentions below with problems: {0}.', formatCount(omitted));
  return [...diagnostics, omitted === 0 ? last : { ...last, message: `${last.message} ${more}` }];
}

/** `undefined` if there is no problem, or if the user has turned problems off. */
export function diagnosticOf(parts: FeatureParts, mention: ResolvedMention): PlainDiagnostic | undefined {
  const severity = severities[parts.settings().problems];
  const problem = severity && problemOf(parts, mention);
  if (!problem) return undefined;
  // The first of several servers is used: the mention works as it is.
  const shownSeverity = problem.code === 'ambiguous' ? DiagnosticSeverity.Hint : severity;
  return { range: rangeOf(mention), severity: shownSeverity, source: 'MCP Resources', ...problem };
}
