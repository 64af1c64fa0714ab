import * as l10n from '@vscode/l10n';
import type { FacetChoice } from '../../shared/protocol';
import { contentKinds, templateType } from '../content/contentKind';
import { kindLabel } from '../content/kindLabel';

/** Ranges that are offered to click, in this order. */
export const changedRanges = ['<1d', '<7d', '<30d', '<365d'] as const;
export const priorityRanges = ['>=0.7', '>=0.4', '<0.4', 'none'] as const;

/** The label of a facet's value. A value that is never offered, as in a query edited by hand, reads as it is. */
export function facetLabel({ facet, value }: FacetChoice): string {
  switch (facet) {
    case 'server':
    case 'scheme':
      return value;
    case 'type':
      return typeLabel(value);
    case 'changed':
      return changedLabel(value);
    case 'priority':
      return priorityLabel(value);
  }
}

function typeLabel(value: string): string {
  if (value === templateType) return l10n.t('Template');
  const kind = contentKinds.find((candidate) => candidate === value);
  return kind ? kindLabel(kind) : value;
}

function changedLabel(value: string): string {
  const range = changedRanges.find((candidate) => candidate === value);
  switch (range) {
    case '<1d':
      return l10n.t('Last 24 hours');
    case '<7d':
      return l10n.t('Last {0} days', 7);
    case '<30d':
      return l10n.t('Last {0} days', 30);
    case '<365d':
      return l10n.t('Last {0} days', 365);
    case undefined:
      return value;
  }
}

function priorityLabel(value: string): string {
  const range = priorityRanges.find((candidate) => candidate === value);
  switch (range) {
    case '>=0.7':
      return l10n.t('High');
    case '>=0.4':
      return l10n.t('Medium or higher');
    case '<0.4':
      return l10n.t('Low');
    case 'none':
      return l10n.t('Not set');
    case undefined:
      return value;
  }
}
