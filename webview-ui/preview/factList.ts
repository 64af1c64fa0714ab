import { html, type TemplateResult } from 'lit/html.js';
import { visibleText } from './visibleText';

/** Labels and values. */
export function factList(facts: readonly (readonly [label: string, value: string])[]): TemplateResult {
  return html`<dl>
    ${facts.map(
      ([label, value]) =>
        html`<dt dir="auto">${visibleText(label)}</dt>
          <dd dir="auto">${visibleText(value)}</dd>`,
    )}
  </dl>`;
}
