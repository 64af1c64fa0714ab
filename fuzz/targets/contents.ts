import { HumanError } from '../../src/core/base/errors';
import { serverBytes } from '../../src/core/content/part';
import { rendition } from '../../src/core/content/rendition';
import { readContents } from '../../src/core/mcp/reads/contents';
import type { ReadResult } from '../../src/core/session/session';
import { decodeBase64 } from '../../src/node/base/base64';
import { hold, jsonIn, same, some, type Target } from '../target';

const maxBytes = 2_000;
const uri = 'docs://guide/page.md';

/** Answers to `resources/read`, as far as the files made of them. */
export const contents: Target = {
  name: 'contents',
  isJson: true,
  words: [
    ...['contents', 'uri', 'text', 'blob', 'mimeType', 'content', 'contentType', 'ttlMs', 'resource', 'version'],
    ...['text/plain', 'image/png', 'text/plain; charset=utf-16', 'inode/directory', 'aGVsbG8=', 'a-_b', '=', '%PDF-'],
    ...[
      'docs://guide/page.md',
      'docs://guide/',
      'docs://guide/../../etc',
      'docs://guide/page.md/con.txt',
      'a/.git/b',
      '//',
    ],
  ],
  check(bytes) {
    const answer = jsonIn(bytes);
    const result = read(answer);
    if (result instanceof HumanError) return result.reason;
    const sizes = result.contents.map(({ body }) =>
      body.kind === 'text' ? Buffer.byteLength(body.text) : body.bytes.length,
    );
    const size = sizes.reduce((sum, one) => sum + one, 0);
    hold(size <= maxBytes, 'Contents have a limit.', size);
    const { parts } = rendition(uri, result.contents, undefined);
    hold(parts.length === result.contents.length, 'Every content is a file.', parts.length);
    for (const { path } of parts) checkPath(path);
    const paths = new Set(parts.map(({ path }) => path.normalize('NFC').toLowerCase()));
    hold(paths.size === parts.length, 'No two files have one name.', [...paths]);
    for (const [index, { body }] of result.contents.entries())
      if (body.kind === 'text' && parts[index])
        same(
          new TextDecoder('utf-8', { ignoreBOM: true }).decode(serverBytes(parts[index])),
          wellFormed(body.text),
          'A text stays as it is.',
        );
    return `${some(parts.length)} parts, ${some(result.problems.length)} problems, ${[...new Set(parts.map(({ mimeType }) => mimeType.slice(0, 12)))].sort().slice(0, 3).join(' ')}`;
  },
};

function read(answer: unknown): ReadResult | HumanError {
  try {
    return readContents(answer, uri, maxBytes, decodeBase64);
  } catch (error) {
    if (error instanceof HumanError && ['protocol', 'tooLarge'].includes(error.reason)) return error;
    throw error;
  }
}

/** Saving follows these paths. */
function checkPath(path: string): void {
  for (const segment of path.split('/')) {
    hold(segment !== '' && !segment.startsWith('.'), 'No path leads up, is hidden or begins at a root.', path);
    hold(!/[\\:*?"<>|\p{Cc}\p{Cs}]|[. ]$/u.test(segment), 'Every system takes the name.', path);
    hold(!/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/iu.test(segment), 'No file is a device.', path);
    hold(Buffer.byteLength(segment) <= 255, 'A name has a limit.', path);
  }
}

/** UTF-8 has no half of a pair. */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\uFFFD');
}
