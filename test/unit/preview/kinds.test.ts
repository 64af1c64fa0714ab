import { describe, expect, it } from 'vitest';
import { bodyOf, bytes, shown } from './support';

const png = bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0]);

describe('the kind of what is shown', () => {
  it.each([
    ['a Markdown type', '# Title', 'text/markdown; charset=utf-8', undefined, 'markdown'],
    ['the name of a Markdown file', '# Title', 'text/plain', 'test://docs/README.md', 'markdown'],
    ['a JSON type', '{"a":1}', 'application/json', undefined, 'json'],
    ['any type of JSON', '{"a":1}', 'application/vnd.api+json', undefined, 'json'],
    ['JSON without a type', '{"a":1}', undefined, undefined, 'json'],
    ['JSON that is said to be plain text', ' [1]', 'text/plain', undefined, 'json'],
    ['a value of JSON that is no object', '12', 'application/json', undefined, 'json'],
    ['what is no JSON in spite of its type', '{"a":1', 'application/json', undefined, 'code'],
    ['lines of JSON', '{"a":1}\n{"a":2}', 'application/x-ndjson', undefined, 'code'],
    ['a type of code', 'select 1', 'application/sql', undefined, 'code'],
    ['the name of a file of code', 'const a = 1;', 'text/plain', 'test://src/rows.ts', 'code'],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'text/html', undefined, 'code'],
    ['comma-separated values', 'a,b\n1,2', 'text/csv', undefined, 'table'],
    ['tab-separated values', 'a\tb\n1\t2', 'text/tab-separated-values', undefined, 'table'],
    ['plain text', 'Hello', 'text/plain', undefined, 'text'],
    ['text in bytes of an unknown type', bytes('Hello'), 'application/x-thing', undefined, 'text'],
    ['a picture', png, 'image/png', undefined, 'image'],
    ['a picture that is said to be text', png, 'text/plain', undefined, 'image'],
    ['a picture without a type', png, undefined, undefined, 'image'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', undefined, 'image'],
    ['a picture that browsers do not draw', bytes('II*\0', [8, 0, 0, 0, 0, 0]), 'image/tiff', undefined, 'none'],
    ['bytes', bytes([0, 1, 2, 255]), undefined, undefined, 'none'],
    ['a PDF', bytes('%PDF-1.7\n', [0xe2, 0xe3]), 'application/pdf', undefined, 'none'],
    ['text that is said to be a PDF', 'Page 1', 'application/pdf', undefined, 'text'],
    ['nothing', '', 'text/markdown', undefined, 'empty'],
  ])('is found for %s', (_, body, mimeType, uri, kind) => {
    expect(bodyOf(body, mimeType, uri).kind).toBe(kind);
  });

  it('takes text as it is, in any encoding', () => {
    const euro = 'Preis: 5 €';
    expect(bodyOf(bytes('\xff\xfe', [...Buffer.from(euro, 'utf16le')]), 'text/plain')).toMatchObject({ text: euro });
    expect(bodyOf(bytes('Stra\xdfe'), 'text/plain; charset=iso-8859-1')).toMatchObject({ text: 'Straße' });
    expect(bodyOf(bytes('Stra\xdfe'), 'text/plain')).toMatchObject({ text: 'Straße' });
    expect(bodyOf(bytes('a'), 'text/plain; charset=no-such-thing')).toMatchObject({ text: 'a' });
    expect(bodyOf('a\r\nb\rc', 'text/plain')).toMatchObject({ text: 'a\nb\nc' });
  });
});

describe('pictures', () => {
  const ico = bytes([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 4, 0, 0, 0, 22, 0, 0, 0, 1, 2, 3, 4]);

  it.each([
    ['image/png', png, 'image/png'],
    ['image/x-png', png, 'image/png'],
    ['image/jpg', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0]), 'image/jpeg'],
    ['image/gif', bytes('GIF89a', [1, 0, 1, 0, 0, 0]), 'image/gif'],
    ['image/webp', bytes('RIFF', [4, 0, 0, 0], 'WEBPVP8 '), 'image/webp'],
    ['image/bmp', bytes('BM', [0, 0, 0, 0, 0, 0, 0, 0]), 'image/bmp'],
    ['image/avif', bytes([0, 0, 0, 28], 'ftypavif', [0]), 'image/avif'],
    ['image/vnd.microsoft.icon', ico, 'image/x-icon'],
    [undefined, ico, 'image/x-icon'],
    ['image/svg+xml; charset=utf-8', bytes('<svg/>'), 'image/svg+xml'],
  ])('of the type %s are given to the page as what they are', (mimeType, body, type) => {
    const base64 = Buffer.from(body).toString('base64');
    expect(bodyOf(body, mimeType)).toEqual({ kind: 'image', source: `data:${type};base64,${base64}` });
  });

  it('never carry words of the server in their address', () => {
    const body = bodyOf(png, 'image/png;base64,AAAA" onerror="x');
    expect(body).toMatchObject({
      kind: 'image',
      source: expect.stringMatching(/^data:image\/png;base64,[\w+/=]+$/u) as string,
    });
  });

  it('that are large are not sent, with what to do', () => {
    const large = new Uint8Array(5_000_001);
    large.set(png);
    expect(shown(large, 'image/png')).toMatchObject({
      body: { kind: 'none' },
      size: '5.0 MB',
      cut: 'The image is larger than 5.0 MB. Open the resource to view it.',
    });
  });
});

