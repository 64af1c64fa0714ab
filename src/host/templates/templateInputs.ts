import * as l10n from '@vscode/l10n';
import { ThemeIcon, window, type QuickPick, type QuickPickItem } from 'vscode';
import type { Handlers } from '../../shared/endpoint';
import { offersFor, type OfferSources } from '../../shared/templateOffers';
import type {
  TemplateField,
  TemplateForm,
  TemplateRequests,
  TemplateUse,
  TemplateValues,
} from '../../shared/templateProtocol';
import { delay, type Clock } from '../../core/base/clock';
import { toDisposable, type DisposableStore } from '../../core/base/disposable';
import { HumanError } from '../../core/base/errors';
import { factLine, formatCount, joined, labelled } from '../../core/base/format';
import { legible } from '../../core/base/legible';
import { Pace } from '../../core/base/pace';
import type { TemplateCatalog, TemplateEntry } from '../../core/catalog/templates';
import { displayName } from '../../core/resource/displayName';
import { hasSearchView } from '../base/hasSearchView';
import { plainText } from '../base/plainText';
import { numberStep, showStep, type Step, type StepEnd } from '../base/showStep';
import { showInformation } from '../base/tell';
import type { TemplatesNeeds } from './open';

/** Interval between two updates of the list while templates arrive, in ms. */
const showEvery = 100;
/** Pause in typing, in ms, after which the server is asked. */
const typingPause = 150;
const never = new AbortController().signal;

interface Needs {
  readonly base: Pick<TemplatesNeeds['base'], 'clock'>;
  readonly core: Pick<TemplatesNeeds['core'], 'templates' | 'connections'>;
  readonly search: Pick<TemplatesNeeds['search'], 'visibility'>;
}

interface Row<T> extends QuickPickItem {
  readonly value: T;
  /** The typed text when the row was made, where it depends on it. */
  readonly typed?: string;
}

/** Gives a picker its rows, now and when they change. */
type Fill<T> = (picker: QuickPick<Row<T>>, store: DisposableStore) => void;

/**
 * Asks for a template and opens its form: that of the search page, or inputs that follow one another in a window without views.
 *
 * @param forms the form that the inputs are another face of
 * @param showInPage opens the page's form of a template
 */
export async function openFromTemplate(
  needs: Needs,
  forms: Handlers<TemplateRequests>,
  showInPage: (entry: TemplateEntry) => Promise<void>,
): Promise<void> {
  for (;;) {
    const chosen = await chooseTemplate(needs);
    if (chosen.kind !== 'value') return;
    if (await hasSearchView()) return showInPage(chosen.value);
    const id = needs.core.templates.idOf(chosen.value);
    const form = await forms.openTemplate({ id }, never);
    if (form.problem !== undefined) throw new HumanError('badContent', form.problem);
    if ((await new TemplateInputs(needs.base.clock, forms, id, form).run()) === 'left') return;
  }
}

/** Follows the servers while they list. */
function chooseTemplate({ base, core, search }: Needs): Promise<StepEnd<TemplateEntry>> {
  const { templates, connections } = core;
  const rowOf = (entry: TemplateEntry): Row<TemplateEntry> => {
    const server = connections.get(entry.serverId)?.definition.name ?? '';
    const description = `${server} · ${legible(entry.template.uriTemplate)}`;
    return newRow(entry, 'symbol-parameter', displayName(entry.template), description);
  };
  return ask(l10n.t('Open Resource from Template'), '', undefined, (picker, store) => {
    picker.matchOnDescription = true;
    const show = (): void => {
      picker.items = templates.all.filter(search.visibility.isTemplateVisible).map(rowOf);
      picker.placeholder = askingFor(
        picker.items.map(({ value }) => value),
        templates,
      );
    };
    const pace = store.add(new Pace(base.clock, showEvery, show));
    store.add(templates.onDidChange(() => pace.trigger()));
    show();
  });
}

