import { describe, expect, it } from 'vitest';
import { pdfFacts } from '../../../src/core/preview/pdf/pdfFacts';
import { previewTools } from '../../../src/node/previewTools';
import { pdf } from '../../../examples/demo-server/render/pdf';
import { documentOf, latin1, withStreams, withTable } from './pdfSamples';
import { bodyOf } from './support';

function factsOf(file: Uint8Array): Readonly<Record<string, string>> | undefined {
  const facts = pdfFacts(file, previewTools);
  return facts && Object.fromEntries(facts);
}

/** Its index has numbers of a thousand billion bytes. */
const wide = latin1(
  '%PDF-1.5\n1 0 obj\n<< /W [1 1000000000000 1] /Size 9 /Root 1 0 R /Length 9 >>\nstream\nxxxxxxxxx\nendstream\nendobj\nstartxref\n9\n%%EOF',
);
const unreadable = 'not known: the index of the file cannot be read';

describe('the facts of a PDF file', () => {
  it('are read by its table', () => {
    expect(factsOf(withTable(documentOf()))).toEqual({
      Pages: '3',
      Title: 'Spring catalogue',
      Author: 'Larkspur',
      'PDF version': '1.4',
    });
  });

  it.each([0, 1, 2, 3, 4])('are read in compressed streams, whose index is filtered in way %i', (filter) => {
    expect(factsOf(withStreams(documentOf({ pages: 12 }), { filter }))).toEqual({
      Pages: '12',
      Title: 'Spring catalogue',
      Author: 'Larkspur',
      'PDF version': '1.5',
    });
  });

  it('are those of the last save', () => {
    const first = Buffer.from(withTable(documentOf())).toString('latin1');
    const offset = String(first.length).padStart(10, '0');
    const object = '2 0 obj\n<< /Type /Pages /Count 9 >>\nendobj\n';
    const previous = /startxref\n(\d+)/u.exec(first)![1]!;
    const later = `${first}${object}xref\n2 1\n${offset} 00000 n \ntrailer\n<< /Size 5 /Root 1 0 R /Info 3 0 R /Prev ${previous} >>\nstartxref\n${first.length + object.length}\n%%EOF`;
    expect(factsOf(latin1(later))).toMatchObject({ Pages: '9', Title: 'Spring catalogue' });
  });

  it('are found one by one where the index is broken', () => {
    const file = Buffer.from(withTable(documentOf())).toString('latin1');
    const broken = file.replace(/startxref\n\d+/u, 'startxref\n99999');
    expect(factsOf(latin1(broken))).toMatchObject({ Pages: '3', Author: 'Larkspur' });
  });

  it('have the version that the catalog names, where it is later', () => {
    const objects = { ...documentOf(), 1: '<< /Type /Catalog /Pages 2 0 R /Version /1.7 >>' };
    expect(factsOf(withTable(objects))).toMatchObject({ 'PDF version': '1.7' });
  });

  it('tell that the file is linearized', () => {
    const file = withTable(documentOf(), { start: '7 0 obj\n<< /Linearized 1 /L 900 >>\nendobj\n' });
    expect(factsOf(file)).toMatchObject({ Linearized: 'yes, its first page shows while the rest loads' });
  });

  it('tell that the file is encrypted, and not what encrypted words look like', () => {
    expect(factsOf(withTable(documentOf(), { trailer: '/Encrypt 4 0 R' }))).toEqual({
      Pages: '3',
      Encrypted: 'yes, its title and author cannot be read',
      'PDF version': '1.4',
    });
  });

  it('say that the pages of an encrypted file cannot be counted where they are packed', () => {
    const file = Buffer.from(withStreams(documentOf(), { trailer: '/Encrypt 4 0 R' })).toString('latin1');
    const garbled = file.replace(/(ObjStm[^]*?stream\n)[^]{8}/u, '$1........');
    expect(factsOf(latin1(garbled))).toMatchObject({ Pages: 'not known: the file is encrypted' });
  });

  it.each([
    [
      'nested brackets and escapes',
      String.raw`(A \(good\) (b\157ok) \
here)`,
      'A (good) (book) here',
    ],
    ['hexadecimal digits', '<48656C6C 6f2 >', 'Hello'],
    ['UTF-16', '<FEFF6CE8 6587>', '注文'],
    ['UTF-8', '(\xef\xbb\xbf\xe6\xb3\xa8)', '注'],
    ['the encoding of PDF', '(Caf\xe9 \x84 5 \xa0)', 'Café — 5 €'],
  ])('read titles written with %s', (_, title, text) => {
    expect(factsOf(withTable(documentOf({ info: `/Title ${title}` })))).toMatchObject({ Title: text });
  });

  it('cut endless titles', () => {
    expect(factsOf(withTable(documentOf({ info: `/Title (${'x'.repeat(5_000)})` })))!['Title']).toHaveLength(300);
  });

  it('are none where the file is no PDF', () => {
    expect(factsOf(latin1('Hello'))).toBeUndefined();
  });

  it('are shown', () => {
    const file = pdf('Spring catalogue', [{ operators: [] }, { operators: [] }]);
    expect(bodyOf(file, 'application/pdf')).toEqual({
      kind: 'pdf',
      facts: [
        ['Pages', '2'],
        ['Title', 'Spring catalogue'],
        ['PDF version', '1.4'],
      ],
    });
  });
});

