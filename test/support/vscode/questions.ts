import type * as vscode from 'vscode';
import { unexpected } from './unexpected';

/** What the user does with a question; a function decides when it is asked, and may let it wait. */
export type Answer<Question, Given> =
  Given | undefined | ((question: Question) => Given | undefined | Promise<Given | undefined>);

/** Questions of one kind to the user: what was asked, and what the test answers. `undefined` is a user who leaves. */
export class Questions<Question, Given> {
  /** Every question, the oldest first. */
  readonly asked: Question[] = [];
  #next: Answer<Question, Given>[] = [];
  #standing: { readonly answer: Answer<Question, Given> } | undefined;

  constructor(private readonly kind: string) {}

  /** The answers to the next questions, one each. */
  answer(...answers: readonly Answer<Question, Given>[]): void {
    this.#next.push(...answers);
  }

  /** The answer to every question for which there is no other, until the test ends. */
  answerAll(answer: Answer<Question, Given>): void {
    this.#standing = { answer };
  }

  /** Answers that nobody asked for. */
  get unused(): number {
    return this.#next.length;
  }

  get hasStanding(): boolean {
    return this.#standing !== undefined;
  }

  /** For the fake itself: the answer to a question that was noted. */
  async take(question: Question): Promise<Given | undefined> {
    const given = this.#next.length > 0 ? { answer: this.#next.shift() } : this.#standing;
    if (!given) {
      // Whoever asked may wait for nothing: what is thrown here would be nobody's.
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
  /** Of a modal one. */
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
  /** What the box said to what was typed into it, the oldest first. */
  readonly refusals: string[];
}

/** All that the user was told, in messages and in the status bar, the oldest first. */
export const told: string[] = [];

/** Answered by the button that the user presses. One without buttons asks nothing and goes away. */
export const messages = new Questions<Message, string>('the message');
/** Answered by the label, or the labels where several can be picked. */
export const picks = new Questions<PickQuestion, string | readonly string[]>('the quick pick');
/** Answered by the text that is typed. What is refused is followed by the next answer, for the box stays. */
export const inputs = new Questions<Input, string>('the input box');
/** Answered by a place for the file. */
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
  told.push(text);
  if (buttons.length === 0) return undefined;
  const pressed = await messages.take(message);
  if (pressed === undefined) return undefined;
  const at = buttons.indexOf(pressed);
  if (at === -1) throw unexpected(`The message “${text}” has no button “${pressed}”, but ${JSON.stringify(buttons)}.`);
  return items[at];
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
  const answer = await picks.take(pick);
  if (answer === undefined) return undefined;
  const chosen = [answer].flat().map((label) => {
    const at = items.findIndex((item) => item.label === label && item.kind !== -1);
    if (at === -1) throw unexpected(`The quick pick has no item “${label}”, but ${JSON.stringify(labels)}.`);
    return all[at];
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

/** Their overloads say what comes back for what was given; one function that tells them apart when it runs cannot be written as that type. */
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
