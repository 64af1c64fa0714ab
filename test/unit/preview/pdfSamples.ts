import { deflateSync } from 'node:zlib';

/** Objects by number, as they stand in the file. */
export type Objects = Readonly<Record<number, string>>;

/** A catalog, a tree of pages and the document's information. */
export function documentOf({ pages = 3, info = '/Title (Spring catalogue) /Author (Larkspur)' } = {}): Objects {
  return {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count ${pages} /Kids [4 0 R] >>`,
    3: `<< ${info} >>`,
    4: '<< /Type /Page /Parent 2 0 R >>',
  };
}

/** A file with a table at its end. @param trailer more of the trailer, such as `/Encrypt 9 0 R` */
export function withTable(objects: Objects, { trailer = '', version = '1.4', start = '' } = {}): Uint8Array {
  const { file, offsets, size } = bodyOf(objects, version, start);
  const entries = Array.from({ length: size }, (_, object) =>
    offsets.has(object) ? `${String(offsets.get(object)).padStart(10, '0')} 00000 n \n` : '0000000000 65535 f \n',
  );
  const table = `xref\n0 ${size}\n${entries.join('')}`;
  return latin1(
    `${file}${table}trailer\n<< /Size ${size} /Root 1 0 R /Info 3 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}

/** A file as newer programs write it: most objects in a compressed stream, and the index in another, predicted as PNG does. */
export function withStreams(objects: Objects, { filter = 2, trailer = '' } = {}): Uint8Array {
  const packed = Object.entries(objects);
  const places: string[] = [];
  let contents = '';
  for (const [object, text] of packed) {
    places.push(`${object} ${contents.length}`);
    contents += `${text}\n`;
  }
  const head = `${places.join(' ')} `;
  const objectStream = packedStream(
    head + contents,
    `/Type /ObjStm /N ${packed.length} /First ${head.length} /Filter /FlateDecode`,
  );
  const { file, offsets } = bodyOf({ 8: objectStream }, '1.5', '');
  const rows = Array.from({ length: 10 }, (_, object): readonly number[] => {
    const index = packed.findIndex(([number]) => Number(number) === object);
    if (index >= 0) return [2, 0, 8, index];
    const offset = object === 8 ? offsets.get(8)! : object === 9 ? file.length : 0;
    return offset === 0 ? [0, 0, 0, 0] : [1, offset >> 8, offset & 0xff, 0];
  });
  const index = packedStream(
    predicted(rows, filter),
    `/Type /XRef /Size 10 /W [1 2 1] /Root 1 0 R /Info 3 0 R ${trailer} /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >>`,
  );
  return latin1(`${file}9 0 obj\n${index}\nendobj\nstartxref\n${file.length}\n%%EOF\n`);
}

export function latin1(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

function bodyOf(objects: Objects, version: string, start: string) {
  let file = `%PDF-${version}\n%\u00e2\u00e3\u00cf\u00d3\n${start}`;
  const offsets = new Map<number, number>();
  for (const [object, text] of Object.entries(objects)) {
    offsets.set(Number(object), file.length);
    file += `${object} 0 obj\n${text}\nendobj\n`;
  }
  return { file, offsets, size: Math.max(...offsets.keys()) + 1 };
}

function packedStream(content: string, entries: string): string {
  const bytes = deflateSync(Buffer.from(content, 'latin1')).toString('latin1');
  return `<< ${entries} /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`;
}

/** Source: the PNG specification, 9.2. */
function predicted(rows: readonly (readonly number[])[], filter: number): string {
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  const guess = (row: number, column: number): number => {
    const [left, up, corner] = [at(row, column - 1), at(row - 1, column), at(row - 1, column - 1)];
    if (filter === 3) return Math.floor((left + up) / 2);
    if (filter !== 4) return [0, left, up][filter] ?? 0;
    const near = left + up - corner;
    return [left, up, corner].reduce((best, one) => (Math.abs(near - one) < Math.abs(near - best) ? one : best));
  };
  const bytes = rows.flatMap((cells, row) => [
    filter,
    ...cells.map((cell, column) => (cell - guess(row, column)) & 0xff),
  ]);
  return Buffer.from(bytes).toString('latin1');
}
