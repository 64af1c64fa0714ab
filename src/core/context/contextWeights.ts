import type { Resource } from '../resource/resource';
import { announcedType } from '../content/contentKind';
import { isImage, isTextType } from '../content/mimeTypes';
import { fitting, tokensOfTag } from '../chat/budget';
import { mostReadBytes, type Content } from '../content/content';
import type { ResourceAddress } from '../resource/address';
import type { ContextItem } from './contextSet';

/** Approximate size of a resource in a message. */
export interface Weight {
  /** With what the chat writes around it. */
  readonly tokens: number;
  /** False where only the announced size is known. */
  readonly isRead: boolean;
}

/** Approximate size of several resources in a message. */
export interface WeightSum {
  readonly tokens: number;
  /** Number of resources whose size in tokens is not known, such as images. */
  readonly uncounted: number;
  /** Of these, the images. */
  readonly images: number;
}

/** Checked resources of the context, and their size. */
export interface ContextTotals {
  readonly checked: number;
  readonly tokens: number;
  /** Checked resources that do not fit into the budget. */
  readonly leftOut: readonly ContextItem[];
}

const bytesPerToken = 4;

/** Estimates the size of the context's resources, each content once. */
export class ContextWeights {
  constructor(
    /** The cached content of a resource. */
    private readonly peek: (address: ResourceAddress) => Content | undefined,
    /** Facts from the server's list of resources. */
    private readonly announced: (address: ResourceAddress) => Pick<Resource, 'priority' | 'audience'> | undefined,
    /** Tokens of a content; `undefined` where it is no text. Cheap enough for every row. */
    private readonly tokensOf: (bytes: Uint8Array) => number | undefined,
  ) {}

  /** `undefined` for content that is no text, and where nothing is known. */
  weigh(item: Pick<ContextItem, 'serverId' | 'uri' | 'mimeType' | 'size'>): Weight | undefined {
    const bytes = this.peek(item)?.bytes;
    if (!bytes) return fromSize(item);
    const tokens = this.tokensOf(bytes);
    return tokens === undefined ? undefined : { tokens: tokens + tokensOfTag, isRead: true };
  }

  sum(items: readonly (ResourceAddress & Partial<Pick<ContextItem, 'mimeType' | 'size'>>)[]): WeightSum {
    let [tokens, uncounted, images] = [0, 0, 0];
    for (const { mimeType, size, serverId, uri } of items) {
      const weight = this.weigh({ serverId, uri, mimeType, size });
      if (weight) tokens += weight.tokens;
      else uncounted += 1;
      if (!weight && isImage(mimeType)) images += 1;
    }
    return { tokens, uncounted, images };
  }

  /** @param budget in tokens; `undefined` where it is not known, and nothing is left out */
  total(items: readonly ContextItem[], budget: number | undefined): ContextTotals {
    const checked = items.filter(({ isChecked }) => isChecked);
    const weights = checked.map((item) => {
      const { priority, audience } = this.announced(item) ?? {};
      return { item, priority, audience, tokens: this.weigh(item)?.tokens ?? 0 };
    });
    const { leftOut } = fitting(weights, budget ?? Infinity);
    return {
      checked: checked.length,
      tokens: weights.reduce((sum, { tokens }) => sum + tokens, 0),
      leftOut: leftOut.map(({ item }) => item),
    };
  }
}

function fromSize({ mimeType, uri, size }: Pick<ContextItem, 'uri' | 'mimeType' | 'size'>): Weight | undefined {
  const type = announcedType(mimeType, uri);
  const mayBeText = type === '' || type.startsWith('.') || isTextType(type);
  // No content is larger than can be read: a list that says so is wrong.
  return size !== undefined && size <= mostReadBytes && mayBeText
    ? { tokens: Math.ceil(size / bytesPerToken) + tokensOfTag, isRead: false }
    : undefined;
}
