import type { Operator, Part, UriTemplate, VariableSpec } from './parseTemplate';
import { encodeBeyondAscii, expand, type TemplateValues } from './uriTemplate';

type Expression = Extract<Part, { kind: 'expression' }>;

type Step =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'oneOf'; readonly characters: string }
  /** At least one character, and none of `stop`. */
  | { readonly kind: 'run'; readonly stop: string }
  | { readonly kind: 'maybe'; readonly steps: readonly Step[] };

/**
 * Returns a test for URIs that the template makes with these values; a variable without a value stands for any. Capitals of the scheme make
 * no difference, and characters beyond ASCII may be written as they are. It takes time in proportion to the URI, whatever a server wrote.
 */
export function uriMatcher({ parts }: UriTemplate, values: TemplateValues): (uri: string) => boolean {
  const steps = parts.flatMap((part) => stepsOf(part, values));
  const [first] = steps;
  const beginning = first?.kind === 'text' ? first.text : '';
  const scheme = /^[a-z][a-z0-9+.-]*:/iu.exec(beginning)?.[0] ?? '';
  return (written) => {
    if (written.slice(0, scheme.length).toLowerCase() !== scheme.toLowerCase()) return false;
    const uri = scheme + encodeBeyondAscii(written.slice(scheme.length));
    return uri.startsWith(beginning) && (reach(steps, uri, startOf(uri))[uri.length] ?? 0) > 0;
  };
}

function stepsOf(part: Part, values: TemplateValues): readonly Step[] {
  if (part.kind === 'literal' || part.specs.every(({ name }) => values.has(name)))
    return textSteps(expandPart(part, values));
  switch (part.operator) {
    case '':
    case '+':
      return joinedSteps(part, values);
    case '#':
      return fragmentSteps(part, values);
    case '.':
    case '/':
      return part.specs.flatMap((spec) => segmentSteps(part.operator, spec, values));
    case ';':
    case '?':
    case '&':
      return part.specs.flatMap((spec) => pairSteps(part.operator, spec, values));
  }
}

function joinedSteps({ operator, specs }: Expression, values: TemplateValues): readonly Step[] {
  return specs.flatMap((spec, index) => [
    ...(index === 0 ? [] : textSteps(',')),
    ...(values.has(spec.name) ? textSteps(expandSpec(operator, spec, values)) : [openStep(operator, spec)]),
  ]);
}

/** Servers mean several segments by `{path*}`, as FastMCP does: https://gofastmcp.com/servers/resources (Wildcard Parameters) */
function openStep(operator: Operator, { isExploded }: VariableSpec): Step {
  if (operator === '+') return { kind: 'run', stop: '' };
  return { kind: 'run', stop: isExploded ? '?#' : '/?#' };
}

function fragmentSteps({ specs }: Expression, values: TemplateValues): readonly Step[] {
  const steps = [...textSteps('#'), ...joinedSteps({ kind: 'expression', operator: '+', specs }, values)];
  return specs.some(({ name }) => values.has(name)) ? steps : [{ kind: 'maybe', steps }];
}

function segmentSteps(operator: Operator, spec: VariableSpec, values: TemplateValues): readonly Step[] {
  if (values.has(spec.name)) return textSteps(expandSpec(operator, spec, values));
  const stop = operator === '/' && spec.isExploded ? '?#' : '/?#';
  return [{ kind: 'maybe', steps: [...textSteps(operator), { kind: 'run', stop }] }];
}

/** The first pair in the URI begins with `?`, even if it is a later one of the template. */
function pairSteps(operator: Operator, spec: VariableSpec, values: TemplateValues): readonly Step[] {
  const separator: Step = { kind: 'oneOf', characters: operator === ';' ? ';' : '?&' };
  if (values.has(spec.name)) {
    const pair = expandSpec(operator, spec, values).slice(1);
    return pair === '' ? [] : [separator, ...textSteps(pair)];
  }
  const end = operator === ';' ? '/?#' : '#';
  if (spec.isExploded) return [{ kind: 'maybe', steps: [separator, { kind: 'run', stop: end }] }];
  const value: Step = { kind: 'maybe', steps: [{ kind: 'run', stop: `${end}${operator === ';' ? ';' : '&'}` }] };
  const withValue: Step = { kind: 'maybe', steps: [...textSteps('='), value] };
  const name = expandPart({ kind: 'literal', text: spec.name }, values);
  return [{ kind: 'maybe', steps: [separator, ...textSteps(name), withValue] }];
}

function expandSpec(operator: Operator, spec: VariableSpec, values: TemplateValues): string {
  return expandPart({ kind: 'expression', operator, specs: [spec] }, values);
}

function expandPart(part: Part, values: TemplateValues): string {
  return expand({ parts: [part], errorAt: undefined }, values);
}

function textSteps(text: string): readonly Step[] {
  return text === '' ? [] : [{ kind: 'text', text }];
}

/** Marks the places in a URI that can be reached: at first its beginning alone. */
function startOf(uri: string): Uint8Array {
  const places = new Uint8Array(uri.length + 1);
  places[0] = 1;
  return places;
}

function reach(steps: readonly Step[], uri: string, reached: Uint8Array): Uint8Array {
  return steps.reduce((places, step) => reachOne(step, uri, places), reached);
}

function reachOne(step: Step, uri: string, reached: Uint8Array): Uint8Array {
  const next = new Uint8Array(reached.length);
  if (step.kind === 'maybe') {
    reach(step.steps, uri, reached).forEach((place, index) => (next[index] = place | (reached[index] ?? 0)));
    return next;
  }
  let isRunning = false;
  for (let index = 0; index < uri.length; index += 1) {
    const isHere = (reached[index] ?? 0) > 0;
    const character = uri[index] ?? '';
    if (step.kind === 'run') {
      isRunning = (isRunning || isHere) && !step.stop.includes(character);
      if (isRunning) next[index + 1] = 1;
    } else if (isHere && step.kind === 'text' && uri.startsWith(step.text, index)) next[index + step.text.length] = 1;
    else if (isHere && step.kind === 'oneOf' && step.characters.includes(character)) next[index + 1] = 1;
  }
  return next;
}
