import { uriMatcher } from '../../src/core/templates/matchUri';
import { parseTemplate, type Part } from '../../src/core/templates/parseTemplate';
import {
  expand,
  previewPieces,
  variables,
  type TemplateValue,
  type TemplateValues,
} from '../../src/core/templates/uriTemplate';
import { hold, same, some, textIn, type Target } from '../target';

const uriText = /^(?:%[\dA-Fa-f]{2}|[\w.~:/?#[\]@!$&'()*+,;=-])*$/u;

/** Characters of a URI that is matched: that takes time for each name of the template. */
const maxMatched = 4_096;

/** A URI template in the first line, a URI in the second, values in the others. */
export const templates: Target = {
  name: 'templates',
  words: [
    ...['{id}', '{+path}', '{#part}', '{.ext}', '{/a,b*}', '{;x}', '{?q,r:3}', '{&more*}', '{', '}', '*}', ':9999}'],
    ...['%41', '%', '%zz', '{%41}', '{a-b}', '{.}', ',', '://', '?a=b', '#', '\ud83d\ude00', 'é'],
  ],
  check(bytes, random) {
    const [source = '', uri = '', ...texts] = textIn(bytes).split('\n');
    const template = parseTemplate(source);
    const { parts, errorAt } = template;
    same(parts.map(written).join(''), source, 'A template consists of its parts.');
    hold(errorAt === undefined || (errorAt >= 0 && errorAt <= source.length), 'A mistake has its place.', errorAt);
    const names = variables(template).map(({ name }) => name);
    hold(new Set(names).size === names.length && names.length <= 100, 'A form is short, and has each name once.');
    const valueOf = (): TemplateValue => {
      const kind = random.below(4);
      const items = Array.from({ length: random.below(4) }, () => random.pick([uri, ...texts]));
      if (kind < 2) return random.pick([uri, ...texts]);
      return kind === 2 ? items : new Map(items.map((item, index) => [`${item}${index}`, item]));
    };
    const values = new Map(names.filter(() => random.below(5) > 0).map((name) => [name, valueOf()]));
    const expanded = expand(template, values);
    hold(uriText.test(expanded), 'An expanded template is a URI.', expanded);
    same(expand(parseTemplate(expanded), new Map()), expanded, 'A URI is a template of itself.');
    const matches = (given: TemplateValues, made: string): boolean =>
      made.length > maxMatched || uriMatcher(template, given)(made);
    const complete = new Map(names.map((name) => [name, values.get(name) ?? 'x']));
    const pieces = previewPieces(template, complete);
    same(pieces.map(({ text }) => text).join(''), expand(template, complete), 'A whole preview is the URI.');
    hold(matches(complete, expand(template, complete)), 'A template matches what it makes.', source);
    const plain = new Map(names.map((name) => [name, `v${random.below(9)}`]));
    hold(matches(new Map(), expand(template, plain)), 'It does so for any values.', source);
    const isMatch = uriMatcher(template, values)(uri.slice(0, maxMatched));
    return `${some(parts.length)} parts, ${some(names.length)} names${errorAt === undefined ? '' : ', mistake'}${isMatch ? ', match' : ''}`;
  },
};

function written(part: Part): string {
  if (part.kind === 'literal') return part.text;
  const specs = part.specs.map(
    ({ name, prefix, isExploded }) => `${name}${prefix === undefined ? '' : `:${prefix}`}${isExploded ? '*' : ''}`,
  );
  return `{${part.operator}${specs.join(',')}}`;
}
