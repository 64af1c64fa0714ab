import * as l10n from '@vscode/l10n';
import { ThemeIcon, window, type InputBox, type QuickInputButton, type QuickPick, type QuickPickItem } from 'vscode';
import { checkValue, parseText } from '../../core/questions/checkValue';
import type { Answer, FieldType, FieldValue, FormField } from '../../core/questions/interaction';
import { plainText } from '../base/plainText';
import { numberStep, showStep } from '../base/showStep';
import { labelled } from '../../core/base/format';

/** Shown by every input of a question. Its texts are the server's and not trusted. */
export interface Prompt {
  readonly server: string;
  /** The field that is asked for; `undefined` for a question about all of them. */
  readonly topic: string | undefined;
  /** Why the server asks. */
  readonly message: string;
  readonly hint: string | undefined;
  /** From 1; the first has no way back. */
  readonly step: number;
  readonly totalSteps: number;
  readonly signal: AbortSignal;
}

export type Outcome<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'back' }
  /** The whole question is over. */
  | { readonly kind: 'closed'; readonly answer: Answer };

interface Option<T> {
  readonly label: string;
  readonly description?: string;
  /** A codicon's name. */
  readonly icon?: string;
  readonly value: T;
}

type Item<T> = QuickPickItem & { readonly value: T };
type TypedType = Extract<FieldType, { kind: 'text' | 'number' }>;

/** Servers must not ask for secrets in this way; those that do get them typed unseen. */
export function isSecret({ name, title }: FormField): boolean {
  return /passw|secret|token|api.?key|credential/i.test(`${name} ${title}`);
}

/** A text or a number. What was left empty isn't a value, where none is needed. */
export function askText(
  prompt: Prompt,
  field: FormField,
  type: TypedType,
  value: FieldValue | undefined,
): Promise<Outcome<FieldValue | undefined>> {
  const box = window.createInputBox();
  box.value = value === undefined ? '' : String(value);
  box.password = isSecret(field);
  const optional = field.isRequired ? [] : [l10n.t('Leave empty to skip.')];
  box.prompt = [plainText(prompt.message), ...optional].filter((line) => line !== '').join(' — ');
  if (prompt.hint !== undefined) box.placeholder = plainText(prompt.hint);
  const isLeftOut = (): boolean => box.value === '' && !field.isRequired;
  const check = (): boolean => {
    const problem = isLeftOut() ? undefined : checkValue(field, parseText(type, box.value));
    box.validationMessage = problem === undefined ? undefined : plainText(problem);
    return problem === undefined;
  };
  return run(box, prompt, (resolve) => {
    box.onDidChangeValue(check);
    box.onDidAccept(() => {
      if (check()) resolve(isLeftOut() ? undefined : parseText(type, box.value));
    });
  });
}

/** One of several; `value` is where the choice starts. */
export function askOne<T>(prompt: Prompt, options: readonly Option<T>[], value?: T): Promise<Outcome<T>> {
  const pick = newPick(prompt, options);
  const start = pick.items.find((item) => item.value === value);
  // Without one the first is active; an empty list would leave none.
  // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/quickinput/browser/quickInput.ts (QuickPick, activeItems)
  if (start) pick.activeItems = [start];
  return run(pick, prompt, (resolve) =>
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen) resolve(chosen.value);
    }),
  );
}

/** Any number of several, as far as `check` has no sentence against it. */
export function askSeveral(
  prompt: Prompt,
  options: readonly Option<string>[],
  values: readonly string[],
  check: (values: readonly string[]) => string | undefined,
): Promise<Outcome<readonly string[]>> {
  const pick = newPick(prompt, options);
  pick.canSelectMany = true;
  pick.selectedItems = pick.items.filter((item) => values.includes(item.value));
  return run(pick, prompt, (resolve) =>
    pick.onDidAccept(() => {
      const chosen = pick.selectedItems.map((item) => item.value);
      const problem = check(chosen);
      if (problem === undefined) resolve(chosen);
      // A pick has no place for messages; its text of what was typed is free for it.
      else [pick.value, pick.placeholder] = ['', problem];
    }),
  );
}

function newPick<T>({ message, hint }: Prompt, options: readonly Option<T>[]): QuickPick<Item<T>> {
  const pick = window.createQuickPick<Item<T>>();
  pick.placeholder = plainText([message, hint ?? ''].filter((line) => line !== '').join(' — '));
  pick.matchOnDescription = true;
  pick.items = options.map(({ label, description, icon, value }) => ({
    label: plainText(label),
    ...(description !== undefined && { description: plainText(description) }),
    ...(icon !== undefined && { iconPath: new ThemeIcon(icon) }),
    value,
  }));
  return pick;
}

/** Shows an input until `listen` has resolved, a button was pressed, or it was closed, by the user or by the signal. */
async function run<T, I extends QuickPickItem>(
  input: InputBox | QuickPick<I>,
  prompt: Prompt,
  listen: (resolve: (value: T) => void) => void,
): Promise<Outcome<T>> {
  const decline: QuickInputButton = { iconPath: new ThemeIcon('circle-slash'), tooltip: l10n.t('Decline') };
  const server = plainText(prompt.server);
  const title = l10n.t('Request from MCP Server “{0}”', server);
  input.title = prompt.topic === undefined ? title : labelled(title, plainText(prompt.topic));
  const number = prompt.totalSteps > 1 ? { step: prompt.step, of: prompt.totalSteps } : undefined;
  numberStep(input, { number, canGoBack: prompt.step > 1 }, [decline]);
  input.ignoreFocusOut = true;
  const close = (): void => input.hide();
  prompt.signal.addEventListener('abort', close, { once: true });
  try {
    const end = await showStep<Outcome<T>, I>(input, (give, store) => {
      listen((value) => give({ kind: 'value', value }));
      store.add(
        input.onDidTriggerButton((button) => {
          if (button === decline) give({ kind: 'closed', answer: { action: 'decline' } });
        }),
      );
    });
    if (end.kind === 'value') return end.value;
    return end.kind === 'back' ? end : { kind: 'closed', answer: { action: 'cancel' } };
  } finally {
    prompt.signal.removeEventListener('abort', close);
    input.dispose();
  }
}
