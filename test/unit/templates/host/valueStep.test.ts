import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { QuickInputButtons, QuickPickItemKind, window } from 'vscode';
import { Completer } from '../../../../src/core/templates/completer';
import type { TemplateValue, Variable } from '../../../../src/core/templates/uriTemplate';
import {
  ValueStep,
  type FormRow,
  type ValueAnswer,
  type ValueQuestion,
} from '../../../../src/host/templates/valueStep';
import { FakeClock, settle } from '../../../support/fakeClock';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const one: Variable = { name: 'city', isList: false, isRequired: true, place: 'path', prefix: undefined };
const list: Variable = { name: 'tag', isList: true, isRequired: false, place: 'query', prefix: undefined };

let clock: FakeClock;
let completer: Completer;
/** The server's answer; `undefined` while it has not answered. */
let complete: (text: string) => readonly string[] | undefined;
let asked: string[];
let answered: ValueAnswer | undefined;

beforeEach(() => {
  clock = new FakeClock();
  [asked, answered] = [[], undefined];
  complete = () => [];
  completer = new Completer(clock, silent, (text) => {
    asked.push(text);
    const values = complete(text);
    return values ? Promise.resolve(values) : new Promise(() => undefined);
  });
});

afterEach(() => {
  completer.dispose();
  expect(clock.pending).toEqual([]);
});

async function ask(variable: Variable, question: Partial<ValueQuestion> = {}): Promise<void> {
  const picker = window.createQuickPick<FormRow>();
  picker.buttons = [QuickInputButtons.Back];
  const title = (value: TemplateValue | undefined): string => JSON.stringify(value ?? null);
  const whole: ValueQuestion = {
    variable,
    placeholder: 'p',
    value: undefined,
    used: [],
    completer,
    title,
    ...question,
  };
  // A question that a test leaves open ends with the test.
  onTestFinished(() => picker.hide());
  void new ValueStep(picker, whole).run().then((answer) => (answered = answer));
  await clock.advance(0);
}

const picker = () => fakeVscode.quickPick;

async function type(text: string): Promise<void> {
  picker().type(text);
  await clock.advance(150);
}

async function choose(label: string): Promise<void> {
  picker().choose(label);
  await clock.advance(150);
}

/** Returns the rows: separators in brackets, others as `label | description`. */
const rows = (): unknown[] =>
  picker().items.map(({ label, description, kind }) => {
    if (kind === QuickPickItemKind.Separator) return [label];
    return description ? `${label} | ${description}` : label;
  });

describe('one value', () => {
  it('that is required has no answer until something is typed', async () => {
    await ask(one);
    expect([rows(), picker().placeholder, picker().title]).toEqual([[['Type a value']], 'p', 'null']);
    picker().accept();
    await settle();
    expect(answered).toBeUndefined();
    await type('Oslo');
    expect([rows(), picker().title]).toEqual([['Oslo | city'], '"Oslo"']);
    picker().accept();
    await settle();
    expect(answered).toEqual({ kind: 'value', value: 'Oslo' });
  });

  it('that is optional can be left out', async () => {
    await ask({ ...one, isRequired: false });
    expect(rows()).toEqual(['Skip city']);
    picker().accept();
    await settle();
    expect(answered).toEqual({ kind: 'value', value: undefined });
  });

  it('can be one that was used before, or one of the server, which are told apart', async () => {
    complete = (text) => (text === '' ? ['Oslo', 'Rome', 'Paris'] : ['Roma']);
    await ask(one, { used: ['Rome', 'Riga'] });
    expect(rows()).toEqual([['Used before'], 'Rome', 'Riga', ['From the server'], 'Oslo', 'Paris']);
    await type('Ro');
    expect(rows()).toEqual(['Ro | city', ['Used before'], 'Rome | used before', ['From the server'], 'Roma']);
    await choose('Roma');
    expect(answered).toEqual({ kind: 'value', value: 'Roma' });
  });

  it('narrows down what the server said until it answers, which the box shows', async () => {
    complete = (text) => (text === '' ? ['Oslo', 'Rome'] : undefined);
    await ask(one);
    expect(picker().busy).toBe(false);
    await type('o');
    await type('os');
    expect([picker().busy, rows(), asked]).toEqual([true, ['os | city', 'Oslo'], ['', 'o', 'os']]);
  });

  it('stays in front while rows come, and its title with it', async () => {
    let answer: (values: readonly string[]) => void = () => undefined;
    completer.dispose();
    completer = new Completer(clock, silent, () => new Promise((resolve) => (answer = resolve)));
    await ask(one, { used: ['Rome', 'Riga'] });
    picker().focus('Riga');
    expect(picker().title).toBe('"Riga"');
    answer(['Oslo']);
    await settle();
    expect([picker().activeItems.map(({ label }) => label), picker().title]).toEqual([['Riga'], '"Riga"']);
    await type('R');
    expect(picker().activeItems.map(({ label }) => label)).toEqual(['R']);
  });

  it('is what was typed where Enter is faster than the rows', async () => {
    await ask(one, { used: ['Rome'] });
    const [stale] = picker().items.filter(({ label }) => label === 'Rome');
    picker().type('Bergen');
    picker().activeItems = [stale!];
    picker().accept();
    await clock.advance(150);
    expect(answered).toEqual({ kind: 'value', value: 'Bergen' });
  });

  it('begins with what was answered before', async () => {
    await ask(one, { value: 'Oslo' });
    expect([picker().value, rows(), asked]).toEqual(['Oslo', ['Oslo | city'], ['Oslo']]);
  });

  it('is not answered by going back or leaving', async () => {
    await ask(one);
    picker().press('Back');
    await settle();
    expect(answered).toEqual({ kind: 'back' });
    await ask(one);
    picker().leave();
    await settle();
    expect(answered).toEqual({ kind: 'left' });
  });

  it('is shown as plain text, and answered as the server wrote it', async () => {
    complete = () => ['$(trash) x'];
    await ask(one);
    const [row] = picker().labels;
    expect(row).not.toContain('$(trash)');
    await choose(row!);
    expect(answered).toEqual({ kind: 'value', value: '$(trash) x' });
  });
});

describe('a list of values', () => {
  it('is gathered value by value, each once, and can be taken out again', async () => {
    complete = () => ['red', 'blue'];
    await ask(list);
    expect(rows()).toEqual(['Skip tag', 'red', 'blue']);
    await choose('red');
    expect([rows(), picker().title]).toEqual([['Continue with red', ['Selected'], 'red | remove', 'blue'], '["red"]']);
    await type('green, red');
    expect([rows(), picker().title]).toEqual([['green, red | add to “tag”', 'blue'], '["red","green","red"]']);
    picker().accept();
    await clock.advance(150);
    expect([picker().value, rows()[0]]).toEqual(['', 'Continue with red, green']);
    await choose('red');
    expect(rows()[0]).toBe('Continue with green');
    picker().accept();
    await settle();
    expect(answered).toEqual({ kind: 'value', value: ['green'] });
  });

  it('can be left out, where it is not required', async () => {
    await ask(list);
    picker().accept();
    await settle();
    expect(answered).toEqual({ kind: 'value', value: undefined });
    await ask({ ...list, isRequired: true });
    expect(rows()).toEqual([['Type a value']]);
    picker().leave();
  });

  it('begins with the values that were given before, and completes the last that is typed', async () => {
    await ask(list, { value: ['red', 'blue'] });
    expect([picker().value, rows()[0]]).toEqual(['', 'Continue with red, blue']);
    await type('green, ye');
    expect(asked).toEqual(['', 'ye']);
    picker().leave();
  });
});