describe('what is neither text nor a picture', () => {
  const saved = 'This type of file can’t be previewed. Save the resource to open it in another app.';
  const played = 'Open the resource to play it.';

  it.each([
    ['application/pdf', bytes('%PDF-1.7\n', [0xe2, 0xe3]), saved],
    ['audio/x-wav', bytes('RIFF', [4, 0, 0, 0], 'WAVEfmt '), played],
    ['audio/ogg', bytes('OggS', [0, 2]), played],
    ['audio/flac', bytes('fLaC', [0, 2]), saved],
    ['video/webm', bytes([0x1a, 0x45, 0xdf, 0xa3, 0]), played],
    ['application/zip', bytes('PK', [3, 4, 0]), saved],
    ['application/x-sqlite3', bytes('SQLite format 3', [0]), saved],
  ])('is never shown as bytes, and says what can be done: %s', (mimeType, body, sentence) => {
    expect(shown(body, mimeType)).toMatchObject({ body: { kind: 'none' }, cut: sentence });
  });
});

describe('tables', () => {
  it('have the names of their columns in the first row', () => {
    expect(bodyOf('name,price\n"Rose, red","1 ""big"""\r\n\n"two\nlines",3', 'text/csv')).toEqual({
      kind: 'table',
      columns: ['name', 'price'],
      rows: [
        ['Rose, red', '1 "big"'],
        ['two\nlines', '3'],
      ],
    });
  });

  it.each([
    [';', 'a;b;c\n1,5;2;3'],
    ['|', 'a|b|c\n1,5|2|3'],
    ['a tabulator', 'a\tb\tc\n1,5\t2\t3'],
  ])('may be divided by %s', (_, text) => {
    expect(bodyOf(text, 'text/csv')).toMatchObject({ columns: ['a', 'b', 'c'], rows: [['1,5', '2', '3']] });
  });

  it('fill rows that are too short, and keep what is too much', () => {
    expect(bodyOf('a,b\n1\n1,2,3', 'text/csv')).toMatchObject({
      columns: ['a', 'b', ''],
      rows: [
        ['1', '', ''],
        ['1', '2', '3'],
      ],
    });
  });

  it('that are broken are shown as text', () => {
    const text = 'a,b\n"1,2\n3,4';
    expect(bodyOf(text, 'text/csv')).toEqual({ kind: 'code', text });
  });

  it('show so many rows and columns, and say so', () => {
    const row = Array.from({ length: 80 }, (_, index) => index).join();
    const { body, cut } = shown(Array.from({ length: 700 }, () => row).join('\n'), 'text/csv');
    expect(body.kind === 'table' && [body.columns.length, body.rows.length]).toEqual([50, 80]);
    expect(cut).toBe('Only the beginning is shown. Open the resource to see the rest.');
    // A row of 40,000 characters.
    const wide = Array.from({ length: 1_000 }, () => 'a'.repeat(39)).join();
    expect(shown(`${wide}\n${wide}\n${wide}`, 'text/csv').cut).toBe(
      'Only the beginning is shown. Open the resource to see the rest.',
    );
  });

  it('say nothing where they are complete', () => {
    const text = `a\n${'1\n'.repeat(500)}`;
    const { body, cut } = shown(text, 'text/csv');
    expect([body.kind === 'table' && body.rows.length, cut]).toEqual([500, undefined]);
    expect(shown(`${text}1\n`, 'text/csv').cut).toBe('Only the beginning is shown. Open the resource to see the rest.');
  });

  it('leave out the row in whose middle the shown part ends', () => {
    const long = 'x'.repeat(400);
    const text = `name,price\n${`${long},1234\n`.repeat(1_000)}`;
    const { body } = shown(text, 'text/csv');
    expect(body.kind === 'table' && body.rows.at(-1)).toEqual([long, '1234']);
    const quoted = `name,price\n${`"${long}",1234\n`.repeat(1_000)}`;
    const { body: other } = shown(quoted, 'text/csv');
    expect(other.kind === 'table' && other.rows.at(-1)).toEqual([long, '1234']);
  });

  it('shorten endless cells', () => {
    const body = bodyOf(`a\n${'x'.repeat(9_000)}`, 'text/csv');
    expect(body.kind === 'table' && body.rows[0]?.[0]).toBe(`${'x'.repeat(500)}…`);
  });
});

