import type { HumanError } from '../base/errors';
import { serverBytes, type Part } from './part';

/** The largest content that can be read: no message of a server is larger. */
export const mostReadBytes = 96_000_000;

/** The result of a read, as one file. */
export interface Content {
  /** The files that it consists of; more than one where the read returned several. */
  readonly parts: readonly Part[];
  readonly problems: readonly HumanError[];
  /** Fetched from the web in place of the server, which then cannot tell when it changes. */
  readonly isFromWeb: boolean;
  /** The server's identifier of this version of the content. */
  readonly version: string | undefined;
  readonly bytes: Uint8Array;
  readonly mimeType: string | undefined;
  /** Milliseconds since 1970 of the last answer that confirmed these bytes. */
  readonly readAt: number;
  /** Milliseconds after {@link readAt} for which the server calls it fresh; `undefined` if it says nothing. */
  readonly ttl: number | undefined;
  /** True if the server asked the user something for it: without the user it cannot be read again. */
  readonly isAnswered?: boolean | undefined;
  /** What they were checked against, see {@link ContentCachePorts}; `undefined` for what no server sent. */
  readonly proof?: string | undefined;
  /** Milliseconds since 1970 at which these bytes first appeared; grows strictly with every change. */
  readonly changedAt: number;
}

/** Bytes that it holds in memory. Text parts of a content with several are views of the same buffer. */
export function contentSize({ bytes, parts }: Content): number {
  const held = new Set(parts.flatMap((part) => [part.bytes, serverBytes(part)]));
  const own = [...held].filter(({ buffer }) => buffer !== bytes.buffer);
  return own.reduce((sum, { length }) => sum + length, bytes.length);
}

type Files = Pick<Content, 'bytes' | 'parts'>;

/** The joint text contains only the size of a binary part, so its bytes are compared separately. */
export function isSameContent(a: Files, b: Files): boolean {
  if (!isSameBytes(a.bytes, b.bytes) || a.parts.length !== b.parts.length) return false;
  return a.parts.every((part, index) => {
    const other = b.parts[index];
    if (part.uri !== other?.uri || !isSameBytes(part.original ?? none, other.original ?? none)) return false;
    return isWindow(part, a) ? isWindow(other, b) : isSameBytes(part.bytes, other.bytes);
  });
}

/**
 * A hash of what {@link isSameContent} compares.
 *
 * @param hash of bytes, as text
 */
export function hashOf({ bytes, parts }: Files, hash: (bytes: Uint8Array) => string): string {
  const bytesHash = hash(bytes);
  if (parts.length < 2) return bytesHash;
  const partHashes = parts.map((part) => [part.uri, isWindow(part, { bytes }) ? '' : hash(part.bytes)]);
  return hash(new TextEncoder().encode(JSON.stringify([bytesHash, partHashes])));
}

/** A new read that shares the bytes of an earlier one; only for {@link isSameContent same content}. */
export function withBytesOf(read: Files, previous: Files): Files {
  const { bytes } = previous;
  const parts = read.parts.map((part, index) => {
    const { original, bytes: own = part.bytes } = previous.parts[index] ?? {};
    if (!isWindow(part, read)) return { ...part, original, bytes: own };
    const start = part.bytes.byteOffset - read.bytes.byteOffset;
    return { ...part, original, bytes: bytes.subarray(start, start + part.bytes.length) };
  });
  return { bytes, parts };
}

function isWindow(part: Part, { bytes }: Pick<Files, 'bytes'>): boolean {
  return part.bytes.buffer === bytes.buffer;
}

const none = new Uint8Array();

export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}