/** Says where templates of a server are left out. */
function askingFor(listed: readonly TemplateEntry[], templates: TemplateCatalog): string {
  if (listed.length === 0) return l10n.t('No templates yet');
  const servers = new Set(listed.map(({ serverId }) => serverId));
  const omitted = [...servers].reduce((sum, id) => sum + templates.omitted(id), 0);
  if (omitted === 0) return l10n.t('Select a template');
  const all = formatCount(listed.length + omitted);
  return l10n.t('Select a template ({0} of {1} shown)', formatCount(listed.length), all);
}

/** The steps of one template: its values, and what to do with the resource. */
class TemplateInputs {
  /** A list has an answer for each of its values, and an empty one at its end. Those from `#step` on are of steps that the user left by Back. */
  readonly #answers: { readonly field: TemplateField; readonly text: string }[] = [];
  #step = 0;

  constructor(
    private readonly clock: Clock,
    private readonly forms: Handlers<TemplateRequests>,
    private readonly id: number,
    private readonly form: TemplateForm,
  ) {}

  /** @returns 'back' from the first step */
  async run(): Promise<'back' | 'left'> {
    for (;;) {
      const field = this.#nextField();
      const end = field ? await this.#askValue(field) : await this.#askUse();
      if (end.kind === 'left' || (end.kind === 'back' && this.#step === 0)) return end.kind;
      if (end.kind === 'value' && field) this.#answers[this.#step] = { field, text: end.value };
      this.#step += end.kind === 'value' ? 1 : -1;
    }
  }

  /** `undefined` after the last. */
  #nextField(): TemplateField | undefined {
    const { fields } = this.form;
    const last = this.#answers[this.#step - 1];
    if (!last) return fields[0];
    return last.field.isList && last.text !== '' ? last.field : fields[fields.indexOf(last.field) + 1];
  }

  /** The value is typed, completed by the server, or was used before; an empty one leaves it out, or ends a list. */
  #askValue(field: TemplateField): Promise<StepEnd<string>> {
    const { id, form } = this;
    const { name, isRequired } = field;
    const need = isRequired ? l10n.t('{0}, required', name) : l10n.t('{0}, optional (press Enter to skip)', name);
    const asks = factLine([need, form.description]);
    const previousAnswer = this.#answers[this.#step];
    return this.#ask(asks, field, (picker, store) => {
      let answer: readonly string[] = [];
      let abort = new AbortController();
      const show = (isOutdated: boolean): void => {
        const active = activeRow(picker);
        const rows = this.#rows(field, { text: picker.value, answer, isOutdated });
        picker.items = rows;
        // VS Code sorts by how well a label matches, and would begin with the best.
        // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/quickinput/browser/quickInputList.ts (compareEntries)
        const current = rows.find(({ value }) => value === active?.value) ?? rows[0];
        if (current) picker.activeItems = [current];
      };
      const complete = async (pause: number): Promise<void> => {
        abort.abort();
        const { signal } = (abort = new AbortController());
        const values = { ...this.#values, [name]: picker.value };
        picker.busy = true;
        show(true);
        // After a failure the user can still type; it has been logged.
        const completion = await delay(this.clock, pause, signal)
          .then(() => this.forms.completeVariable({ id, name, values }, signal))
          .catch(() => undefined);
        if (signal.aborted) return;
        answer = completion?.values ?? [];
        picker.busy = false;
        show(false);
      };
      store.add(toDisposable(() => abort.abort()));
      store.add(picker.onDidChangeValue(() => void complete(typingPause)));
      picker.value = previousAnswer?.field === field ? previousAnswer.text : '';
      void complete(0);
    });
  }

  #rows(field: TemplateField, offered: Pick<OfferSources, 'text' | 'answer' | 'isOutdated'>): readonly Row<string>[] {
    const { name, used, isRequired } = field;
    const { text } = offered;
    const chosen = this.#texts(field);
    const offers = offersFor({ ...offered, used, isTaken: (value) => chosen.includes(value) });
    const end = chosen.length > 0 ? l10n.t('Continue with {0}', joined(chosen)) : l10n.t('Skip {0}', name);
    const typed = text === '' ? newRow('', 'arrow-right', end) : newRow(text, 'edit', text, name);
    const rows = [
      ...(text === '' && isRequired && chosen.length === 0 ? [] : [typed]),
      ...offers.used.map((value) => newRow(value, 'history', value, l10n.t('used before'))),
      ...offers.fromServer.map((value) => newRow(value, 'symbol-string', value)),
    ];
    // The server has decided what fits; VS Code's own filter would hide what does not hold the typed text.
    // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/quickinput/browser/quickInputList.ts (filter)
    return rows.map((row) => ({ ...row, alwaysShow: true, typed: text }));
  }

  /** Asks what to do with the URI. Returns to the previous step if nothing can be read there. */
  async #askUse(): Promise<StepEnd<never>> {
    const { forms } = this;
    const about = { id: this.id, values: this.#values };
    const { uri = '', errors, cannotKeep } = await forms.expandTemplate(about, never);
    const [error] = Object.entries(errors);
    if (error) return back(labelled(...error));
    const end = await this.#ask<TemplateUse>(legible(uri), undefined, (picker) => {
      const rows = [
        newRow<TemplateUse>('attach', 'attach', l10n.t('Attach to Chat')),
        newRow<TemplateUse>('open', 'go-to-file', l10n.t('Open')),
        newRow<TemplateUse>('keep', 'pin', l10n.t('Save to List'), l10n.t('in this workspace')),
        newRow<TemplateUse>('copyUri', 'copy', l10n.t('Copy URI')),
      ];
      picker.items = rows.filter(({ value }) => value !== 'keep' || cannotKeep === undefined);
    });
    if (end.kind !== 'value') return end;
    const { isDone, problem } = await forms.useTemplate({ ...about, use: end.value }, never);
    if (!isDone) return back(problem);
    if (end.value === 'keep')
      window.setStatusBarMessage(plainText(l10n.t('“{0}” was saved to the list of resources.', legible(uri))), 5_000);
    return { kind: 'left' };
  }

  /** @param field `undefined` for the last step */
  #ask<T>(placeholder: string, field: TemplateField | undefined, fill: Fill<T>): Promise<StepEnd<T>> {
    const { title, fields } = this.form;
    const step = field ? fields.indexOf(field) + 1 : fields.length + 1;
    return ask(title, placeholder, { step, of: fields.length + 1 }, fill);
  }

  get #values(): TemplateValues {
    return Object.fromEntries(this.form.fields.map((field) => [field.name, this.#texts(field).join('\n')]));
  }

  #texts(field: TemplateField): readonly string[] {
    const given = this.#answers.slice(0, this.#step);
    return given.filter((answer) => answer.field === field && answer.text !== '').map(({ text }) => text);
  }
}