describe('a hostile PDF file', () => {
  const loop = { ...documentOf(), 2: '<< /Count 5 0 R >>', 5: '6 0 R', 6: '5 0 R' };

  it.each([
    ['nothing but its first line', latin1('%PDF-1.7')],
    ['no trailer', latin1('%PDF-1.7\nstartxref\n9\n%%EOF')],
    [
      'an index that is itself the one before',
      latin1('%PDF-1.7\nxref\n0 0\ntrailer\n<< /Prev 9 >>\nstartxref\n9\n%%EOF'),
    ],
    ['references that go round', withTable(loop)],
    ['values that are too deep', withTable({ ...documentOf(), 2: '['.repeat(100_000) })],
    ['dictionaries without an end', withTable({ ...documentOf(), 2: '<< /A '.repeat(20) })],
    ['a string without an end', latin1(`%PDF-1.7\n1 0 obj\n(${'x'.repeat(200_000)}`)],
    ['numbers in its index that are too wide', wide],
    [
      'a length that leads back to itself',
      latin1(`%PDF-1.5\n9 0 obj\n<< /Length 9 0 R /W [1 1 1] >>\nstream\nx\nendstream\nstartxref\n9\n%%EOF`),
    ],
  ])('with %s is told as one whose index cannot be read', (_, file) => {
    expect(factsOf(file)).toMatchObject({ Pages: unreadable });
  });

  it('cannot have more unpacked than is good', () => {
    const asked: number[] = [];
    const file = withStreams(documentOf());
    const facts = pdfFacts(file, {
      inflate: (_, most) => {
        asked.push(most);
        return undefined;
      },
    });
    expect(Object.fromEntries(facts!)).toMatchObject({ Pages: unreadable });
    expect(asked).toEqual([8_000_000]);
  });

  it('is not read again and again, however many saves it names', () => {
    const trailers = Array.from({ length: 200 }, (_, at) => {
      const start = String((at + 2) * 20_000).padStart(8, '0');
      return `xref\ntrailer\n<< /Prev ${start} /A (${'x'.repeat(19_900)}) >>`.padEnd(20_000, ' ');
    });
    const head = '%PDF-1.4\n'.padEnd(20_000, ' ');
    const file = latin1(`${head}${trailers.join('')}\nstartxref\n20000\n%%EOF`);
    let read = 0;
    const counted = new Proxy(file, {
      get: (bytes, key) => {
        if (typeof key === 'string' && /^\d+$/u.test(key)) read += 1;
        const value: unknown = Reflect.get(bytes, key, bytes);
        return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(bytes) : value;
      },
    });
    expect(Object.fromEntries(pdfFacts(counted, previewTools)!)).toMatchObject({ Pages: unreadable });
    expect(read).toBeLessThan(2_000_000);
  });

  it('survives the loss or change of any byte', () => {
    for (const whole of [withTable(documentOf()), withStreams(documentOf())])
      for (let at = 0; at < whole.length; at += 1) {
        const changed = Uint8Array.from(whole);
        changed[at] = 0x39;
        pdfFacts(changed, previewTools);
        pdfFacts(whole.subarray(0, at), previewTools);
      }
    expect(factsOf(withTable(documentOf()))).toMatchObject({ Pages: '3' });
  });
});
