import * as l10n from '@vscode/l10n';
import { ThemeIcon, type QuickPick, type QuickPickItem } from 'vscode';
import { joined } from '../../core/base/format';
import type { Completer } from '../../core/templates/completer';
import { itemsOf, type TemplateValue, type Variable } from '../../core/templates/uriTemplate';
import { offersFor } from '../../shared/templateOffers';
import { plainText } from '../base/plainText';
import { showStep, type StepEnd } from '../base/showStep';
import { separator } from './templateSteps';

/** A row that does something; separators do nothing. */
export interface FormRow extends QuickPickItem {
  readonly act?: () => void;
  /** The typed text when the row was made. */
  readonly text?: string;
}

export interface ValueQuestion {
  readonly variable: Variable;
  /** Placeholder of the empty box. */
  readonly placeholder: string;
  /** The earlier answer, when the user came back to this step. */
  readonly value: TemplateValue | undefined;
  readonly used: readonly string[];
  readonly completer: Completer;
  /** The title above the form, with the URI that this value would give. */
  readonly title: (value: TemplateValue | undefined) => string;
}

export type ValueAnswer = StepEnd<TemplateValue | undefined>;

interface Offer {
  readonly value: TemplateValue | undefined;
  readonly row: FormRow;
}

/** One step of the form: a value that is typed, completed by the server, or was used before. A list is gathered value by value. */
export class ValueStep {
  #chosen: readonly string[];
  #offers: readonly Offer[] = [];
  #give: (value: TemplateValue | undefined) => void = () => undefined;

  constructor(
    private readonly picker: QuickPick<FormRow>,
    private readonly question: ValueQuestion,
  ) {
    const { value, variable } = question;
    this.#chosen = variable.isList && value !== undefined ? itemsOf(value).map(([, text]) => text) : [];
  }

  run(): Promise<ValueAnswer> {
    const { picker, question } = this;
    picker.placeholder = question.placeholder;
    picker.value = typeof question.value === 'string' ? question.value : '';
    return showStep<TemplateValue | undefined, FormRow>(picker, (give, store) => {
      this.#give = give;
      store.add(picker.onDidChangeValue(() => this.#typed()));
      store.add(picker.onDidChangeActive(() => this.#showTitle()));
      store.add(picker.onDidAccept(() => this.#active()?.row.act?.()));
      store.add(question.completer.onDidChange(() => this.#render(this.#active())));
      this.#typed();
    });
  }

  #typed(): void {
    const { variable, completer } = this.question;
    const text = this.picker.value;
    this.#render(undefined);
    completer.ask(variable.isList ? (splitList(text).at(-1) ?? '') : text);
  }

  /** @param active the row to stay on; the first where there is no such row any more */
  #render(active: Offer | undefined): void {
    const { picker, question } = this;
    picker.busy = question.completer.isBusy;
    const offers = this.#makeOffers(picker.value);
    // New rows would undo an arrow key that was pressed this very moment.
    // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/quickinput/browser/quickInput.ts (QuickPick, trySelectFirst)
    if (isSame(offers, this.#offers)) return;
    this.#offers = offers;
    const rows = offers.map(({ row }) => row);
    picker.items = rows.length > 0 ? rows : [separator(l10n.t('Type a value'))];
    const choices = rows.filter(({ act }) => act);
    const current = choices.find(({ label }) => label === active?.row.label) ?? choices[0];
    // VS Code sorts by how well a label matches, and would begin with the best.
    // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/quickinput/browser/quickInputList.ts (compareEntries)
    if (current) picker.activeItems = [current];
    this.#showTitle();
  }

  #makeOffers(text: string): Offer[] {
    const { completer, variable } = this.question;
    const { used, fromServer } = offersFor({
      text,
      used: this.question.used,
      answer: completer.values,
      isOutdated: completer.isBusy,
      isTaken: (value) => this.#chosen.includes(value),
    });
    return [
      ...this.#firstOffer(text),
      ...(variable.isList && text === '' ? this.#chosenOffers() : []),
      ...group(
        l10n.t('Used before'),
        // VS Code takes the separators away while something is typed.
        // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/quickinput/browser/quickInputList.ts (filter)
        used.map((value) => this.#offer(value, 'history', { description: text && l10n.t('used before') })),
      ),
      ...group(
        used.length > 0 ? l10n.t('From the server') : '',
        fromServer.map((value) => this.#offer(value, 'symbol-string')),
      ),
    ];
  }

  /** The row that Enter takes unless another is chosen: the typed text, or no value. */
  #firstOffer(text: string): Offer[] {
    const { variable } = this.question;
    const { name, isList, isRequired } = variable;
    if (text !== '') {
      const description = isList ? l10n.t('add to “{0}”', name) : name;
      return [this.#offer(text, 'edit', { value: isList ? splitList(text) : [text], description })];
    }
    if (this.#chosen.length > 0) {
      const label = l10n.t('Continue with {0}', joined(this.#chosen));
      return [this.#goOn(label, this.#chosen)];
    }
    return isRequired ? [] : [this.#goOn(l10n.t('Skip {0}', name), undefined)];
  }

  #offer(
    label: string,
    icon: string,
    { value = [label], description = '' }: { value?: readonly string[]; description?: string } = {},
  ): Offer {
    const { isList } = this.question.variable;
    const act = (): void => {
      if (isList) this.#choose([...new Set([...this.#chosen, ...value])]);
      else this.#give(value[0]);
    };
    return { value: isList ? [...this.#chosen, ...value] : value[0], row: this.#row(label, icon, description, act) };
  }

  #goOn(label: string, value: TemplateValue | undefined): Offer {
    return { value, row: this.#row(label, 'arrow-right', '', () => this.#give(value)) };
  }

  #chosenOffers(): readonly Offer[] {
    const offers = this.#chosen.map((value): Offer => {
      const others = this.#chosen.filter((one) => one !== value);
      return { value: others, row: this.#row(value, 'check', l10n.t('remove'), () => this.#choose(others)) };
    });
    return group(l10n.t('Selected'), offers);
  }

  #row(label: string, icon: string, description: string, act: () => void): FormRow {
    // The server has decided what fits; VS Code's own filter would hide what does not hold the typed text.
    // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/quickinput/browser/quickInputList.ts (filter)
    return {
      label: plainText(label),
      description: plainText(description),
      iconPath: new ThemeIcon(icon),
      alwaysShow: true,
      act,
      text: this.picker.value,
    };
  }

  #choose(chosen: readonly string[]): void {
    this.#chosen = chosen;
    this.picker.value = '';
    this.#typed();
  }

  /** The row that Enter is meant for. Keys can be faster than rows: one that was made for another text is not meant. */
  #active(): Offer | undefined {
    const [active] = this.picker.activeItems;
    const offers = this.#offers.filter(({ row }) => row.act);
    const current = active?.text === this.picker.value ? active : undefined;
    return offers.find(({ row }) => row.label === current?.label) ?? offers[0];
  }

  #showTitle(): void {
    this.picker.title = this.question.title(this.#active()?.value);
  }
}

/** `a, b` as two values: a comma cannot be typed as a part of one, but completed. */
function splitList(text: string): string[] {
  return text
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean);
}

function isSame(some: readonly Offer[], others: readonly Offer[]): boolean {
  const looks = ({ row: { label, description, text } }: Offer): string => JSON.stringify([label, description, text]);
  return some.length > 0 && some.map(looks).join() === others.map(looks).join();
}

function group(title: string, offers: readonly Offer[]): readonly Offer[] {
  if (title === '') return offers;
  return offers.length === 0 ? [] : [{ value: undefined, row: separator(title) }, ...offers];
}
