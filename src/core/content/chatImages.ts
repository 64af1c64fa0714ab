import { typeOf } from './sniff';

/** Types that chats accept as pictures: VS Code drops or misreads every other kind. */
const chatTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/**
 * Bytes; VS Code refuses larger ones:
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/attachments/chatAttachmentResolveService.ts
 */
const maxImageBytes = 30 * 1024 * 1024;

/** The type of a picture that a chat accepts, by its bytes, whatever its server calls it. */
export function chatImageType(bytes: Uint8Array): string | undefined {
  const type = typeOf({ kind: 'blob', bytes });
  return chatTypes.has(type) && bytes.length <= maxImageBytes ? type : undefined;
}
