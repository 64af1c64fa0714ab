import * as l10n from '@vscode/l10n';
import type { Resource, ResourceTemplate } from '../../resource/resource';

/** Importance and audience as given by the server, in a few words each. */
export function annotationFacts({ priority, audience }: Resource | ResourceTemplate): readonly string[] {
  const facts: string[] = [];
  if (priority !== undefined) facts.push(l10n.t('Priority {0}', priority));
  if (audience?.length === 1) facts.push(audience[0] === 'user' ? l10n.t('For the user') : l10n.t('For the assistant'));
  return facts;
}
