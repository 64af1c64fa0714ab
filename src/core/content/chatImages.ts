import { typeOf } from './sniff';

/** What chats take as pictures: VS Code drops or misreads every other kind. */
const chatTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** Bytes; VS Code refuses larger ones. */
const largestImage = 30 * 1024 * 1024;

/** The type of a picture that a chat takes, by its bytes, whatever its server calls it. */
export function chatImageType(bytes: Uint8Array): string | undefined {
  const type = typeOf({ kind: 'blob', bytes });
  return chatTypes.has(type) && bytes.length <= largestImage ? type : undefined;
}
