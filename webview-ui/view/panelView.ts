import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ViewContext } from './context';
import { emptyState, outdatedState } from './emptyState';
import { notices } from './notices';
import { resultArea } from './resultList';
import { searchHead } from './searchHead';
import { selectionBar } from './selectionBar';

/** The whole panel. */
export function panelView(context: ViewContext): TemplateResult {
  return html`<h1 class="spoken">${context.strings.searchLabel}</h1>
    ${context.state.isOutdated ? outdatedState(context) : workingPanel(context)}`;
}

function workingPanel(context: ViewContext): TemplateResult {
  const { state } = context;
  return html`${progressBar(context)}${searchHead(context)}
    <div class="summary" aria-hidden="true">${state.results?.reply.summary}</div>
    <div class="spoken" role="status" aria-live="polite">${state.announced}</div>
    ${notices(context)}
    <div class="results">${resultArea(context, emptyState)}${selectionBar(context)}</div>`;
}

function progressBar({ state, strings }: ViewContext): TemplateResult | typeof nothing {
  if (!state.isSlow && !state.results?.reply.isLoading) return nothing;
  return html`<div class="progress" role="progressbar" aria-label=${strings.loading}></div>`;
}
