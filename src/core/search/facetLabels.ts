import * as l10n from '@vscode/l10n';
import type { FacetChoice } from '../../shared/protocol';
import { contentKinds, templateType, type ContentKind } from '../content/contentKind';

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
      return value === templateType ? l10n.t('Template') : kindLabel(value);
    case 'changed':
      return changedLabel(value);
    case 'priority':
      return priorityLabel(value);
  }
}

function kindLabel(value: string): string {
  const kind = contentKinds.find((candidate) => candidate === value);
  return kind ? kindLabels[kind]() : value;
}

const kindLabels: Readonly<Record<ContentKind, () => string>> = {
  markdown: () => l10n.t('Markdown'),
  code: () => l10n.t('Code'),
  json: () => l10n.t('JSON'),
  text: () => l10n.t('Text'),
  table: () => l10n.t('Table'),
  image: () => l10n.t('Image'),
  audio: () => l10n.t('Audio'),
  video: () => l10n.t('Video'),
  pdf: () => l10n.t('PDF'),
  archive: () => l10n.t('Archive'),
  other: () => l10n.t('Other'),
};

function changedLabel(value: string): string {
  const range = changedRanges.find((candidate) => candidate === value);
  switch (range) {
    case '<1d':
      return l10n.t('Last 24 hours');
    case '<7d':
      return l10n.t('Last 7 days');
    case '<30d':
      return l10n.t('Last 30 days');
    case '<365d':
      return l10n.t('Last 365 days');
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
      return l10n.t('Not given');
    case undefined:
      return value;
  }
}
