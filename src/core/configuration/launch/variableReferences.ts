import { isFields } from '../../base/values';

/** A `${name}` or `${name:argument}` in a configured text. */
export interface Reference {
  /** As written, with its `${` and `}`. */
  readonly text: string;
  readonly name: string;
  readonly argument: string | undefined;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Braces are matched, as VS Code does it; a `${` that is never closed is plain text. One pass, since the text may be hostile. */
function* spansIn(text: string): Generator<Span> {
  let start = text.indexOf('${');
  if (start < 0) return;
  const closing = new Map<number, number>();
  const openBraces: number[] = [];
  for (let index = start; index < text.length; index++) {
    if (text[index] === '{') openBraces.push(index);
    const opening = text[index] === '}' ? openBraces.pop() : undefined;
    if (opening !== undefined) closing.set(opening, index);
  }
  while (start >= 0) {
    const close = closing.get(start + 1);
    const end = close === undefined ? start + 2 : close + 1;
    if (close !== undefined) yield { start, end };
    start = text.indexOf('${', end);
  }
}

/** In the order of the text. A nested `${` is part of the argument of the outer one. */
export function referencesIn(text: string): readonly Reference[] {
  return [...spansIn(text)].map(({ start, end }) => {
    const inner = text.slice(start + 2, end - 1);
    const colon = inner.indexOf(':');
    return {
      text: text.slice(start, end),
      name: colon < 0 ? inner : inner.slice(0, colon),
      argument: colon < 0 ? undefined : inner.slice(colon + 1),
    };
  });
}

/** True if another reference is inside it, which VS Code does not resolve either. */
export function isNested({ text }: Reference): boolean {
  return text.includes('${', 2);
}

/**
 * Replaces references by their values; those without a value stay. A value is never scanned again, so the user's input or an environment
 * variable cannot name further variables.
 * @param values by {@link Reference.text}
 */
export function substitute(text: string, values: ReadonlyMap<string, string>): string {
  let result = '';
  let offset = 0;
  for (const { start, end } of spansIn(text)) {
    const reference = text.slice(start, end);
    result += text.slice(offset, start) + (values.get(reference) ?? reference);
    offset = end;
  }
  return result + text.slice(offset);
}

/**
 * A launch in which `change` is applied to every text that may contain references. Names of variables and headers are not among them.
 * @param change gets the text and its place, such as `args` or `env.TOKEN`
 */
export function mapTexts<T>(value: T, change: (text: string, place: string) => string, place = ''): T {
  const mapped = (): unknown => {
    if (typeof value === 'string') return change(value, place);
    if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, change, place));
    if (!isFields(value)) return value;
    const start = place === '' ? '' : `${place}.`;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, mapTexts(member, change, start + name)]),
    );
  };
  return mapped() as T;
}

/** Every reference of a launch once, with its first place. */
export function referencesOf(launch: object): readonly { reference: Reference; place: string }[] {
  const byText = new Map<string, { reference: Reference; place: string }>();
  mapTexts(launch, (text, place) => {
    for (const reference of referencesIn(text))
      if (!byText.has(reference.text)) byText.set(reference.text, { reference, place });
    return text;
  });
  return [...byText.values()];
}

export function hasReferences(text: string): boolean {
  return !spansIn(text).next().done;
}
