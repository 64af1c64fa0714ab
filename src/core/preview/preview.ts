import * as l10n from '@vscode/l10n';
import type { Preview } from '../../shared/previewProtocol';
import { bareMimeType } from '../content/mimeTypes';
import { displayName } from '../resource/displayName';
import type { Content } from '../content/content';
import { formatAge, formatCount, formatSize } from '../base/format';
import type { Resource } from '../resource/resource';
import { newBudget, shownPart } from './partPreview';
import { exactSize, factsWithValue, resourceFacts, type Fact } from './resourceFacts';
import type { PreviewTools } from './parserPorts';

const maxParts = 20;

/** Everything that a preview is made from. */
export interface PreviewSource {
  readonly resource: Resource;
  readonly serverName: string;
  readonly content: Content;
  /** True for cached content that is still valid. */
  readonly isFromCache: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The preview of a resource that was read: the beginning of each of its contents, and its facts. */
export function previewOf(source: PreviewSource, tools: PreviewTools): Preview {
  const { resource, content } = source;
  const parts = content.parts.slice(0, maxParts);
  const budget = newBudget();
  const size = sizeOf(content);
  const types = new Set(parts.map(({ mimeType }) => bareMimeType(mimeType)));
  const kind = content.parts.length > 1 ? l10n.t('{0} contents', formatCount(content.parts.length)) : [...types][0];
  return {
    title: displayName(resource),
    summary: [kind, formatSize(size), readWhen(source)].filter(Boolean).join(' · '),
    facts: facts(source, size),
    parts: parts.map((part) => ({
      name: content.parts.length > 1 ? part.path : undefined,
      mimeType: bareMimeType(part.mimeType),
      size: formatSize(part.bytes.length),
      ...shownPart(part, budget, tools),
    })),
    problems: [...content.problems.map(({ message }) => message), ...leftOut(content.parts.length)],
  };
}

function sizeOf({ parts }: Content): number {
  return parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

function leftOut(count: number): readonly string[] {
  if (count === 0) return [l10n.t('The server answered without any content.')];
  if (count <= maxParts) return [];
  return [
    l10n.t(
      'Only the first {0} of {1} contents are shown. Open the resource to see all of them.',
      formatCount(maxParts),
      formatCount(count),
    ),
  ];
}

/** Facts from the list, then those that only the read returned. */
function facts(source: PreviewSource, size: number): readonly Fact[] {
  const { resource, serverName, content } = source;
  const [only, ...further] = content.parts;
  const isOther =
    only !== undefined && further.length === 0 && bareMimeType(resource.mimeType ?? '') !== bareMimeType(only.mimeType);
  return [
    ...factsWithValue([[l10n.t('Description'), resource.description]]),
    ...resourceFacts(resource, serverName),
    ...factsWithValue([
      [l10n.t('Type as read'), isOther ? only.mimeType : undefined],
      [l10n.t('Size as read'), size === resource.size ? undefined : exactSize(size)],
      [l10n.t('Read'), new Date(content.readAt).toLocaleString()],
      [l10n.t('Source'), content.isFromWeb ? l10n.t('the web, in place of the server') : undefined],
    ]),
  ];
}

function readWhen({ content, isFromCache, now }: PreviewSource): string {
  if (!isFromCache) return l10n.t('read just now');
  const isRecent = now - content.readAt < 60_000;
  return isRecent ? l10n.t('read a moment ago') : l10n.t('read {0} ago, still good', formatAge(content.readAt, now));
}
