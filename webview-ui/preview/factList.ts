import { html, type TemplateResult } from 'lit/html.js';
import type { PreviewFact } from '../../src/shared/previewProtocol';
import { exactTime } from '../base/timeAgo';
import { visibleText } from './visibleText';

/** In the place of the browser's triangle. */
export const disclosure = html`<span class="codicon codicon-chevron-right" aria-hidden="true"></span>`;

/** Labels and values. @param ago a time in words, which the tooltip has exactly */
export function factList(facts: readonly PreviewFact[], ago: (time: number) => string): TemplateResult {
  return html`<dl>
    ${facts.map(
      ([label, value]) =>
        html`<dt dir="auto">${visibleText(label)}</dt>
          ${
            typeof value === 'number'
              ? html`<dd title=${exactTime(value)}>${ago(value)}</dd>`
              : html`<dd dir="auto">${visibleText(value)}</dd>`
          }`,
    )}
  </dl>`;
}
