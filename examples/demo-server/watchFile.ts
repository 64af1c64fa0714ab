import { readFile } from 'node:fs/promises';
import type { ResourceStore } from './store';

/** Bytes in base64. */
interface Blob {
  readonly mimeType: string;
  readonly blob: string;
}

type Wanted = string | Blob | null;

/**
 * Follows a JSON file `{ "<uri>": "<text>" | { "mimeType": "<type>", "blob": "<base64>" } | null }` and updates the store from it: changed
 * content is written, an unknown URI is added, `null` removes. A missing or half-written file is tried again later. This lets a test change
 * resources without MCP requests.
 * @param every milliseconds between checks of the file
 */
export async function watchFile(file: string, store: ResourceStore, every = 100): Promise<void> {
  const applied = new Map<string, string>();
  let seen = '';
  const look = async (): Promise<void> => {
    const content = await readFile(file, 'utf8').catch(() => '');
    if (content === seen) return;
    const wanted = parse(content);
    if (!wanted) return;
    seen = content;
    // What is added together is of one age.
    const lastModified = new Date().toISOString();
    for (const [uri, one] of wanted) {
      const written = JSON.stringify(one);
      if (applied.get(uri) === written) continue;
      applied.set(uri, written);
      apply(uri, one, lastModified, store);
    }
  };
  await look();
  const again = (): void => void look().finally(() => setTimeout(again, every).unref());
  again();
}

function parse(content: string): Map<string, Wanted> | undefined {
  try {
    const value: unknown = JSON.parse(content);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
    return new Map(Object.entries(value).filter((entry): entry is [string, Wanted] => isWanted(entry[1])));
  } catch {
    return undefined;
  }
}

function isWanted(value: unknown): value is Wanted {
  if (value === null || typeof value === 'string') return true;
  return typeof value === 'object' && 'mimeType' in value && 'blob' in value && typeof value.blob === 'string';
}

function apply(uri: string, wanted: Wanted, lastModified: string, store: ResourceStore): void {
  if (wanted === null) {
    store.remove(uri);
    return;
  }
  const isText = typeof wanted === 'string';
  const body = isText ? wanted : Buffer.from(wanted.blob, 'base64');
  const name = uri.split('/').at(-1) ?? uri;
  const mimeType = isText ? 'text/plain' : wanted.mimeType;
  if (!store.write(uri, body)) store.put({ uri, name, mimeType, lastModified, body: () => body });
}
