import * as l10n from '@vscode/l10n';
import { joined } from '../../core/base/format';
import { checkValue, defaultsOf } from '../../core/questions/checkValue';
import type { Answer, FieldValue, FormField, Question } from '../../core/questions/interaction';
import { askOne, askSeveral, askText, isSecret, type Prompt, type Outcome } from './elicitationInputs';

type FormQuestion = Extract<Question, { kind: 'form' }>;
type Value = FieldValue | undefined;

/**
 * Asks field by field, with a way back, and shows what was given once more before it is sent. Closing an input closes the question;
 * declining is a button of each.
 */
export function askForm(server: string, question: FormQuestion, signal: AbortSignal): Promise<Answer> {
  return new Form(server, question, signal).ask();
}

class Form {
  readonly #values: Map<string, Value>;
  #isReviewed = false;

  constructor(
    private readonly server: string,
    private readonly question: FormQuestion,
    private readonly signal: AbortSignal,
  ) {
    this.#values = new Map<string, Value>(Object.entries(defaultsOf(question.fields)));
  }

  async ask(): Promise<Answer> {
    let next: number | Answer = 0;
    while (typeof next === 'number') next = await this.#step(next);
    return next;
  }

  /** The step after this one, or the answer. The last step is the one behind the fields. */
  #step(index: number): Promise<number | Answer> {
    const field = this.question.fields[index];
    if (field) return this.#askField(index, field);
    return index === 0 ? this.#confirm() : this.#review(index);
  }

  async #askField(index: number, field: FormField): Promise<number | Answer> {
    const outcome = await askValue(this.#prompt(index, field), field, this.#values.get(field.name));
    if (outcome.kind !== 'value') return outcome.kind === 'back' ? index - 1 : outcome.answer;
    this.#values.set(field.name, outcome.value);
    const { length } = this.question.fields;
    if (length === 1) return this.#accepted();
    return this.#isReviewed ? length : index + 1;
  }

  async #review(fieldCount: number): Promise<number | Answer> {
    const { fields } = this.question;
    this.#isReviewed = true;
    const send = { label: l10n.t('Send to “{0}”', this.server), icon: 'send', value: fieldCount };
    const rows = fields.map((field, index) => ({
      label: field.title,
      description: describeValue(field, this.#values.get(field.name)),
      icon: 'edit',
      value: index,
    }));
    const outcome = await askOne(
      { ...this.#prompt(fieldCount), hint: l10n.t('Send your answers, or select one to change it') },
      [send, ...rows],
    );
    if (outcome.kind !== 'value') return outcome.kind === 'back' ? fieldCount - 1 : outcome.answer;
    return outcome.value === fieldCount ? this.#accepted() : outcome.value;
  }

  /** A question without fields. */
  async #confirm(): Promise<Answer> {
    const yes: Answer = { action: 'accept', content: {} };
    const no: Answer = { action: 'decline' };
    const outcome = await askOne<Answer>(this.#prompt(0), [
      { label: l10n.t('Yes'), value: yes },
      { label: l10n.t('No'), value: no },
    ]);
    if (outcome.kind === 'back') return no;
    return outcome.kind === 'value' ? outcome.value : outcome.answer;
  }

  #prompt(stepIndex: number, field?: FormField): Prompt {
    const { fields, message } = this.question;
    return {
      server: this.server,
      topic: field?.title,
      message,
      hint: field?.description,
      step: stepIndex + 1,
      totalSteps: fields.length > 1 ? fields.length + 1 : 1,
      signal: this.signal,
    };
  }

  #accepted(): Answer {
    const given = this.question.fields.flatMap(({ name }): [string, FieldValue][] => {
      const value = this.#values.get(name);
      return value === undefined ? [] : [[name, value]];
    });
    return { action: 'accept', content: Object.fromEntries(given) };
  }
}

async function askValue(prompt: Prompt, field: FormField, value: Value): Promise<Outcome<Value>> {
  const { type, isRequired } = field;
  const skip = isRequired ? [] : [{ label: l10n.t('Skip'), icon: 'debug-step-over', value: undefined }];
  switch (type.kind) {
    case 'text':
    case 'number':
      return askText(prompt, field, type, value);
    case 'boolean': {
      const items = [
        { label: l10n.t('Yes'), value: true },
        { label: l10n.t('No'), value: false },
      ];
      return askOne<Value>(prompt, [...items, ...skip], value);
    }
    case 'choice':
      return askOne<Value>(prompt, [...type.options, ...skip], value);
    case 'choices': {
      const check = (values: readonly string[]): string | undefined =>
        values.length === 0 && !isRequired ? undefined : checkValue(field, values);
      const outcome = await askSeveral(
        prompt,
        type.options,
        Array.isArray(value) ? (value as readonly string[]) : [],
        check,
      );
      const isSkipped = outcome.kind === 'value' && outcome.value.length === 0 && !isRequired;
      return isSkipped ? { kind: 'value', value: undefined } : outcome;
    }
  }
}

function describeValue(field: FormField, value: Value): string {
  if (value === undefined) return l10n.t('skipped');
  if (isSecret(field)) return '•••';
  if (typeof value === 'boolean') return value ? l10n.t('Yes') : l10n.t('No');
  const { type } = field;
  const labelOf = (optionValue: string): string =>
    'options' in type
      ? (type.options.find((option) => option.value === optionValue)?.label ?? optionValue)
      : optionValue;
  return typeof value === 'object' ? joined(value.map(labelOf)) : labelOf(String(value));
}
