import type { Resource } from '../resource/resource';
import { announcedType } from '../content/contentKind';
import { isTextType } from '../content/mimeTypes';
import { fitting } from '../chat/budget';
import type { Content } from '../content/content';
import type { ResourceAddress } from '../resource/address';
import type { ContextItem } from './contextSet';
import { tokensOf } from '../chat/tokens';

/** About how much room a resource takes in a message. */
export interface Weight {
  readonly tokens: number;
  /** False where nothing but the announced size is known. */
  readonly isRead: boolean;
}

/** What of a context goes along, and what it weighs. */
export interface ContextTotals {
  readonly checked: number;
  readonly tokens: number;
  /** Of what is checked, that for which the budget has no room. */
  readonly leftOut: readonly ContextItem[];
}

const bytesPerToken = 4;

/** Weighs picked resources, each content once. */
export class ContextWeights {
  /** By the bytes, which stay the same object for as long as what is read is the same. */
  readonly #known = new WeakMap<Uint8Array, Weight | undefined>();

  constructor(
    /** What was read of a resource. */
    private readonly peek: (address: ResourceAddress) => Content | undefined,
    /** What its server's list says of it. */
    private readonly announced: (address: ResourceAddress) => Pick<Resource, 'priority' | 'audience'> | undefined,
  ) {}

  /** `undefined` for what is no text, and where nothing is known. */
  weigh(item: Pick<ContextItem, 'serverId' | 'uri' | 'mimeType' | 'size'>): Weight | undefined {
    const bytes = this.peek(item)?.bytes;
    if (!bytes) return fromSize(item);
    if (!this.#known.has(bytes)) this.#known.set(bytes, fromBytes(bytes));
    return this.#known.get(bytes);
  }

  /** @param budget tokens; `undefined` where it is not known, and nothing is left out */
  total(items: readonly ContextItem[], budget: number | undefined): ContextTotals {
    const checked = items.filter(({ isChecked }) => isChecked);
    const weighed = checked.map((item) => {
      const { priority, audience } = this.announced(item) ?? {};
      return { item, priority, audience, tokens: this.weigh(item)?.tokens ?? 0 };
    });
    const { leftOut } = fitting(weighed, budget ?? Infinity);
    return {
      checked: checked.length,
      tokens: weighed.reduce((sum, { tokens }) => sum + tokens, 0),
      leftOut: leftOut.map(({ item }) => item),
    };
  }
}

function fromBytes(bytes: Uint8Array): Weight | undefined {
  const tokens = tokensOf(bytes);
  return tokens === undefined ? undefined : { tokens, isRead: true };
}

function fromSize({ mimeType, uri, size }: Pick<ContextItem, 'uri' | 'mimeType' | 'size'>): Weight | undefined {
  const type = announcedType(mimeType, uri);
  const mayBeText = type === '' || type.startsWith('.') || isTextType(type);
  return size !== undefined && mayBeText ? { tokens: Math.ceil(size / bytesPerToken), isRead: false } : undefined;
}
