import type * as vscode from 'vscode';
import { unexpected } from './unexpected';

/** The user's answer to a question. A function decides when the question is asked, and may delay the answer. */
export type Answer<Question, Given> =
  Given | undefined | ((question: Question) => Given | undefined | Promise<Given | undefined>);

/** Questions of one kind to the user: records them, and gives the test's answers. `undefined` is a user who cancels. */
export class Questions<Question, Given> {
  /** Every question, oldest first. */
  readonly asked: Question[] = [];
  #next: Answer<Question, Given>[] = [];
  #standing: { readonly answer: Answer<Question, Given> } | undefined;

  constructor(private readonly kind: string) {}

  /** Sets the answers to the next questions, one each. */
  answer(...answers: readonly Answer<Question, Given>[]): void {
    this.#next.push(...answers);
  }

  /** Sets the answer to every other question, until the test ends. */
  answerAll(answer: Answer<Question, Given>): void {
    this.#standing = { answer };
  }

  /** Number of answers that were not used. */
  get unused(): number {
    return this.#next.length;
  }

  get hasStanding(): boolean {
    return this.#standing !== undefined;
  }

  /** For the fake itself: returns the answer to a recorded question. */
  async take(question: Question): Promise<Given | undefined> {
    const given = this.#next.length > 0 ? { answer: this.#next.shift() } : this.#standing;
    if (!given) {
      // The caller may ignore the result, so an error thrown here could get lost.
      unexpected(`The test has no answer to ${this.kind}: ${JSON.stringify(question)}. Say it before, with answer().`);
      return undefined;
    }
    const { answer } = given;
    if (typeof answer !== 'function') return answer;
    return await (answer as (question: Question) => Given | undefined | Promise<Given | undefined>)(question);
  }

  reset(): void {
    this.asked.length = this.#next.length = 0;
    this.#standing = undefined;
  }
}

export interface Message {
  readonly severity: 'information' | 'warning' | 'error';
  readonly text: string;
  /** The detail of a modal message. */
  readonly detail: string | undefined;
  readonly isModal: boolean;
  readonly buttons: readonly string[];
}

export interface PickQuestion {
  readonly title: string | undefined;
  readonly placeholder: string | undefined;
  readonly canPickMany: boolean;
  readonly items: readonly vscode.QuickPickItem[];
  /** The labels of the items, without separators. */
  readonly labels: readonly string[];
}

export interface Input {
  readonly title: string | undefined;
  readonly prompt: string | undefined;
  readonly placeholder: string | undefined;
  readonly value: string | undefined;
  readonly isPassword: boolean;
  /** Validation messages of the box for typed texts, oldest first. */
  readonly refusals: string[];
}

/** Everything the user saw in messages and in the status bar, oldest first. */
export const shownTexts: string[] = [];

/** Answered by the pressed button. A message whose only button dismisses it is no question, and closes itself. */
export const messages = new Questions<Message, string>('the message');
/** Answered by the label, or the labels where several can be selected. */
export const picks = new Questions<PickQuestion, string | readonly string[]>('the quick pick');
/** Answered by the typed text. After a text that is refused, the box stays open and takes the next answer. */
export const inputs = new Questions<Input, string>('the input box');
/** Answered by the file's location. */
export const saveDialogs = new Questions<vscode.SaveDialogOptions, vscode.Uri>('the dialog that saves');
/** Answered by files or folders. */
export const openDialogs = new Questions<vscode.OpenDialogOptions, vscode.Uri[]>('the dialog that opens');

type Button = string | vscode.MessageItem;

async function showMessage(severity: Message['severity'], text: string, rest: readonly unknown[]): Promise<unknown> {
  const [first, ...others] = rest as [vscode.MessageOptions | Button | undefined, ...Button[]];
  const isOptions = typeof first === 'object' && !('title' in first);
  const { modal: isModal = false, detail } = isOptions ? first : {};
  const items = isOptions || first === undefined ? others : [first, ...others];
  const buttons = items.map((item) => (typeof item === 'string' ? item : item.title));
  const message: Message = { severity, text, detail, isModal, buttons };
  messages.asked.push(message);
  shownTexts.push(text);
  if (buttons.every((button) => button === 'Dismiss')) return undefined;
  const pressed = await messages.take(message);
  if (pressed === undefined) return undefined;
  const index = buttons.indexOf(pressed);
  if (index === -1)
    throw unexpected(`The message “${text}” has no button “${pressed}”, but ${JSON.stringify(buttons)}.`);
  return items[index];
}

async function showQuickPick(
  given: readonly (string | vscode.QuickPickItem)[] | Thenable<readonly (string | vscode.QuickPickItem)[]>,
  options: vscode.QuickPickOptions = {},
): Promise<unknown> {
  const all = await given;
  const items = all.map((one) => (typeof one === 'string' ? { label: one } : one));
  const labels = items.filter(({ kind }) => kind !== -1).map(({ label }) => label);
  const { title, placeHolder: placeholder, canPickMany = false } = options;
  const pick: PickQuestion = { title, placeholder, canPickMany, items, labels };
  picks.asked.push(pick);
  // VS Code reports the first item once it shows the list.
  if (items[0]) options.onDidSelectItem?.(items[0]);
  const answer = await picks.take(pick);
  if (answer === undefined) return undefined;
  const chosen = [answer].flat().map((label) => {
    const index = items.findIndex((item) => item.label === label && item.kind !== -1);
    if (index === -1) throw unexpected(`The quick pick has no item “${label}”, but ${JSON.stringify(labels)}.`);
    return all[index];
  });
  return canPickMany ? chosen : chosen[0];
}

async function showInputBox(options: vscode.InputBoxOptions = {}): Promise<string | undefined> {
  const { title, prompt, placeHolder: placeholder, value, password = false } = options;
  const input: Input = { title, prompt, placeholder, value, isPassword: password, refusals: [] };
  inputs.asked.push(input);
  for (;;) {
    const typed = await inputs.take(input);
    if (typed === undefined) return undefined;
    const said = await options.validateInput?.(typed);
    const refusal = typeof said === 'object' && said !== null ? (said.severity === 3 ? said.message : undefined) : said;
    if (refusal === undefined || refusal === null || refusal === '') return typed;
    input.refusals.push(refusal);
    if (inputs.unused === 0 && inputs.hasStanding)
      throw unexpected(`The input box refuses “${typed}” every time: ${refusal}`);
  }
}

const show =
  (severity: Message['severity']) =>
  (text: string, ...rest: readonly unknown[]) =>
    showMessage(severity, text, rest);

type Asking = 'showInformationMessage' | 'showWarningMessage' | 'showErrorMessage' | 'showQuickPick';

/** The result's type depends on the overload; a single function that distinguishes them at run time cannot have that type. */
const overloaded = {
  showInformationMessage: show('information'),
  showWarningMessage: show('warning'),
  showErrorMessage: show('error'),
  showQuickPick,
} as unknown as Pick<typeof vscode.window, Asking>;

type Pick<T, Names extends keyof T> = { readonly [Name in Names]: T[Name] };

export const asking = {
  ...overloaded,
  showInputBox,
  async showSaveDialog(options: vscode.SaveDialogOptions = {}): Promise<vscode.Uri | undefined> {
    saveDialogs.asked.push(options);
    return saveDialogs.take(options);
  },
  async showOpenDialog(options: vscode.OpenDialogOptions = {}): Promise<vscode.Uri[] | undefined> {
    openDialogs.asked.push(options);
    return openDialogs.take(options);
  },
} satisfies Partial<typeof vscode.window>;
