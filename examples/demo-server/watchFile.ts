import { readFile } from 'node:fs/promises';
import type { ResourceStore } from './store';

/**
 * Follows a JSON file `{ "<uri>": "<text>" | null }` and updates the store from it: a changed text is written, an unknown URI is added, `null`
 * removes. A missing or half-written file is tried again later. This lets a test change resources without MCP requests.
 * @param every milliseconds between checks of the file
 */
export async function watchFile(file: string, store: ResourceStore, every = 100): Promise<void> {
  const applied = new Map<string, string | null>();
  let seen = '';
  const look = async (): Promise<void> => {
    const content = await readFile(file, 'utf8').catch(() => '');
    if (content === seen) return;
    const wanted = parse(content);
    if (!wanted) return;
    seen = content;
    for (const [uri, text] of wanted) {
      if (applied.get(uri) === text) continue;
      applied.set(uri, text);
      apply(uri, text, store);
    }
  };
  await look();
  const again = (): void => void look().finally(() => setTimeout(again, every).unref());
  again();
}

function parse(content: string): Map<string, string | null> | undefined {
  try {
    const value: unknown = JSON.parse(content);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
    const entries = Object.entries(value).filter(
      (entry): entry is [string, string | null] => typeof entry[1] === 'string' || entry[1] === null,
    );
    return new Map(entries);
  } catch {
    return undefined;
  }
}

function apply(uri: string, text: string | null, store: ResourceStore): void {
  if (text === null) store.remove(uri);
  else if (!store.write(uri, text)) store.put(newDocument(uri, text));
}

function newDocument(uri: string, text: string) {
  const name = uri.split('/').at(-1) ?? uri;
  return { uri, name, mimeType: 'text/plain', lastModified: new Date().toISOString(), body: () => text };
}
