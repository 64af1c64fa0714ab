import * as l10n from '@vscode/l10n';
import type { ResourceContent } from '../resource';

/** The bytes of one file that stands for what a read returned. */
export interface Rendition {
  readonly bytes: Uint8Array;
  readonly mimeType: string | undefined;
}

/**
 * One file for a read. A single block is that block; several become one text in which every block has its heading, and a block that is
 * not text is named with its type and size, so that nothing is left out without a word.
 */
export function rendition(uri: string, contents: readonly ResourceContent[]): Rendition {
  const [first, ...others] = contents;
  if (!first) return { bytes: new Uint8Array(), mimeType: undefined };
  if (others.length === 0) return { bytes: bytesOf(first), mimeType: first.mimeType };
  const own = contents.find((content) => content.uri === uri) ?? first;
  const parts = contents.map((content) => `--- ${content.uri} ---\n${describe(content)}`);
  return { bytes: new TextEncoder().encode(`${parts.join('\n\n')}\n`), mimeType: own.mimeType };
}

export function bytesOf({ body }: ResourceContent): Uint8Array {
  return body.kind === 'text' ? new TextEncoder().encode(body.text) : body.bytes;
}

function describe({ body, mimeType }: ResourceContent): string {
  if (body.kind === 'text') return body.text;
  const type = mimeType ?? 'application/octet-stream';
  return l10n.t('({0}, {1} bytes, not text)', type, body.bytes.length);
}
