// Makes an input of the kept ones. Everything depends on the seed and the corpus, so a seed repeats its input.
import { Random } from './random';
import { depthOf, jsonIn, textIn, type Target } from './target';

/** Bytes of an input; parsers have limits of their own for more. */
const maxLength = 8_192;
const maxChanges = 8;

const numbers = [0, 1, 10, 13, 32, 34, 48, 92, 127, 128, 192, 224, 240, 254, 255];
/** In any language: ends of lines, invisible characters, and characters that take several units. */
const words = [
  '\n',
  '\r\n',
  '\r',
  '\t',
  '\0',
  '\u00a0',
  '\u200b',
  '\u202e',
  '\u2028',
  '\ufeff',
  '\ufffd',
  '€',
  '😀',
  'ﬀ',
  'K',
  'İ',
];
const values = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  -1e-7,
  2 ** 31,
  2 ** 53,
  '',
  ' ',
  '\ud800',
  '\u0000',
  '__proto__',
  'constructor',
  'x'.repeat(300),
  [],
  {},
  [[[[]]]],
  { a: { b: { c: {} } } },
];

/** The input of a seed. */
export function inputOf(target: Target, corpus: readonly Uint8Array[], seed: number): Uint8Array {
  const random = new Random(seed);
  let bytes = random.pick(corpus);
  const changed = target.isJson && random.below(4) > 0 ? changedJson(bytes, target, random) : undefined;
  if (changed) bytes = changed;
  if (changed && random.below(3) > 0) return new Uint8Array(bytes.subarray(0, maxLength));
  for (let count = random.size(maxChanges); count > 0; count -= 1)
    bytes = changedBytes(bytes, target, corpus, random).subarray(0, maxLength);
  return new Uint8Array(bytes);
}

function changedBytes(bytes: Uint8Array, target: Target, corpus: readonly Uint8Array[], random: Random): Uint8Array {
  const start = random.below(bytes.length + 1);
  const end = Math.min(bytes.length, start + random.size(64));
  const replaced = (...middle: readonly Uint8Array[]): Uint8Array =>
    Buffer.concat([bytes.subarray(0, start), ...middle, bytes.subarray(end)]);
  const piece = bytes.subarray(start, end);
  switch (random.below(9)) {
    case 0:
      return replaced();
    case 1:
      return replaced(Uint8Array.of(random.pick(numbers)));
    case 2:
      return replaced(Uint8Array.of((piece[0] ?? 0) ^ (1 << random.below(8))), piece.subarray(1));
    case 3:
      return replaced(...Array.from({ length: 1 + random.size(40) }, () => piece));
    case 4:
      return replaced(pieceOf(random.pick(corpus), random));
    case 5:
      return replaced(pieceOf(bytes, random), piece);
    case 6:
      return bytes.subarray(0, start);
    case 7:
      return replaced(encode(random.pick(words)), piece);
    default:
      return replaced(encode(random.pick(target.words)), random.below(2) === 0 ? piece : new Uint8Array());
  }
}

function pieceOf(bytes: Uint8Array, random: Random): Uint8Array {
  const start = random.below(bytes.length);
  return bytes.subarray(start, start + random.size(200));
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** The same JSON with some values changed; `undefined` for what is no JSON, or so deep that not everything can walk it. */
function changedJson(bytes: Uint8Array, target: Target, random: Random): Uint8Array | undefined {
  const root = { value: depthOf(textIn(bytes)) < 200 ? jsonIn(bytes) : undefined };
  if (root.value === undefined) return undefined;
  for (let count = random.size(maxChanges); count > 0; count -= 1) {
    const places = placesIn(root);
    if (places.length === 0) break;
    changePlace(random.pick(places), random.pick(places), target, random);
  }
  return encode(JSON.stringify(root.value ?? null));
}

function placesIn(root: Record<string, unknown>): readonly Place[] {
  const places: Place[] = [];
  const open = [root];
  for (let holder = open.pop(); holder; holder = open.pop())
    for (const key of Object.keys(holder)) {
      places.push({ holder, key });
      const value = holder[key];
      if (typeof value === 'object' && value !== null && places.length < 500)
        open.push(value as Record<string, unknown>);
    }
  return places;
}

function changePlace({ holder, key }: Place, other: Place, target: Target, random: Random): void {
  const value = holder[key];
  switch (random.below(8)) {
    case 0:
      // A list would keep a hole, which JSON writes as null.
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else if (holder !== other.holder) Reflect.deleteProperty(holder, key);
      break;
    case 1:
      // JSON leaves out what a list has under a name.
      set(holder, Array.isArray(holder) ? String(holder.length) : random.pick(target.words), copied(value));
      break;
    case 2:
      set(holder, key, copied(other.holder[other.key]));
      break;
    case 3:
      set(holder, key, random.pick(target.words));
      break;
    default:
      set(holder, key, copied(changedValue(value, target, random)));
  }
}

/** Assigning would set the prototype by one of the names. */
function set(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
}

function changedValue(value: unknown, target: Target, random: Random): unknown {
  const isText = typeof value === 'string';
  switch (random.below(4)) {
    case 0:
      return Array.from({ length: random.size(5) }, () => value);
    case 1:
      return isText ? inText(value, random.pick([...words, ...target.words]), random) : random.pick(values);
    case 2:
      return isText ? value.slice(0, 200).repeat(random.size(20)) : { [random.pick(target.words)]: value };
    default:
      return random.pick(values);
  }
}

function inText(text: string, word: string, random: Random): string {
  const start = random.below(text.length + 1);
  return text.slice(0, start) + word + text.slice(start + random.below(3));
}

/** A copy, so that no value holds itself; nothing where it has become large. */
function copied(value: unknown): unknown {
  const json = JSON.stringify(value) as string | undefined;
  return json === undefined || json.length > maxLength ? null : (JSON.parse(json) as unknown);
}

/** A shorter input that is still the same: pieces are left out as long as it is. */
export async function reduced(bytes: Uint8Array, isSame: (bytes: Uint8Array) => Promise<boolean>): Promise<Uint8Array> {
  let smallest = bytes;
  for (let size = Math.ceil(bytes.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let start = 0; start < smallest.length;) {
      const shorter = Buffer.concat([smallest.subarray(0, start), smallest.subarray(start + size)]);
      if (await isSame(shorter)) smallest = shorter;
      else start += size;
    }
  return smallest;
}
