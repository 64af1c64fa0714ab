import type { Operator, Part, UriTemplate, VariableSpec } from './parseTemplate';

/** A list, and pairs of name and value, count as not given while they are empty. */
export type TemplateValue = string | readonly string[] | ReadonlyMap<string, string>;

/** The texts that a value is made of, each with its key where it has one. */
export function itemsOf(value: TemplateValue): (readonly [key: string | undefined, text: string])[] {
  if (typeof value === 'string') return [[undefined, value]];
  return isMap(value) ? [...value] : value.map((item) => [undefined, item] as const);
}

/** A value in one line: as completion requests send it, and as users read it. */
export function valueText(value: TemplateValue): string {
  return itemsOf(value)
    .map(([key, text]) => (key === undefined ? text : `${key}=${text}`))
    .join(',');
}

/** By name. For {@link previewPieces} a name with `undefined` was left out on purpose. */
export type TemplateValues = ReadonlyMap<string, TemplateValue | undefined>;

/** A variable that the user fills in to make a URI from a template. */
export interface Variable {
  readonly name: string;
  /**
   * False if the template makes a sensible URI without it: the operators `#`, `.`, `/`, `;`, `?` and `&` write their separator only with
   * a value. Simple and reserved expansion leave a hole between two literals, such as `ticket://support/`.
   */
  readonly isRequired: boolean;
  readonly isList: boolean;
}

interface Rule {
  readonly first: string;
  readonly separator: string;
  readonly isNamed: boolean;
  /** Written behind a name whose value is empty. */
  readonly ifEmpty: string;
  readonly allowsReserved: boolean;
}

/** RFC 6570, appendix A. */
const rules: Readonly<Record<Operator, Rule>> = {
  '': { first: '', separator: ',', isNamed: false, ifEmpty: '', allowsReserved: false },
  '+': { first: '', separator: ',', isNamed: false, ifEmpty: '', allowsReserved: true },
  '#': { first: '#', separator: ',', isNamed: false, ifEmpty: '', allowsReserved: true },
  '.': { first: '.', separator: '.', isNamed: false, ifEmpty: '', allowsReserved: false },
  '/': { first: '/', separator: '/', isNamed: false, ifEmpty: '', allowsReserved: false },
  ';': { first: ';', separator: ';', isNamed: true, ifEmpty: '', allowsReserved: false },
  '?': { first: '?', separator: '&', isNamed: true, ifEmpty: '=', allowsReserved: false },
  '&': { first: '&', separator: '&', isNamed: true, ifEmpty: '=', allowsReserved: false },
};

/** A part of an unfinished URI: the template's text, an expanded value, or the name of a missing value. */
export interface Piece {
  readonly kind: 'fixed' | 'value' | 'missing';
  readonly text: string;
}

/** Source: RFC 6570, level 4. Never throws. */
export function expand(template: UriTemplate, values: TemplateValues): string {
  const pieces = expandParts(template, values, () => undefined);
  return pieces.map(({ text }) => text).join('');
}

/** The unfinished URI: an undecided name appears in it as `{name}`. */
export function previewPieces(template: UriTemplate, values: TemplateValues): readonly Piece[] {
  return expandParts(template, values, (name) => (values.has(name) ? undefined : `{${name}}`));
}

/** Each name once, in the order of appearance. */
export function variables({ parts }: UriTemplate): Variable[] {
  const byName = new Map<string, Variable>();
  for (const part of parts) {
    if (part.kind === 'literal') continue;
    for (const { name, isExploded } of part.specs) {
      const previous = byName.get(name);
      byName.set(name, {
        name,
        isRequired: previous?.isRequired === true || part.operator === '' || part.operator === '+',
        isList: previous?.isList === true || isExploded,
      });
    }
  }
  return [...byName.values()];
}

/** The text in place of a missing value. */
type StandIn = (name: string) => string | undefined;

