import { MentionDocument } from '../../../../src/core/mentions/mention/document';
import type { Mention } from '../../../../src/core/mentions/text/mention';
import { CountedSlices } from '../../catalog/fixtures';

export const noSignal = new AbortController().signal;

/** The mentions of a text in some language. */
export function scan(
  text: string,
  languageId = 'plaintext',
  names: readonly string[] = [],
): Promise<readonly Mention[]> {
  const document = new MentionDocument('file:///a', languageId, 1, text, () => names);
  return document.mentions(new CountedSlices().newSlice(), noSignal);
}

/** Each as it is written, with a `?` before an example. */
export async function written(
  text: string,
  languageId?: string,
  names?: readonly string[],
): Promise<readonly string[]> {
  const lines = text.split('\n');
  const found = await scan(text, languageId, names);
  return found.map(({ line, start, end, isExample }) => `${isExample ? '?' : ''}${lines[line]?.slice(start, end)}`);
}