function back(problem: string | undefined): StepEnd<never> {
  if (problem !== undefined) void showInformation(problem);
  return { kind: 'back' };
}

/**
 * Shows an input as one step. It is gone before a server can ask for something.
 *
 * @param number `undefined` for the first step of all, which has no way back
 */
async function ask<T>(title: string, placeholder: string, number: Step['number'], fill: Fill<T>): Promise<StepEnd<T>> {
  const picker = window.createQuickPick<Row<T>>();
  picker.title = plainText(title);
  picker.placeholder = plainText(placeholder);
  picker.ignoreFocusOut = true;
  numberStep(picker, { number, canGoBack: number !== undefined });
  try {
    return await showStep<T, Row<T>>(picker, (give, store) => {
      store.add(
        picker.onDidAccept(() => {
          const row = activeRow(picker) ?? picker.items[0];
          if (row) give(row.value);
        }),
      );
      fill(picker, store);
    });
  } finally {
    picker.dispose();
  }
}

/** The row that Enter is meant for. Keys can be faster than rows: one that was made for another text is not meant. */
function activeRow<T>({ activeItems, value }: QuickPick<Row<T>>): Row<T> | undefined {
  return activeItems.find(({ typed = value }) => typed === value);
}

function newRow<T>(value: T, icon: string, label: string, description = ''): Row<T> {
  return { value, iconPath: new ThemeIcon(icon), label: plainText(label), description: plainText(description) };
}
