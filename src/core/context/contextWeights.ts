import * as l10n from '@vscode/l10n';
import { describeTokens, formatCount, formatTokens } from '../base/format';
import type { Resource } from '../resource/resource';
import { announcedType } from '../content/contentKind';
import { isImage, isTextType } from '../content/mimeTypes';
import { fitting, tokensOfTag } from '../chat/budget';
import { mostReadBytes } from '../content/content';
import { keyOf, type ResourceAddress } from '../resource/address';
import type { ContentCache } from './contentCache';
import type { ContextItem } from './contextSet';
import { outgoingOf, type Outgoing, type OutgoingFile } from './outgoing';

/** Tokens of a content; `undefined` if it isn't text. */
export interface TokenCount {
  readonly tokens: number | undefined;
  /** False while the model counts, and this is an estimate. */
  readonly isFinal: boolean;
}

/** Approximate size in a message. */
export interface WeightSum {
  /** With what the chat writes around each file. */
  readonly tokens: number;
  /** Number of images, which count in no limit. */
  readonly images: number;
  /** Number of resources whose size in tokens is not known. */
  readonly uncounted: number;
}

/** Approximate size of a resource in a message. */
export interface Weight extends WeightSum {
  /** False if only the announced size is known. */
  readonly isRead: boolean;
}

type Weighable = ResourceAddress & Pick<Resource, 'mimeType' | 'size'> & Partial<Pick<Resource, 'name' | 'title'>>;

interface Lists {
  readonly cache: Pick<ContentCache, 'peek'>;
  /** Facts from the server's list of resources. */
  readonly announced: (address: ResourceAddress) => Pick<Resource, 'priority' | 'audience'> | undefined;
}

interface Counter {
  /** Cheap enough for every row. */
  of(bytes: Uint8Array): TokenCount;
  /** Once the model has counted, or takes too long; never rejects. */
  counted(bytes: Uint8Array): Promise<unknown>;
}

const bytesPerToken = 4;
const nothing: WeightSum = { tokens: 0, images: 0, uncounted: 0 };

/** The one source of the tokens that are shown: of a row, of a selection, of a title, and of what is about to be attached. */
export class ContextWeights {
  /** The last count of each file, shown until there is one of its new content. */
  readonly #lastCounts = new Map<string, number>();

  constructor(
    private readonly core: Lists,
    private readonly tokens: Counter,
  ) {}

  weigh(item: Weighable): Weight {
    const content = this.core.cache.peek(item);
    if (!content) return { ...fromSize(item), isRead: false };
    const files = outgoingOf({ name: '', title: undefined, ...item }, content);
    return { ...files.map((file) => this.#weightOf(file)).reduce(plus, nothing), isRead: true };
  }

  sum(items: readonly Weighable[]): WeightSum {
    return items.map((item) => this.weigh(item)).reduce(plus, nothing);
  }

  /** The files of a message with their tokens, once the model has counted them or takes too long. Never rejects. */
  async weighFiles(files: readonly OutgoingFile[]): Promise<readonly Outgoing[]> {
    await Promise.all(files.map(async ({ kind, bytes }) => kind === 'text' && this.tokens.counted(bytes)));
    return files.map((file) => ({ ...file, tokens: this.#weightOf(file).tokens }));
  }

  /** Those that do not fit into one message. @param budget in tokens; `undefined` if it is not known, and all fit */
  leftOut(items: readonly ContextItem[], budget: number | undefined): readonly ContextItem[] {
    if (budget === undefined) return [];
    const weights = items.map((item) => {
      const { priority, audience } = this.core.announced(item) ?? {};
      return { item, priority, audience, tokens: this.weigh(item).tokens };
    });
    return fitting(weights, budget).leftOut.map(({ item }) => item);
  }

  #weightOf({ resource, part, kind, bytes }: OutgoingFile): WeightSum {
    if (kind === 'image') return { ...nothing, images: 1 };
    if (kind !== 'text') return { ...nothing, uncounted: 1 };
    const key = `${keyOf(resource)}\n${part?.path ?? ''}`;
    const { tokens = 0, isFinal } = this.tokens.of(bytes);
    if (isFinal) this.#lastCounts.set(key, tokens);
    return { ...nothing, tokens: (isFinal ? tokens : (this.#lastCounts.get(key) ?? tokens)) + tokensOfTag };
  }
}

/**
 * `440 tokens`, `440 of 17K tokens and 8 images`, `at least 440 tokens, 3 not counted`; empty if nothing is counted.
 *
 * @param limit in tokens
 */
export function describeWeight({ tokens, images, uncounted }: WeightSum, limit?: number): string {
  const text =
    limit === undefined
      ? describeTokens(tokens)
      : l10n.t('{0} of {1} tokens', formatTokens(tokens), formatTokens(limit));
  const pictures = images === 1 ? l10n.t('1 image') : l10n.t('{0} images', formatCount(images));
  if (tokens === 0) return images === 0 ? '' : pictures;
  const counted = images === 0 ? text : l10n.t('{0} and {1}', text, pictures);
  return uncounted === 0 ? counted : l10n.t('at least {0}, {1} not counted', counted, formatCount(uncounted));
}

function plus(sum: WeightSum, { tokens, images, uncounted }: WeightSum): WeightSum {
  return { tokens: sum.tokens + tokens, images: sum.images + images, uncounted: sum.uncounted + uncounted };
}

function fromSize({ mimeType, uri, size }: Weighable): WeightSum {
  const type = announcedType(mimeType, uri);
  const mayBeText = type === '' || type.startsWith('.') || isTextType(type);
  if (!mayBeText && isImage(type)) return { ...nothing, images: 1 };
  // No content is larger than can be read: a list that says so is wrong.
  return size !== undefined && size <= mostReadBytes && mayBeText
    ? { ...nothing, tokens: Math.ceil(size / bytesPerToken) + tokensOfTag }
    : { ...nothing, uncounted: 1 };
}
