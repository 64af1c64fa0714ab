import type { TextField } from '@vscode/webview-ui-toolkit';
import { html, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';

export interface TextFieldOptions {
  readonly text: string;
  readonly label: string;
  readonly placeholder: string;
  /** Codicon at the beginning of the field. */
  readonly icon: string;
  /** Content at the end of the field. */
  readonly end: unknown;
  readonly onText: (text: string) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** A one-line text field. */
export function textField(options: TextFieldOptions): TemplateResult {
  // The toolkit takes the label from the element's own text; the style sheet hides the label that it draws.
  // https://github.com/microsoft/vscode-webview-ui-toolkit/blob/v1.4.0/src/text-field/index.ts (connectedCallback)
  return html`<vscode-text-field
    placeholder=${options.placeholder}
    .value=${live(options.text)}
    @input=${(event: Event) => options.onText((event.currentTarget as TextField).value)}
    @keydown=${(event: KeyboardEvent) => {
      // The keys of a button at its end are the button's.
      if (event.target === event.currentTarget) options.onKey(event);
    }}
    >${options.label}<span slot="start" class="codicon codicon-${options.icon}" aria-hidden="true"></span
    ><span slot="end">${options.end}</span></vscode-text-field
  >`;
}

/** Focuses the text field below `parent`, with the cursor at the end of its text or with all of the text selected. */
export function focusTextField(parent: ParentNode, isSelecting = false): void {
  const field = parent.querySelector<TextField>('vscode-text-field');
  if (!field) return;
  // The toolkit passes a new value to its input later, which would undo the selection.
  // https://github.com/microsoft/fast/blob/298679bcd082d24c6a9b81b038c35f76635616d0/packages/web-components/fast-foundation/src/text-field/text-field.template.ts (:value)
  if (field.control.value !== field.value) field.control.value = field.value;
  // Its own `focus()` does nothing while a button inside of it has the focus.
  field.control.focus();
  field.control.setSelectionRange(isSelecting ? 0 : field.value.length, field.value.length);
}

/** Puts a text into the text field below `parent` at once: what is typed before the next frame would join the former text. */
export function writeTextField(parent: ParentNode, text: string): void {
  const field = parent.querySelector<TextField>('vscode-text-field');
  if (!field || field.value === text) return;
  field.value = text;
  field.control.value = text;
}

/** Selection in the text field below `parent`, as offsets. */
export function selectionIn(parent: ParentNode): { readonly start: number; readonly end: number } {
  const control = parent.querySelector<TextField>('vscode-text-field')?.control;
  return { start: control?.selectionStart ?? 0, end: control?.selectionEnd ?? 0 };
}

/**
 * Ties the error text to the text field below `parent`. The toolkit knows no way: an id does not reach into its shadow tree.
 * https://github.com/microsoft/fast/blob/298679bcd082d24c6a9b81b038c35f76635616d0/packages/web-components/fast-foundation/src/text-field/text-field.template.ts (aria-describedBy)
 */
export function describeTextField(parent: ParentNode, problem: Element | null): void {
  const control = parent.querySelector<TextField>('vscode-text-field')?.control;
  if (!control) return;
  control.ariaInvalid = problem ? 'true' : 'false';
  control.ariaDescribedByElements = problem ? [problem] : [];
}
