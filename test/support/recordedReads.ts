import { readFile } from 'node:fs/promises';

/** The URIs that a server of `rawServer` was asked to read, oldest first, by the file in which it records messages. */
export async function recordedReads(record: string): Promise<readonly string[]> {
  const text = await readFile(record, 'utf8').catch(() => '');
  const messages = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Message]));
  return messages.flatMap(({ method, params }) => (method === 'resources/read' ? (params?.uri ?? []) : []));
}

interface Message {
  readonly method?: string;
  readonly params?: { readonly uri?: string };
}
