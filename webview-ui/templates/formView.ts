import { html, nothing, type TemplateResult } from 'lit/html.js';
import { ref } from 'lit/directives/ref.js';
import type { TemplateForm } from '../../src/shared/templateProtocol';
import { button } from '../controls/button';
import { legible } from '../base/legible';
import { actionsView, uriView } from './actionsView';
import type { Fields } from './fields';
import { fieldView } from './fieldView';
import type { FormContext } from './formContext';

/** Characters of a description: it should help, not fill the form. */
const maxDescriptionLength = 600;

/** The whole form. */
export function formView(context: FormContext): TemplateResult {
  const { commands } = context;
  const onDrawn = (element: Element | undefined): void => {
    // By then the rest of the page is drawn.
    if (element) queueMicrotask(() => commands.onDrawn(element.parentNode ?? document));
  };
  return html`<div
    class="template-form"
    tabindex="-1"
    spellcheck="false"
    ${ref(onDrawn)}
    @keydown=${(event: KeyboardEvent) => commands.formKey(event)}
  >
    ${stageView(context)}
  </div>`;
}

/** Draws the template's fields, which scroll, and the actions below them, which are always in sight. */
function stageView(context: FormContext): TemplateResult {
  const { model, strings, commands } = context;
  const { stage } = model;
  switch (stage.kind) {
    case 'loading':
      return scrolling(html`<p class="quiet late">${strings.loading}</p>`);
    case 'failed':
      return scrolling(
        trouble(
          stage.message,
          html`${button(strings.retry, 'secondary', () => commands.retry())}
          ${button(strings.back, 'secondary', () => commands.close())}`,
        ),
      );
    case 'open':
      return openView(context, stage.form, stage.fields);
  }
}

function scrolling(content: TemplateResult): TemplateResult {
  return html`<div class="form-body">${content}</div>`;
}

function trouble(text: string, end: TemplateResult | typeof nothing): TemplateResult {
  return html`<div class="trouble" role="alert">
    <p><span class="codicon codicon-error" aria-hidden="true"></span><bdi>${text}</bdi></p>
    ${end}
  </div>`;
}

function openView(context: FormContext, form: TemplateForm, fields: Fields): TemplateResult {
  const { problem } = form;
  if (problem !== undefined) return scrolling(html`${introduction(form)} ${trouble(problem, nothing)}`);
  const boxes = fields.all.map((field, index) => fieldView(context, field, index));
  return html`${scrolling(html`${introduction(form)} ${boxes} ${uriView(context)}`)} ${actionsView(context)}`;
}

function introduction({ description = '', server, uriTemplate }: TemplateForm): TemplateResult {
  const isLong = description.length > maxDescriptionLength;
  const excerpt = isLong ? `${description.slice(0, maxDescriptionLength)}…` : description;
  return html`<div class="about">
    ${excerpt === '' ? nothing : html`<p class="description" dir="auto">${excerpt}</p>`}
    <p class="quiet origin">
      <bdi>${legible(server)}</bdi> · <bdi class="code" dir="ltr">${legible(uriTemplate)}</bdi>
    </p>
  </div>`;
}
