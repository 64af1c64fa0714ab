import { workspace, type Uri } from 'vscode';
import { filled } from '../../core/chat/excerpt';
import type { Content } from '../../core/content/content';
import { findPart, type Part } from '../../core/content/part';
import type { VirtualTarget } from '../../core/content/virtualPath';

type File = Pick<Part, 'isText' | 'bytes'>;

const utf8Mark = [0xef, 0xbb, 0xbf];

/** The file of a content that a path stands for; `undefined` if the read returned no such part. */
export function fileOf({ bytes, parts }: Content, target: VirtualTarget): File | undefined {
  if (target.kind === 'part') return findPart(parts, target.part);
  return { bytes, isText: parts.length > 1 || parts[0]?.isText === true };
}

/**
 * The bytes of a file for VS Code. Where the user's settings have it take files for another encoding, a byte order mark tells that a text is
 * UTF-8; VS Code leaves it out of the text.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/services/textfile/browser/textFileService.ts (getPreferredReadEncoding)
 *
 * @param lines to which a text is {@link filled}, so that it can be an excerpt; 0 for the text as it is
 */
export function servedBytes({ bytes: content, isText }: File, lines: number, uri: Uri): Uint8Array {
  const bytes = lines === 0 ? content : filled(content, lines);
  const files = workspace.getConfiguration('files', uri);
  const isUtf8 = files.get<string>('encoding', 'utf8') === 'utf8' && !files.get('autoGuessEncoding', false);
  if (isUtf8 || !isText) return bytes;
  const marked = new Uint8Array(utf8Mark.length + bytes.length);
  marked.set(utf8Mark);
  marked.set(bytes, utf8Mark.length);
  return marked;
}
