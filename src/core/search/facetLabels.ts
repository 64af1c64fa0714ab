import * as l10n from '@vscode/l10n';
import type { FacetChoice, FacetName } from '../../shared/protocol';
import { contentKinds, skillType, templateType } from '../content/contentKind';
import { kindLabel } from '../content/kindLabel';

const changed = {
  '<1d': () => l10n.t('Last 24 hours'),
  '<7d': () => l10n.t('Last {0} days', 7),
  '<30d': () => l10n.t('Last {0} days', 30),
  '<365d': () => l10n.t('Last {0} days', 365),
};
const priority = {
  '>=0.7': () => l10n.t('High'),
  '>=0.4': () => l10n.t('Medium or higher'),
  '<0.4': () => l10n.t('Low'),
  none: () => l10n.t('Not set'),
};
const labels: Readonly<Partial<Record<FacetName, Readonly<Record<string, () => string>>>>> = { changed, priority };

/** Ranges that are offered to click, in this order. */
export const ranges: Readonly<Partial<Record<FacetName, readonly string[]>>> = {
  changed: Object.keys(changed),
  priority: Object.keys(priority),
};

/** The label of a facet's value. A value that is never offered, as in a query edited by hand, reads as it is. */
export function facetLabel({ facet, value }: FacetChoice): string {
  if (facet === 'type') return typeLabel(value);
  const ownLabels = labels[facet] ?? {};
  return Object.hasOwn(ownLabels, value) ? (ownLabels[value]?.() ?? value) : value;
}

function typeLabel(value: string): string {
  if (value === templateType) return l10n.t('Template');
  if (value === skillType) return l10n.t('Skill');
  const kind = contentKinds.find((candidate) => candidate === value);
  return kind ? kindLabel(kind) : value;
}