describe('what is hostile', () => {
  it('stays text: the page never gets anything else', () => {
    const script = '<script>alert(1)</script>';
    expect(bodyOf(script, 'text/html')).toMatchObject({ kind: 'code', text: script });
    expect(bodyOf(script, 'text/markdown')).toMatchObject({ kind: 'markdown', text: script });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`;
    const body = bodyOf(svg, 'image/svg+xml');
    expect(body.kind === 'image' && body.source.startsWith('data:image/svg+xml;base64,')).toBe(true);
  });

  it('is a drawing that multiplies its parts, which is shown as the text that it is', () => {
    const doubling = (id: number) => `<g id="a${id + 1}">${`<use href="#a${id}"/>`.repeat(2)}</g>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg">${Array.from({ length: 30 }, (_, id) => doubling(id)).join('')}</svg>`;
    expect(shown(svg, 'image/svg+xml')).toMatchObject({
      body: { kind: 'code', text: svg },
      cut: 'Rendering this image could take too long, so its source is shown instead. Open the resource to view the image.',
    });
    const entities = '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>';
    expect(bodyOf(entities, 'image/svg+xml')).toMatchObject({ kind: 'code' });
    const letters = `<svg xmlns="http://www.w3.org/2000/svg"><path id="A"/>${'<use href="#A"/>'.repeat(99)}</svg>`;
    expect(bodyOf(letters, 'image/svg+xml').kind).toBe('image');
  });

  it('is a picture that takes all memory, and is not drawn', () => {
    const huge = Uint8Array.from(png);
    new DataView(huge.buffer).setUint32(16, 60_000);
    new DataView(huge.buffer).setUint32(20, 60_000);
    expect(shown(huge, 'image/png')).toMatchObject({
      body: { kind: 'none' },
      cut: 'The image is larger than 50 megapixels. Open the resource to view it.',
    });
  });

  it('may be as deep as it likes', () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    expect(bodyOf(deep, 'application/json')).toEqual({ kind: 'json', text: deep });
  });

  it('is cut where it is long, at the end of a character', () => {
    const { body, cut, size } = shown('€'.repeat(100_000), 'text/plain');
    expect(body).toEqual({ kind: 'text', text: '€'.repeat(66_666) });
    expect([cut, size]).toEqual(['Only the beginning is shown. Open the resource to see the rest.', '300 kB']);
  });

  it.each([
    ['text/x-log', 'test://today'],
    ['text/plain', 'file:///var/log/app.LOG?rotated=1'],
    ['text/plain', 'log://app/today'],
  ])('is a long log, whose last lines are shown: %s, %s', (mimeType, uri) => {
    const text = Array.from({ length: 5_000 }, (_, index) => `line ${index} ü`).join('\n');
    const { body, cut, size } = shown(text, mimeType, uri);
    const end = 'text' in body ? body.text : '';
    expect([end.slice(0, 5), end.length > 18_000, text.endsWith(end)]).toEqual(['line ', true, true]);
    expect([cut, size]).toEqual(['Only the end is shown. Open the resource to see the rest.', '64 kB']);
    expect(shown('€'.repeat(10_000), mimeType, uri).body).toMatchObject({ text: '€'.repeat(6_666) });
    expect(shown('first\nlast', mimeType, uri)).toMatchObject({ body: { text: 'first\nlast' }, cut: undefined });
  });

  it('is no log for its URI where its type says what it is: its beginning is shown, which names its columns', () => {
    const rows = ['time,level', ...Array.from({ length: 3_000 }, (_, index) => `${index},info`)].join('\n');
    expect(shown(rows, 'text/csv', 'log://app/today.csv').body).toMatchObject({ columns: ['time', 'level'] });
    const json = JSON.stringify(Array.from({ length: 3_000 }, (_, index) => ({ index })));
    expect(bodyOf(json, 'application/json', 'log://app/today').kind).toBe('json');
  });

  it('is no JSON where only its beginning is there', () => {
    const { body, cut } = shown(`[${'1,'.repeat(200_000)}1]`, 'application/json');
    expect([body.kind, cut]).toEqual(['code', 'Only the beginning is shown. Open the resource to see the rest.']);
  });
});
