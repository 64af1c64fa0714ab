import * as l10n from '@vscode/l10n';
import type { Preview, PreviewFact, PreviewPart } from '../../shared/previewProtocol';
import { contentKinds, contentKindOf } from '../content/contentKind';
import { kindLabel } from '../content/kindLabel';
import { bareMimeType } from '../content/mimeTypes';
import { displayName } from '../resource/displayName';
import type { Content } from '../content/content';
import { factsWithValue, listedFacts } from '../describe/listedFacts';
import { factLine, formatCount, formatSize } from '../base/format';
import { hiddenIn } from '../base/legible';
import type { Resource } from '../resource/resource';
import { newBudget, shownPart } from './partPreview';
import type { PreviewTools } from './parserPorts';

const maxParts = 20;

/** Everything that a preview is made from. */
export interface PreviewSource {
  readonly resource: Resource;
  readonly serverName: string;
  readonly content: Content;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The preview of a resource that was read: the beginning of each of its contents, and its facts. */
export function previewOf(source: PreviewSource, tools: PreviewTools): Preview {
  const { resource, content, now } = source;
  const count = content.parts.length;
  const budget = newBudget();
  const size = content.parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const parts = content.parts.slice(0, maxParts).map((part): PreviewPart => ({
    name: count > 1 ? part.path : undefined,
    mimeType: bareMimeType(part.mimeType),
    size: formatSize(part.bytes.length),
    ...shownPart(part, budget, tools),
  }));
  const type = count > 1 ? l10n.t('{0} files', formatCount(count)) : parts[0] && typeOf(parts[0]);
  return {
    title: displayName(resource),
    summary: factLine([type, formatSize(size)]),
    readAt: content.readAt,
    now,
    facts: [...facts(source, size), ...factsWithValue([[l10n.t('Invisible characters'), hiddenWords(parts)]])],
    parts,
    problems: [...content.problems.map(({ message }) => message), ...leftOut(count)],
  };
}

/** The number of characters that the shown texts hide, and of those that deceive; `undefined` if there are none. */
function hiddenWords(parts: readonly PreviewPart[]): string | undefined {
  const texts = parts.flatMap(({ body }) => (body.kind === 'image' ? [] : JSON.stringify(body)));
  const hidden = hiddenIn(texts.join('\n'));
  if (!hidden) return undefined;
  const { tags, directionOverrides, others } = hidden;
  const total = formatCount(tags + directionOverrides + others);
  if (tags + directionOverrides === 0) return total;
  return l10n.t('{0} ({1} tags, {2} direction overrides)', total, formatCount(tags), formatCount(directionOverrides));
}

/** The type in a word; a MIME type where there is none. */
function typeOf({ body, mimeType = '' }: PreviewPart): string {
  const kind = contentKinds.find((contentKind) => contentKind === body.kind) ?? contentKindOf(mimeType);
  return kind === 'other' ? mimeType : kindLabel(kind);
}

function leftOut(count: number): readonly string[] {
  if (count === 0) return [l10n.t('The server returned no content.')];
  if (count <= maxParts) return [];
  return [l10n.t('Only the first {0} files are shown. Open the resource to see the rest.', maxParts)];
}

/** Facts from the list, with the type and the size as they were read. */
function facts({ resource, serverName, content }: PreviewSource, size: number): readonly PreviewFact[] {
  const [only, ...further] = content.parts;
  const mimeType = only && further.length === 0 ? bareMimeType(only.mimeType) : resource.mimeType;
  return [
    ...factsWithValue([[l10n.t('Description'), resource.description]]),
    ...listedFacts({ ...resource, mimeType, size }, serverName),
    ...factsWithValue([
      [l10n.t('Source'), content.isFromWeb ? l10n.t('directly from the web, not through the server') : undefined],
    ]),
  ];
}
