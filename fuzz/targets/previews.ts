import { rendition } from '../../src/core/content/rendition';
import { newBudget, shownPart } from '../../src/core/preview/partPreview';
import { previewTools } from '../../src/node/preview/previewTools';
import { parseJson, type JsonNode } from '../../webview-ui/preview/jsonNodes';
import { JsonTree } from '../../webview-ui/preview/jsonTree';
import { textPieces } from '../../webview-ui/preview/textView';
import { depthOf, hold, same, some, textIn, type Target } from '../target';

const kinds = ['empty', 'text', 'code', 'json', 'markdown', 'table', 'image', 'none'];
const keys = ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'Enter', 'Home', 'End'];

/** Previews: a MIME type and a file's name in the first line, its bytes behind it. */
export const previews: Target = {
  name: 'previews',
  words: [
    ...[
      'text/csv a.csv\n',
      'text/tab-separated-values b.tsv\n',
      'application/json c.json\n',
      'image/png d\n',
      ' \n',
      '"',
    ],
    ...[
      '""',
      ',',
      ';',
      '\t',
      '|',
      '\n',
      '\r\n',
      '"a""b"',
      '{',
      '}',
      '[',
      ']',
      '1e5',
      '"\\u0000"',
      'null',
      'true',
      '"a":',
    ],
    ...['\ufeff', '<svg>', '<!ENTITY', '<use href="#a"/>', '\x89PNG', 'text/plain; charset=utf-16 e\n', 'charset="x"'],
  ],
  check(bytes, random) {
    const end = bytes.indexOf(10);
    const [mimeType = '', path = ''] = textIn(bytes.subarray(0, Math.max(end, 0))).split(' ');
    const content = bytes.subarray(end + 1);
    const declaredType = mimeType === '' ? undefined : mimeType;
    const blob = { uri: 'a:b', mimeType: declaredType, body: { kind: 'blob' as const, bytes: content } };
    const [part] = rendition('a:b', [blob]).parts;
    if (!part) throw new Error('A content without a file');
    const { body, cut } = shownPart({ ...part, path }, newBudget(), previewTools);
    hold(kinds.includes(body.kind), 'A preview is of a known kind.', body.kind);
    hold(cut !== '', 'What is left out is said.');
    if (body.kind === 'table') checkTable(body.columns, body.rows);
    if (body.kind === 'json') checkJson(body.text, () => random.pick(keys));
    if (body.kind === 'image') hold(/^data:image\/[\w.+-]+;base64,[\w+/=]*$/u.test(body.source), 'A picture is one.');
    if ('text' in body) checkText(body.text);
    return `${body.kind} ${some(body.kind === 'table' ? body.rows.length : 0)}${cut === undefined ? '' : ' cut'}`;
  },
};

function checkTable(columns: readonly string[], rows: readonly (readonly string[])[]): void {
  hold(columns.length <= 50 && rows.length <= 500, 'A table has a limit.', columns.length, rows.length);
  for (const row of [columns, ...rows]) {
    hold(row.length === columns.length, 'A row has all columns.', row);
    hold(
      row.every((cell) => cell.length <= 501),
      'A cell has a limit.',
    );
  }
}

function checkJson(text: string, nextKey: () => string): void {
  const root = parseJson(text);
  if (depthOf(text) < 100) same(JSON.parse(written(root)), JSON.parse(text), 'The tree has the values of the text.');
  const tree = new JsonTree(root);
  for (let count = 0; count < 20; count += 1) {
    tree.press(nextKey());
    hold(tree.rows[tree.active] !== undefined, 'A row has the focus.', tree.active);
  }
}

function written({ kind, text, children }: JsonNode): string {
  if (kind === 'object')
    return `{${children.map((child) => `${JSON.stringify(child.name)}:${written(child)}`).join(',')}}`;
  if (kind === 'array') return `[${children.map(written).join(',')}]`;
  return text;
}

function checkText(text: string): void {
  const pieces = textPieces(text);
  hold(
    pieces.every((piece) => piece.size <= 12_000),
    'Text is drawn in pieces.',
  );
  const characters = pieces.reduce((sum, piece) => sum + piece.text.replaceAll('\n', '').length, 0);
  // The number of one that cannot be seen is longer than the character.
  hold(characters >= text.replaceAll('\n', '').length, 'No character is lost.', characters);
}
