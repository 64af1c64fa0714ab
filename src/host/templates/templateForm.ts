import * as l10n from '@vscode/l10n';
import { window, type QuickPick } from 'vscode';
import { legible } from '../../core/base/legible';
import type { Logger } from '../../core/base/ports';
import type { Catalog } from '../../core/catalog/catalog';
import type { PickedResource } from '../../core/context/contextSet';
import { displayName } from '../../core/resource/displayName';
import type { TemplateEntry } from '../../core/catalog/templates';
import type { Connections } from '../../core/connection/connections';
import { Completer } from '../../core/templates/completer';
import { asArguments, parseFlawless } from '../../core/templates/filling';
import type { UriTemplate } from '../../core/templates/parseTemplate';
import {
  expand,
  itemsOf,
  preview,
  variables,
  type TemplateValue,
  type Variable,
} from '../../core/templates/uriTemplate';
import { canSave } from '../../core/templates/savedResources';
import type { UsedValues } from '../../core/templates/usedValues';
import { plainText } from '../base/plainText';
import { numberStep } from '../base/showStep';
import { chooseTemplate, chooseUse, type TemplateChoiceParts } from './templateSteps';
import type { TemplateUses } from './templateUses';
import { ValueStep, type FormRow, type ValueAnswer } from './valueStep';

export interface TemplateFormParts extends TemplateChoiceParts {
  readonly log: Logger;
  readonly connections: Connections;
  readonly used: UsedValues;
  readonly catalog: Pick<Catalog, 'find'>;
  readonly uses: TemplateUses;
  /** Shows, or says, that the first of them is kept in the list. */
  readonly showSaved: (resources: readonly PickedResource[]) => Promise<void>;
}

/** The form on the screen: one quick pick for all steps, because between two of them a key would go to what is behind. */
interface Form {
  picker: QuickPick<FormRow>;
}

/** One template that is being filled in. */
interface Filling {
  readonly form: Form;
  readonly entry: TemplateEntry;
  readonly template: UriTemplate;
  readonly values: Map<string, TemplateValue | undefined>;
}

/**
 * A title has about this much room before VS Code cuts off its end, where the step stands.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/quickinput/browser/media/quickInput.css (.quick-input-title)
 */
const maxTitleLength = 90;

/** Asks for the values of a template, one after the other, and does something with the resource that they name. */
export class TemplateForm {
  constructor(private readonly parts: TemplateFormParts) {}

  /** @param entry without it, the user chooses one of all templates first */
  async open(entry?: TemplateEntry): Promise<void> {
    const form = { picker: newPicker() };
    try {
      for (;;) {
        const chosen = entry ?? (await chooseTemplate(form.picker, this.parts, (id) => this.#serverName(id)));
        if (!chosen || (await this.#fill(form, chosen, entry === undefined)) === 'left') return;
      }
    } finally {
      form.picker.dispose();
    }
  }

  async #fill(form: Form, entry: TemplateEntry, canGoBack: boolean): Promise<'back' | 'left'> {
    const template = parseFlawless(entry.template.uriTemplate);
    const asked = variables(template);
    const filling: Filling = { form, entry, template, values: new Map() };
    for (let step = 0; ;) {
      const variable = asked[step];
      const number = { step: step + 1, of: asked.length + 1 };
      numberStep(form.picker, { number, canGoBack: step > 0 || canGoBack });
      const answer = variable ? await this.#ask(filling, variable) : await this.#use(filling);
      if (answer.kind === 'left') return 'left';
      if (answer.kind === 'back' && step === 0) return 'back';
      if (answer.kind === 'value' && variable) filling.values.set(variable.name, answer.value);
      if (answer.kind === 'again') step = 0;
      else step += answer.kind === 'back' ? -1 : 1;
    }
  }

  async #ask(filling: Filling, variable: Variable): Promise<ValueAnswer> {
    const { form, entry, template, values } = filling;
    const { name } = variable;
    const others = new Map([...values].filter(([key]) => key !== name));
    const completer = new Completer(this.parts.clock, this.parts.log, async (text, signal) => {
      const session = await this.parts.connections.get(entry.serverId)?.session();
      const argument = { name, value: text };
      const answer = await session?.complete(entry.template.uriTemplate, argument, asArguments(others), signal);
      return answer?.values ?? [];
    });
    const question = {
      variable,
      placeholder: placeholder(variable, entry),
      value: values.get(name),
      used: this.parts.used.of(entry, name),
      completer,
      title: (value: TemplateValue | undefined): string =>
        titleOf(entry, preview(template, isAnswer(value, variable) ? new Map([...others, [name, value]]) : others)),
    };
    try {
      return await new ValueStep(form.picker, question).run();
    } finally {
      completer.dispose();
    }
  }

  /** The last step: what to do with the URI. `again` when there is nothing behind it: then the values can still be changed. */
  async #use({ form, entry, values, template }: Filling): Promise<{ readonly kind: 'back' | 'left' | 'again' }> {
    const uri = expand(template, values);
    form.picker.title = titleOf(entry, legible(uri));
    form.picker.placeholder = plainText(legible(uri));
    const end = await chooseUse(form.picker, canSave(this.parts.catalog, { serverId: entry.serverId, uri }));
    if (end.kind !== 'value') return end;
    const use = end.value;
    // Out of the way of what the server may ask.
    form.picker.dispose();
    const resource = await this.parts.uses.use(use, { entry, uri, values });
    if (!resource) {
      form.picker = newPicker();
      return { kind: 'again' };
    }
    if (use === 'keep') await this.parts.showSaved([resource]);
    return { kind: 'left' };
  }

  #serverName(serverId: string): string {
    return this.parts.connections.get(serverId)?.definition.name ?? '';
  }
}

function newPicker(): QuickPick<FormRow> {
  const picker = window.createQuickPick<FormRow>();
  picker.ignoreFocusOut = true;
  return picker;
}

/** Nothing is not an answer where one is required: the name goes on standing for it. */
function isAnswer(value: TemplateValue | undefined, { isRequired }: Variable): boolean {
  return !isRequired || (value !== undefined && itemsOf(value).length > 0);
}

function placeholder({ name, isRequired }: Variable, { template }: TemplateEntry): string {
  const need = isRequired ? l10n.t('{0}, required', name) : l10n.t('{0}, optional (press Enter to skip)', name);
  return template.description ? `${need} · ${template.description}` : need;
}

/** Cut in the middle: the scheme and the last variables say most. */
function titleOf({ template }: TemplateEntry, uri: string): string {
  const name = displayName(template);
  const room = Math.max(30, maxTitleLength - name.length);
  const half = Math.floor(room / 2);
  return plainText(`${name} · ${uri.length > room ? `${uri.slice(0, half)}…${uri.slice(-half)}` : uri}`);
}
