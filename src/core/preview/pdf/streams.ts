import { isDictionary, isKind, type PdfDictionary, type PdfValue } from './values';

/** What a stream holds; `undefined` for a kind of packing that is not known here. Source: ISO 32000-1, 7.4. */
export function unpacked(
  { entries }: PdfDictionary,
  bytes: Uint8Array,
  inflate: (bytes: Uint8Array) => Uint8Array | undefined,
): Uint8Array | undefined {
  const filters = namesIn(entries.get('Filter'));
  if (filters.length === 0) return bytes;
  if (filters.length > 1 || !['FlateDecode', 'Fl'].includes(filters[0] ?? '')) return undefined;
  const plain = inflate(bytes);
  const given = entries.get('DecodeParms');
  const parameters = isKind(given, 'array') ? given.items[0] : given;
  if (!plain || !isDictionary(parameters)) return plain;
  const predictor = numberOf(parameters, 'Predictor', 1);
  if (predictor < 2) return plain;
  const isOfBytes = numberOf(parameters, 'Colors', 1) === 1 && numberOf(parameters, 'BitsPerComponent', 8) === 8;
  return predictor >= 10 && isOfBytes ? withoutPrediction(plain, numberOf(parameters, 'Columns', 1)) : undefined;
}

export function numberOf({ entries }: PdfDictionary, key: string, otherwise: number): number {
  const value = entries.get(key);
  return typeof value === 'number' ? value : otherwise;
}

function namesIn(value: PdfValue | undefined): readonly string[] {
  const values = isKind(value, 'array') ? value.items : [value];
  return values.flatMap((one) => (isKind(one, 'name') ? [one.name] : []));
}

/** Undoes PNG's filters, of which each row names its own. Source: the PNG specification, 9.2, for pixels of one byte. */
function withoutPrediction(packed: Uint8Array, columns: number): Uint8Array | undefined {
  if (!Number.isInteger(columns) || columns < 1 || columns > 1_000) return undefined;
  const rows = Math.floor(packed.length / (columns + 1));
  const plain = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const filter = packed[row * (columns + 1)] ?? 0;
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      const left = column > 0 ? (plain[at - 1] ?? 0) : 0;
      const up = row > 0 ? (plain[at - columns] ?? 0) : 0;
      const corner = row > 0 && column > 0 ? (plain[at - columns - 1] ?? 0) : 0;
      plain[at] = (packed[row * (columns + 1) + 1 + column] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return plain;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return Math.floor((left + up) / 2);
  if (filter !== 4) return 0;
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Big-endian numbers of the given widths in bytes. */
export function fieldsAt(bytes: Uint8Array, at: number, widths: readonly number[]): readonly number[] {
  let next = at;
  return widths.map((width) => {
    let value = 0;
    for (let end = next + width; next < end; next += 1) value = value * 256 + (bytes[next] ?? 0);
    return value;
  });
}
