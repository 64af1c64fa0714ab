import * as l10n from '@vscode/l10n';
import type { ContentKind } from './contentKind';

const kindLabels: Readonly<Record<ContentKind, () => string>> = {
  markdown: () => 'Markdown',
  code: () => l10n.t('Code'),
  json: () => 'JSON',
  text: () => l10n.t('Text'),
  table: () => l10n.t('Table'),
  image: () => l10n.t('Image'),
  audio: () => l10n.t('Audio'),
  video: () => l10n.t('Video'),
  pdf: () => 'PDF',
  archive: () => l10n.t('Archive'),
  other: () => l10n.t('Other'),
};

/** A kind of content in the user's language. */
export function kindLabel(kind: ContentKind): string {
  return kindLabels[kind]();
}
