/** Source of the grammar: RFC 6570, section 2. `''` is simple expansion. */
export type Operator = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&';

/** One name in an expression, with its modifiers. */
export interface VariableSpec {
  readonly name: string;
  /** Characters (code points) of the value that are taken; `undefined` for all. */
  readonly prefix: number | undefined;
  readonly isExploded: boolean;
}

export type Part =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'expression'; readonly operator: Operator; readonly specs: readonly VariableSpec[] };

export interface UriTemplate {
  readonly parts: readonly Part[];
  /** Offset, in UTF-16 units, of the first part that breaks the grammar; such parts became literals. */
  readonly errorAt: number | undefined;
}

/** Further names are an error: the form would be too long to fill in. */
const maxSpecs = 100;
const maxTemplateLength = 10_000;
/** With `-`, which the RFC does not allow and servers write all the same: `{repo-name}`. */
const varname = /^(?!\.)(?:[\p{L}\p{N}_.-]|%[\da-f]{2})+(?<!\.)$/iu;

/** Never throws and takes linear time, whatever a server wrote. */
export function parseTemplate(source: string): UriTemplate {
  const parts: Part[] = [];
  let errorAt: number | undefined;
  let specs = 0;
  const literal = (text: string, start: number): void => {
    const mistake = text.search(/[{}]/u);
    if (mistake >= 0) errorAt ??= start + mistake;
    if (text !== '') parts.push({ kind: 'literal', text });
  };
  let end = 0;
  for (const match of source.slice(0, maxTemplateLength).matchAll(/\{([^{}]*)\}/gu)) {
    const expression = parseExpression(match[1] ?? '');
    specs += expression?.specs.length ?? 0;
    if (!expression || specs > maxSpecs) continue;
    literal(source.slice(end, match.index), end);
    parts.push(expression);
    end = match.index + match[0].length;
  }
  literal(source.slice(end), end);
  if (source.length > maxTemplateLength) errorAt ??= maxTemplateLength;
  return { parts, errorAt };
}

function parseExpression(body: string): Extract<Part, { kind: 'expression' }> | undefined {
  const operator = (/^[+#./;?&]/u.exec(body)?.[0] ?? '') as Operator;
  const specs: VariableSpec[] = [];
  for (const text of body.slice(operator.length).split(',')) {
    const spec = parseSpec(text);
    if (!spec) return undefined;
    specs.push(spec);
  }
  return { kind: 'expression', operator, specs };
}

function parseSpec(text: string): VariableSpec | undefined {
  const [, name = '', , digits] = /^([^:*]*)(?:(\*)|:([1-9]\d{0,3}))?$/u.exec(text) ?? [];
  if (!varname.test(name)) return undefined;
  return { name, prefix: digits === undefined ? undefined : Number(digits), isExploded: text.endsWith('*') };
}
