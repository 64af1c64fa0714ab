import { MentionDocument } from '../../../../src/core/mentions/mention/document';
import type { Mention } from '../../../../src/core/mentions/text/mention';
import type { Names } from '../../../../src/core/mentions/text/mentionsInLine';
import { CountedSlices } from '../../catalog/fixtures';

export const noSignal = new AbortController().signal;

/** Returns names with these servers and every scheme. */
export const namesOf = (servers: readonly string[]): Names => ({ servers, schemes: { has: () => true } });

/** Returns the mentions of a text in a language. */
export function scan(
  text: string,
  languageId = 'plaintext',
  servers: readonly string[] = [],
): Promise<readonly Mention[]> {
  const names = namesOf(servers);
  const document = new MentionDocument('file:///a', languageId, 1, text, () => names);
  return document.mentions(new CountedSlices().newSlice(), noSignal);
}

/** Returns each mention as written, with a `?` before an example. */
export async function written(
  text: string,
  languageId?: string,
  servers?: readonly string[],
): Promise<readonly string[]> {
  const lines = text.split('\n');
  const mentions = await scan(text, languageId, servers);
  return mentions.map(({ line, start, end, isExample }) => `${isExample ? '?' : ''}${lines[line]?.slice(start, end)}`);
}
