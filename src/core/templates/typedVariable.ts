import type { Operator, Part, UriTemplate, VariableSpec } from './parseTemplate';
import { expand } from './uriTemplate';

/** The variable whose value is being typed at the end of a URI. */
export interface TypedVariable {
  readonly name: string;
  /** Offset of the value in the URI. */
  readonly start: number;
  /** The typed part of the value, decoded. */
  readonly value: string;
  /** The values of the variables before it, decoded. */
  readonly otherValues: Readonly<Record<string, string>>;
  /** A value as the URI contains it, with the template's text that follows it. */
  readonly written: (value: string) => string;
  /** False if another value has to follow. */
  readonly isLast: boolean;
}

interface VariableSlot {
  readonly kind: 'variable';
  readonly spec: VariableSpec;
  readonly operator: Operator;
  /** Texts that can stand before its value; the second where no variable before it in its expression has a value. */
  readonly openings: readonly string[];
  readonly stops: string;
  readonly isOptional: boolean;
}

type Slot = VariableSlot | { readonly kind: 'text'; readonly text: string };

const noValues = new Map<string, never>();
/** Characters that no value of a simple expansion contains, and that values of other kinds rarely contain. */
const stops: Readonly<Record<Operator, string>> = {
  '': '/?#',
  '+': '',
  '#': '',
  '.': '/?#',
  '/': '/?#',
  ';': ';/?#',
  '?': '&#',
  '&': '&#',
};

/**
 * Reads a URI that is being typed as the beginning of one that the template makes; `undefined` if it is none, or if its end is in the
 * template's own text. A value ends where the template's next part begins.
 */
export function typedVariable({ parts }: UriTemplate, typed: string): TypedVariable | undefined {
  const slots = parts.flatMap(slotsOf);
  const otherValues: Record<string, string> = {};
  let offset = 0;
  for (const [index, slot] of slots.entries()) {
    if (slot.kind === 'text') {
      if (!typed.startsWith(slot.text, offset)) return undefined;
      offset += slot.text.length;
      continue;
    }
    const opening = slot.openings.find((text) => typed.startsWith(text, offset));
    if (opening === undefined && !slot.isOptional) return undefined;
    if (opening === undefined) continue;
    const { name } = slot.spec;
    const start = offset + opening.length;
    const following = slots.slice(index + 1);
    const end = endOfValue(typed, start, slot, following);
    if (end === undefined)
      return { name, start, value: decoded(typed.slice(start)), otherValues, ...insertionOf(slot, following) };
    otherValues[name] = decoded(typed.slice(start, end));
    offset = end;
  }
  return undefined;
}

/** The beginning of every URI that the template makes. */
export function beginningOf({ parts }: UriTemplate): string {
  const index = parts.findIndex(({ kind }) => kind === 'expression');
  return expand({ parts: index < 0 ? parts : parts.slice(0, index), errorAt: undefined }, noValues);
}

function slotsOf(part: Part): readonly Slot[] {
  if (part.kind === 'literal') return [{ kind: 'text', text: expand({ parts: [part], errorAt: undefined }, noValues) }];
  const { operator, specs } = part;
  const isOptional = operator !== '' && operator !== '+';
  return specs.map((spec, index) => {
    const first = openingOf(operator, spec);
    const separator = operator === '?' ? '&' : isOptional && operator !== '#' ? operator : ',';
    const further = separator + first.slice(isOptional ? 1 : 0);
    const openings = index === 0 ? [first] : isOptional ? [further, first] : [further];
    const ends = stops[operator] + (specs.length > 1 ? separator : '');
    return { kind: 'variable', spec, operator, openings, stops: ends, isOptional };
  });
}

function openingOf(operator: Operator, spec: VariableSpec): string {
  return expandOne(operator, { ...spec, prefix: undefined }, 'x').slice(0, -1);
}

function expandOne(operator: Operator, spec: VariableSpec, value: string): string {
  const parts = [{ kind: 'expression', operator, specs: [spec] } as const];
  return expand({ parts, errorAt: undefined }, new Map([[spec.name, value]]));
}

/** `undefined` if the value continues to the end. */
function endOfValue(typed: string, start: number, slot: VariableSlot, following: readonly Slot[]): number | undefined {
  let ends = slot.stops;
  let text: string | undefined;
  for (const next of following) {
    if (next.kind === 'variable') ends += next.openings.map((opening) => opening[0] ?? '').join('');
    else text = next.text;
    if (next.kind === 'text' || !next.isOptional) break;
  }
  const nextText = text === undefined ? -1 : typed.indexOf(text, start + 1);
  for (let index = start; index < typed.length; index += 1)
    if (index === nextText || ends.includes(typed[index] ?? '')) return index;
  return undefined;
}

function insertionOf(
  { operator, spec }: VariableSlot,
  following: readonly Slot[],
): Pick<TypedVariable, 'written' | 'isLast'> {
  const opening = openingOf(operator, spec).length;
  const required = following.findIndex((slot) => slot.kind === 'variable' && !slot.isOptional);
  const texts = required < 0 ? following : following.slice(0, required);
  const next = texts.map((slot) => (slot.kind === 'text' ? slot.text : '')).join('');
  const slot = following[required];
  const nextOpening = slot?.kind === 'variable' ? (slot.openings[0] ?? '') : '';
  return {
    written: (value) => expandOne(operator, spec, value).slice(opening) + next + nextOpening,
    isLast: required < 0,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