function expandParts({ parts }: UriTemplate, values: TemplateValues, standIn: StandIn): readonly Piece[] {
  return parts.flatMap((part) => (part.kind === 'literal' ? fixed(encodeReserved(part.text)) : expandExpression(part)));

  function expandExpression({ operator, specs }: Extract<Part, { kind: 'expression' }>): readonly Piece[] {
    const rule = rules[operator];
    const expanded = specs.flatMap((spec) => {
      const pieces = expandSpec(spec, rule, values.get(spec.name), standIn);
      return pieces ? [pieces] : [];
    });
    return expanded.length === 0 ? [] : [fixed(rule.first), ...between(expanded, rule.separator)];
  }
}

function expandSpec(
  spec: VariableSpec,
  rule: Rule,
  value: TemplateValue | undefined,
  standIn: StandIn,
): readonly Piece[] | undefined {
  const name = encodeReserved(spec.name);
  const encode = rule.allowsReserved ? encodeReserved : encodeUnreserved;
  const pair = (key: string, text: string, kind: Piece['kind'] = 'value'): readonly Piece[] => [
    fixed(key + (text === '' ? rule.ifEmpty : '=')),
    { kind, text },
  ];
  if (value === undefined) {
    const text = standIn(spec.name);
    if (text === undefined) return undefined;
    return rule.isNamed ? pair(name, text, 'missing') : [{ kind: 'missing', text }];
  }
  if (typeof value === 'string') {
    const text = encode(spec.prefix === undefined ? value : firstCharacters(value, spec.prefix, rule.allowsReserved));
    return rule.isNamed ? pair(name, text) : [{ kind: 'value', text }];
  }
  const items = itemsOf(value);
  if (items.length === 0) return undefined;
  if (!spec.isExploded) {
    const text = items.flatMap(([key, item]) => (key === undefined ? [item] : [key, item]).map(encode)).join(',');
    return rule.isNamed ? pair(name, text) : [{ kind: 'value', text }];
  }
  return between(
    items.map(([key, item]) => exploded(key, encode(item))),
    rule.separator,
  );

  function exploded(key: string | undefined, text: string): readonly Piece[] {
    if (rule.isNamed) return pair(key === undefined ? name : encode(key), text);
    return [{ kind: 'value', text: key === undefined ? text : `${encode(key)}=${text}` }];
  }
}

function fixed(text: string): Piece {
  return { kind: 'fixed', text };
}

function between(all: readonly (readonly Piece[])[], separator: string): readonly Piece[] {
  return all.flatMap((pieces, index) => (index === 0 ? pieces : [fixed(separator), ...pieces]));
}

function isMap(value: readonly string[] | ReadonlyMap<string, string>): value is ReadonlyMap<string, string> {
  return value instanceof Map;
}

/** One character, or the percent-encoded bytes of one: they must stay together where they are kept encoded. */
const encodedCharacter = /%[c-f][\da-f](?:%[89ab][\da-f]){1,3}|%[\da-f]{2}|[^]/giu;

function firstCharacters(text: string, count: number, keepsEncoded: boolean): string {
  const characters = keepsEncoded ? (text.match(encodedCharacter) ?? []) : Array.from(text);
  return characters.slice(0, count).join('');
}

function encodeUnreserved(text: string): string {
  return encode(text).replace(/[!'()*]/gu, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * Leaves reserved characters and existing percent-escapes as they are. The pattern has no `i` flag: with `u`, it would take the Kelvin sign
 * (U+212A) for the letter `K`.
 */
function encodeReserved(text: string): string {
  const encoded = /%[\dA-Fa-f]{2}|[^\dA-Za-z_.~:/?#[\]@!$&'()*+,;=-]/gu;
  return text.replace(encoded, (character) => (character.length === 3 ? character : encode(character)));
}

/** Encodes characters beyond ASCII in a URI, as a template would encode them. */
export function encodeBeyondAscii(uri: string): string {
  return uri.replace(/[^\0-\x7F]+/gu, encode);
}

/** Half of a surrogate pair, which has no UTF-8, becomes the replacement character. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\uFFFD'));
}
