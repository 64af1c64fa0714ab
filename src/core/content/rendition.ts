import * as l10n from '@vscode/l10n';
import type { ResourceContent } from '../resource/resource';
import { charsetOf, inUtf8, withoutMarkAndNul } from './encodings';
import { isDirectory } from './mimeTypes';
import type { Part } from './part';
import { partPaths } from './partPaths';
import { typed } from './sniff';

/** The result of a read, as one file and as the files that it consists of. */
export interface Rendition {
  readonly bytes: Uint8Array;
  readonly mimeType: string | undefined;
  readonly parts: readonly Part[];
}

/**
 * One file for a read. A single block is that block; several become one text in which every block has its heading, and a block that is
 * not text is named with its type and size, so that nothing is left out without a word.
 *
 * @param announced the type that the server's list gives for the resource
 */
export function rendition(uri: string, contents: readonly ResourceContent[], announced?: string): Rendition {
  const [first, ...further] = contents;
  if (!first) return { bytes: new Uint8Array(), mimeType: undefined, parts: [] };
  if (further.length > 0) return document(uri, contents);
  // A list's type for a directory does not apply to the one file that was found in it.
  const parts = partsOf(uri, contents, isDirectory(announced) && first.uri !== uri ? undefined : announced);
  return { bytes: parts[0]?.bytes ?? new Uint8Array(), mimeType: parts[0]?.mimeType, parts };
}

/** Every text is encoded once: the parts are windows on the document's bytes. */
function document(uri: string, contents: readonly ResourceContent[]): Rendition {
  const parts = partsOf(uri, contents, undefined);
  const pieces = parts.flatMap((part, index) => [
    encode(`${index > 0 ? '\n\n' : ''}--- ${part.uri} ---\n`),
    part.isText ? part.bytes : encode(l10n.t('(not text: {0}, {1} bytes)', part.mimeType, part.bytes.length)),
  ]);
  const { bytes, starts } = join([...pieces, encode('\n')]);
  const shared = parts.map((part, index) => {
    const start = starts[2 * index + 1];
    if (start === undefined || !part.isText) return part;
    return { ...part, bytes: bytes.subarray(start, start + part.bytes.length) };
  });
  const mainPart = parts.find((part) => part.uri === uri && part.isText);
  return { bytes, mimeType: mainPart?.mimeType ?? 'text/plain', parts: shared };
}

function partsOf(uri: string, contents: readonly ResourceContent[], announced: string | undefined): readonly Part[] {
  const occurrences = new Map<string, number>();
  const typedParts = contents.map((content) => {
    const occurrence = occurrences.get(content.uri) ?? 0;
    occurrences.set(content.uri, occurrence + 1);
    const charset = charsetOf(content.mimeType, announced);
    const { type, isText } = typed(content.body, bestFirst(announced, content.mimeType), charset);
    const body = shownBody(content, isText, charset);
    return { uri: content.uri, occurrence, mimeType: type, declaredType: content.mimeType, ...body };
  });
  const paths = partPaths(uri, typedParts);
  return typedParts.map((part, index) => ({ ...part, path: paths[index] ?? '' }));
}

/** The type from the list comes first only if the content's type is just text/plain, so a read rarely changes a file's name. */
function bestFirst(announced: string | undefined, declaredType: string | undefined): readonly (string | undefined)[] {
  return announced?.startsWith('text/plain') === true ? [declaredType, announced] : [announced, declaredType];
}

export function bytesOf({ body }: ResourceContent): Uint8Array {
  return body.kind === 'text' ? encode(body.text) : body.bytes;
}

/** The one way from what a server sent to what is shown, compared and sent to chats and tools: every text becomes UTF-8 here. */
function shownBody(
  content: ResourceContent,
  mayBeText: boolean,
  charset: string | undefined,
): Pick<Part, 'isText' | 'bytes' | 'original'> {
  const original = bytesOf(content);
  const { kind } = content.body;
  const bytes = kind === 'text' ? withoutMarkAndNul(original) : mayBeText ? inUtf8(original, charset) : undefined;
  if (!bytes) return { isText: false, bytes: original };
  return { isText: true, bytes, ...(bytes !== original && { original }) };
}

function join(pieces: readonly Uint8Array[]): { readonly bytes: Uint8Array; readonly starts: readonly number[] } {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let offset = 0;
  const starts = pieces.map((piece) => {
    bytes.set(piece, offset);
    offset += piece.length;
    return offset - piece.length;
  });
  return { bytes, starts };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
