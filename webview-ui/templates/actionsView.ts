import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { TemplateUse } from '../../src/shared/templateProtocol';
import { fill } from '../../src/shared/strings';
import { legible } from '../base/legible';
import type { FormContext } from './formContext';

/** Enter in the last field does this. */
export const primaryUse = 'attach' satisfies TemplateUse;
export const primaryButtonId = `template-${primaryUse}`;

interface Action {
  readonly use: TemplateUse;
  readonly label: string;
  readonly look: 'primary' | 'secondary' | 'small';
  readonly icon?: string;
  /** The reason why it is disabled. */
  readonly reason: string | undefined;
}

/** The unfinished URI. */
export function uriView({ model, strings }: FormContext): TemplateResult {
  const pieces = model.expansion?.pieces ?? [];
  const parts = pieces.map(({ kind, text }) => html`<bdi class=${kind}>${legible(text)}</bdi>`);
  return html`<div class="shape">
    <div class="field-head" id="template-uri-label">${strings.form.uri}</div>
    <div class="uri code" id="template-uri" role="group" aria-labelledby="template-uri-label" dir="ltr">${parts}</div>
  </div>`;
}

/** The actions for the resource. A disabled button says why and, when pressed, leads to the missing field. */
export function actionsView(context: FormContext): TemplateResult {
  const { model, strings } = context;
  const { cannotKeep } = model.expansion ?? {};
  const reason = missing(context);
  const actions: readonly Action[] = [
    { use: primaryUse, label: strings.attach, look: 'primary', reason },
    { use: 'open', label: strings.open, look: 'secondary', reason },
    { use: 'keep', label: strings.form.keep, look: 'small', icon: 'pin', reason: reason ?? cannotKeep },
    { use: 'copyUri', label: strings.form.copyUri, look: 'small', icon: 'copy', reason },
  ];
  return html`<div class="form-end">
    <div class="actions">${actions.map((action) => actionButton(context, action))}</div>
    <p class="outcome">
      ${outcome(context) ?? (reason === undefined || !model.hasTried ? nothing : html`<span class="quiet">${reason}</span>`)}
    </p>
  </div>`;
}

function missing({ model, strings }: FormContext): string | undefined {
  const { expansion } = model;
  if (!expansion || expansion.uri !== undefined) return undefined;
  const invalid = model.fields?.all.filter(({ name }) => Object.hasOwn(expansion.errors, name)) ?? [];
  const list = new Intl.ListFormat(document.documentElement.lang || 'en');
  return fill(strings.form.incomplete, list.format(invalid.map(({ name }) => legible(name))));
}

function actionButton(
  { model, strings, commands }: FormContext,
  { use, label, look, icon, reason }: Action,
): TemplateResult {
  const isRunning = model.outcome?.kind === 'running' && model.outcome.use === use;
  return html`<button
    id="template-${use}"
    type="button"
    class="action ${look}"
    title=${reason === undefined ? (icon === undefined ? nothing : label) : fill(strings.labelled, label, reason)}
    aria-disabled=${reason !== undefined}
    aria-busy=${isRunning}
    aria-description=${reason ?? nothing}
    aria-describedby=${reason === undefined && use === primaryUse ? 'template-uri' : nothing}
    @click=${() => void commands.use(use)}
  >
    ${icon === undefined ? nothing : html`<span class="codicon codicon-${icon}" aria-hidden="true"></span>`}
    <span class="label">${label}</span>
  </button>`;
}

function outcome({ model, strings }: FormContext): TemplateResult | undefined {
  const { outcome: lastOutcome } = model;
  if (lastOutcome?.kind === 'failed')
    return html`<span class="codicon codicon-error" aria-hidden="true"></span><bdi>${lastOutcome.message}</bdi>`;
  if (lastOutcome?.kind === 'done')
    return html`<span class="codicon codicon-check" aria-hidden="true"></span>${strings.form.done[lastOutcome.use]}`;
  return (
    lastOutcome &&
    html`<span class="busy codicon codicon-loading" aria-hidden="true"></span
      ><span class="quiet late">${strings.loading}</span>`
  );
}
