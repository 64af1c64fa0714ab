import { checkContent, checkValue, defaultsOf } from '../../src/core/questions/checkValue';
import type { FormField } from '../../src/core/questions/interaction';
import { readQuestion } from '../../src/core/questions/readQuestion';
import { maxTestedLength } from '../../src/core/questions/safePattern';
import { hold, jsonIn, some, type Target } from '../target';

/** Questions of servers to their users, with patterns that answers are tested against. */
export const questions: Target = {
  name: 'questions',
  isJson: true,
  words: [
    ...[
      'message',
      'mode',
      'form',
      'url',
      'requestedSchema',
      'properties',
      'required',
      'type',
      'string',
      'number',
      'integer',
    ],
    ...[
      'boolean',
      'array',
      'object',
      'enum',
      'enumNames',
      'oneOf',
      'anyOf',
      'const',
      'items',
      'minItems',
      'maxLength',
      'format',
    ],
    ...[
      'pattern',
      'default',
      'date',
      'email',
      'https://a.b',
      '(a+)+$',
      '^a*a*$',
      '[^]*',
      '\\d{1,200}',
      '(?=a)',
      '\\1',
      '|',
      '{2}',
    ],
    ...['(?:', ')', '?', '+', '.', '__proto__', 'title', 'description', 'minimum', 'maximum'],
  ],
  check(bytes) {
    const question = readQuestion(jsonIn(bytes));
    if (question.kind === 'refusal') return question.reason.replace(/\d+/gu, 'n');
    hold(
      question.message.length <= 1_000 && !/[\n\p{Cc}]/u.test(question.message),
      'A message is a line.',
      question.message,
    );
    if (question.kind === 'url') {
      hold(/^https?:$/u.test(new URL(question.url).protocol), 'An address is of the web.', question.url);
      return 'url';
    }
    question.fields.forEach(checkField);
    checkContent(question.fields, defaultsOf(question.fields));
    return [...new Set(question.fields.map(({ type }) => type.kind))].sort().join(' ') + some(question.fields.length);
  },
};

function checkField(field: FormField): void {
  const { type, title, description, default: value } = field;
  hold(title !== '' && title.length <= 100, 'A field has a title.', title);
  hold(description === undefined || description.length <= 500, 'A description has a limit.');
  hold(value === undefined || checkValue(field, value) === undefined, 'A default is an answer.', value);
  if (type.kind === 'choice' || type.kind === 'choices') {
    hold(type.options.length > 0 && type.options.length <= 500, 'There is something to choose from.');
    hold(new Set(type.options.map((option) => option.value)).size === type.options.length, 'Options differ.');
  }
  // Hopeless texts: such take longest. The runner says where it takes too long.
  if (type.kind === 'text' && type.pattern !== undefined)
    for (const text of ['a', '0', ' ', 'ab', type.pattern])
      checkValue(field, `${text.repeat(maxTestedLength).slice(0, maxTestedLength - 1)}\n`);
}
