import type { DecodeBase64 } from '../base/effects';
import type { HumanError } from '../../base/errors';
import { utf8Length } from '../../base/utf8';
import { cut, isFields, type Fields } from '../../base/values';
import type { ResourceContent } from '../../resource/resource';
import type { ReadResult } from '../../session/session';
import { broken, resourceTooLarge, tooManyParts, undecodable } from '../errors/failures';
import { isUri } from '../lists/normalise';
import { ttlOf } from '../base/plainValues';

/** Maximum number of blocks of one read; further ones are counted and left out. */
const maxBlocks = 2000;
/** Some servers send what they would write into a page. */
const dataPrefix = /^data:[^,]{0,255};base64,/iu;

/**
 * The contents in an answer to `resources/read` or the dialect's `resources/get`. Throws `protocol` when there are none and `tooLarge` when
 * they exceed `maxBytes`.
 */
export function readContents(raw: unknown, uri: string, maxBytes: number, decode: DecodeBase64): ReadResult {
  const rawContents = isFields(raw) ? raw['contents'] : undefined;
  const blocks = isFields(rawContents) ? [rawContents] : rawContents;
  if (!isFields(raw) || !Array.isArray(blocks)) throw broken(undefined);
  const contents: ResourceContent[] = [];
  const problems: HumanError[] = [];
  let room = maxBytes;
  for (const [index, block] of (blocks as unknown[]).slice(0, maxBlocks).entries()) {
    const { read, isDecoded } = readBlock(block, uri, room, maxBytes, decode);
    contents.push(...read);
    for (const content of read) room -= sizeOf(content);
    if (room < 0) throw resourceTooLarge(maxBytes);
    if (!isDecoded) problems.push(undecodable(index + 1, blocks.length));
  }
  if (blocks.length > maxBlocks) problems.push(tooManyParts(blocks.length, maxBlocks));
  return { contents, problems, ttl: ttlOf(raw['ttlMs']), version: versionOf(raw['resource']) };
}

interface Block {
  /** Its text and its blob: most blocks have one of them. */
  readonly read: readonly ResourceContent[];
  /** False if something of it is lost. */
  readonly isDecoded: boolean;
}

function readBlock(block: unknown, uri: string, room: number, maxBytes: number, decode: DecodeBase64): Block {
  if (!isFields(block)) return { read: [], isDecoded: false };
  const blob = typeof block['blob'] === 'string' ? block['blob'].replace(dataPrefix, '') : undefined;
  const text = typeof block['text'] === 'string' ? block['text'] : block['content'];
  const common = { uri: isUri(block['uri']) ? block['uri'] : uri, mimeType: typeOf(block) };
  const texts: readonly ResourceContent[] =
    typeof text === 'string' ? [{ ...common, body: { kind: 'text', text } }] : [];
  const hasText = texts.length > 0;
  if (blob === undefined || (blob === '' && hasText)) return { read: texts, isDecoded: hasText };
  // Base64 has at most twice as many characters as bytes, even with line breaks: a blob that cannot fit is not decoded.
  if (blob.length / 2 > room) throw resourceTooLarge(maxBytes);
  const bytes = decode(blob);
  if (!bytes) return { read: texts, isDecoded: false };
  // Some servers write the same content twice, or an empty text beside every blob.
  if (text !== '' && isSameText(text, bytes)) return { read: texts, isDecoded: true };
  return { read: [...(text === '' ? [] : texts), { ...common, body: { kind: 'blob', bytes } }], isDecoded: true };
}

function typeOf(block: Fields): string | undefined {
  const mimeType = block['mimeType'] ?? block['contentType'];
  return typeof mimeType === 'string' && mimeType !== '' ? cut(mimeType, 255) : undefined;
}

function isSameText(text: unknown, bytes: Uint8Array): boolean {
  if (typeof text !== 'string') return false;
  const encoded = new TextEncoder().encode(text);
  return encoded.length === bytes.length && encoded.every((byte, index) => byte === bytes[index]);
}

/** The dialect's version: in the standard, contents have none. */
function versionOf(resource: unknown): string | undefined {
  const version = isFields(resource) ? resource['version'] : undefined;
  return typeof version === 'string' ? version : undefined;
}

function sizeOf({ body }: ResourceContent): number {
  return body.kind === 'blob' ? body.bytes.length : utf8Length(body.text);
}
