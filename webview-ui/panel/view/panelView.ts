import { html, nothing, type TemplateResult } from 'lit/html.js';
import { attachAll } from './attachAll';
import type { ViewContext } from './context';
import { emptyState, outdatedState } from './emptyState';
import { notices } from './notices';
import { paneView } from './paneView';
import { queryProblems } from './queryProblems';
import { resultArea } from './resultList';
import { searchHead } from './searchHead';
import { selectionBar } from './selectionBar';
import { summaryLine } from './summaryLine';

/**
 * The whole panel. Nothing that comes or goes while the user points at a row moves the rows: the choices of a filter open over the list, and
 * notices stand below it.
 */
export function panelView(context: ViewContext): TemplateResult {
  return html`<h1 class="spoken">${context.strings.searchLabel}</h1>
    ${context.state.isOutdated ? outdatedState(context) : workingPanel(context)}`;
}

function workingPanel(context: ViewContext): TemplateResult {
  const { state } = context;
  return html`${progressBar(context)}
    <div class="spoken" role="status" aria-live="polite">${state.announced}</div>
    <div class="sides">
      <div class="side">
        ${searchHead(context)}${queryProblems(context)}${summaryLine(context)}
        <div class="results">${resultArea(context, emptyState)}${selectionBar(context)}</div>
        ${attachAll(context)}${notices(context)}
      </div>
      ${state.pane ? paneView(context, state.pane) : paneHint(context)}
    </div>`;
}

/** In an editor the preview has its place before there is one. */
function paneHint({ isEditor, strings }: ViewContext): TemplateResult | typeof nothing {
  return isEditor ? html`<div class="pane-hint" aria-hidden="true">${strings.previewHint}</div>` : nothing;
}

function progressBar({ state, strings }: ViewContext): TemplateResult | typeof nothing {
  if (!state.isSlow && !state.results?.reply.isLoading) return nothing;
  return html`<div class="progress" role="progressbar" aria-label=${strings.loading}></div>`;
}
