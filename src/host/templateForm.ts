import * as l10n from '@vscode/l10n';
import { commands, QuickInputButtons, window, type QuickPick } from 'vscode';
import type { Clock } from '../core/base/clock';
import { HumanError } from '../core/base/errors';
import type { Logger } from '../core/base/ports';
import type { Catalog } from '../core/catalog/catalog';
import { displayName } from '../core/catalog/order';
import type { TemplateCatalog, TemplateEntry } from '../core/catalog/templates';
import type { Connections } from '../core/connection/connections';
import type { PickedResource } from '../core/context/contextSet';
import { Completer } from '../core/template/completer';
import { builtResource, type KeptResource, type KeptResources } from '../core/template/keptResources';
import { parseTemplate, type UriTemplate } from '../core/template/parseTemplate';
import {
  expand,
  itemsOf,
  preview,
  textOf,
  variables,
  type TemplateValue,
  type TemplateValues,
  type Variable,
} from '../core/template/uriTemplate';
import type { UsedValues } from '../core/template/usedValues';
import { commands as ids } from './ids';
import type { ResourceActions } from './resourceActions';
import { chooseTemplate, chooseUse, type Use } from './templateSteps';
import { plainText } from './plainText';
import { ValueStep, type FormRow, type ValueAnswer } from './valueStep';

export interface TemplateFormParts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly catalog: Catalog;
  readonly templates: TemplateCatalog;
  readonly connections: Connections;
  readonly used: UsedValues;
  readonly kept: KeptResources;
  readonly actions: ResourceActions;
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

/** A title has about this much room before VS Code cuts off its end, where the step stands. */
const longestTitle = 90;

/** Asks for the values of a template, one after the other, and does something with the resource that they name. */
export class TemplateForm {
  constructor(private readonly parts: TemplateFormParts) {}

  /** @param entry without it, the person chooses one of all templates first */
  async open(entry?: TemplateEntry): Promise<void> {
    const form = { picker: newPicker() };
    try {
      for (;;) {
        const { templates } = this.parts;
        const chosen = entry ?? (await chooseTemplate(form.picker, templates, (id) => this.#serverName(id)));
        if (!chosen || (await this.#fill(form, chosen, entry === undefined)) === 'left') return;
      }
    } finally {
      form.picker.dispose();
    }
  }

  async #fill(form: Form, entry: TemplateEntry, canGoBack: boolean): Promise<'back' | 'left'> {
    const template = parse(entry);
    const asked = variables(template);
    const filling: Filling = { form, entry, template, values: new Map() };
    for (let step = 0; ;) {
      const variable = asked[step];
      form.picker.step = step + 1;
      form.picker.totalSteps = asked.length + 1;
      form.picker.buttons = step > 0 || canGoBack ? [QuickInputButtons.Back] : [];
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
      return session?.complete(entry.template.uriTemplate, argument, asArguments(others), signal) ?? [];
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
    const built = builtResource(entry, uri, values);
    form.picker.title = titleOf(entry, uri);
    form.picker.placeholder = uri;
    const use = await chooseUse(form.picker, this.parts.catalog.find(built.serverId, uri) === undefined);
    if (use === 'back' || use === 'left') return { kind: use };
    // Out of the way of what the server may ask.
    form.picker.dispose();
    if (use !== 'copy' && !(await this.parts.actions.canRead(toPicked(built)))) {
      form.picker = newPicker();
      return { kind: 'again' };
    }
    await this.parts.used.remember(entry, values);
    await this.#do(use, built);
    return { kind: 'left' };
  }

  async #do(use: Use, built: KeptResource): Promise<void> {
    const resource = toPicked(built);
    const { actions, kept } = this.parts;
    switch (use) {
      case 'open':
        return actions.open([resource]);
      case 'attach':
        return actions.attach([resource]);
      case 'copy':
        return actions.copyUris([resource]);
      case 'keep':
        await kept.keep(built);
        await commands.executeCommand(ids.reveal, { resources: [resource] });
    }
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

function parse({ template: { uriTemplate } }: TemplateEntry): UriTemplate {
  const template = parseTemplate(uriTemplate);
  if (template.errorAt === undefined) return template;
  const message = l10n.t(
    'No URI can be made of the template “{0}”: it has a mistake at character {1}. Tell the server’s author.',
    uriTemplate,
    template.errorAt + 1,
  );
  throw new HumanError('badContent', message);
}

/** Nothing is not an answer where one is required: the name goes on standing for it. */
function isAnswer(value: TemplateValue | undefined, { isRequired }: Variable): boolean {
  return !isRequired || (value !== undefined && itemsOf(value).length > 0);
}

/** As a server gets them with a question about another variable. */
function asArguments(values: TemplateValues): Record<string, string> {
  const given = [...values].flatMap(([name, value]) => (value === undefined ? [] : [[name, textOf(value)] as const]));
  return Object.fromEntries(given);
}

function placeholder({ name, isRequired }: Variable, { template }: TemplateEntry): string {
  const need = isRequired ? l10n.t('{0}, required', name) : l10n.t('{0}, optional: Enter leaves it out', name);
  return template.description ? `${need} · ${template.description}` : need;
}

/** Cut in the middle: the scheme and the last variables say most. */
function titleOf({ template }: TemplateEntry, uri: string): string {
  const name = displayName(template);
  const room = Math.max(30, longestTitle - name.length);
  const half = Math.floor(room / 2);
  return plainText(`${name} · ${uri.length > room ? `${uri.slice(0, half)}…${uri.slice(-half)}` : uri}`);
}

function toPicked({ serverId, uri, name, mimeType }: KeptResource): PickedResource {
  return { serverId, uri, name, title: undefined, mimeType, size: undefined };
}
