import * as l10n from '@vscode/l10n';
import { within } from '../../base/clock';
import { CancelledError, causes, HumanError } from '../../base/errors';
import { cut } from '../../base/values';
import { bareMimeType } from '../../content/mimeTypes';
import type { Content } from '../../content/content';
import type { ResourceAddress } from '../../resource/address';
import { exactSize, formatCount, joined } from '../../base/format';
import { textOfPart } from '../../preview/partText';
import type { DocumentRequest } from './feature';
import type { Block } from './hoverText';

/** In bytes; a resource with a larger announced size is not read to show a few lines of it. */
const largest = 1_000_000;
/** Time in ms that a hover waits for the lines. */
const readTimeout = 1_500;
const maxLines = 10;
const maxCharacters = 1_000;
/** Number of bytes that contain the lines in every encoding. */
const maxBytes = 4 * maxCharacters;

export interface WantedLines {
  readonly address: ResourceAddress;
  /** Not repeated where the text begins with it. */
  readonly title: string;
  readonly size: number | undefined;
  /** False to use only an earlier read. */
  readonly canRead: boolean;
}

/**
 * The beginning of a resource, or a sentence with the reason why there is none; nothing if it takes too long. Then the read continues,
 * and the next hover shows it: otherwise a slow server's resource would never be shown. It asks the user nothing, and ends at the limits of
 * every read.
 */
export async function firstLines(
  { cache, clock, log, signal }: DocumentRequest,
  { address, title, size, canRead }: WantedLines,
): Promise<readonly Block[]> {
  const cached = cache.peek(address);
  const isWorthIt = canRead && (size === undefined || size <= largest);
  if (!isWorthIt) return cached ? beginning(cached, title) : [];
  try {
    const content = (await within(clock, readTimeout, cache.get(address, undefined, signal))) ?? cached;
    return content ? beginning(content, title) : [];
  } catch (error) {
    if (signal.aborted) throw new CancelledError();
    if (!(error instanceof HumanError)) log.error(`Reading for a hover: ${causes(error)}`);
    const text =
      error instanceof HumanError ? error.message : l10n.t('An unexpected error occurred. See the log for details.');
    return [{ kind: 'text', text }];
  }
}

/** Front matter is for programs, and the title is above the lines already. */
function withoutTitle(text: string, title: string): string {
  const body = text.replace(/^---\n[^]*?\n---(?:\n|$)/u, '');
  const [, heading, bodyBelow] = /^\s*#+[ \t]+(.*)(?:\n|$)([^]*)$/u.exec(body) ?? [];
  return heading?.trim() === title.trim() && bodyBelow !== undefined ? bodyBelow.replace(/^\n+/u, '') : body;
}

function beginning({ parts }: Content, title: string): readonly Block[] {
  const [first, ...further] = parts;
  if (!first) return [{ kind: 'text', text: l10n.t('The server returned no content.') }];
  const note: readonly Block[] =
    further.length === 0 ? [] : [{ kind: 'text', text: l10n.t('{0} files', formatCount(parts.length)) }];
  const text = textOfPart(first, maxBytes);
  if (!text) {
    const description = joined([bareMimeType(first.mimeType), exactSize(first.bytes.length)]);
    return [...note, { kind: 'text', text: description }];
  }
  if (text.text.trim() === '') return [...note, { kind: 'text', text: l10n.t('The content is empty.') }];
  const body = withoutTitle(text.text, title);
  const lines = body.split('\n').slice(0, maxLines).join('\n').trimEnd();
  const excerpt = cut(lines, maxCharacters).replace(/\p{Cs}$/u, '');
  const isCut = text.isCut || excerpt.length < body.trimEnd().length;
  return [...note, { kind: 'content', text: isCut ? `${excerpt}\n…` : excerpt, language: text.extension }];
}
