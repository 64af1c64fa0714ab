import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ViewContext } from './context';

export const problemsId = 'query-problems';

/** Below the search box: the parts of the text that are not understood, and valid ones. Each sentence names the part that is wrong. */
export function queryProblems({ state }: ViewContext): TemplateResult | typeof nothing {
  if (state.wrong.length === 0) return nothing;
  return html`<div id=${problemsId} class="problems">
    ${state.wrong.map(({ kind, message }) => {
      const icon = kind === 'unknownServer' ? 'info' : 'error';
      return html`<p class=${icon}>
        <span class="codicon codicon-${icon}" aria-hidden="true"></span><bdi>${message}</bdi>
      </p>`;
    })}
  </div>`;
}
