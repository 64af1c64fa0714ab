import { html, nothing, type TemplateResult } from 'lit/html.js';
import { fill } from '../../../src/shared/strings';
import { button, iconButton } from '../../controls/button';
import type { ViewContext } from './context';

/** Covers the lower end of the list while resources are selected: their number and size, and the actions. */
export function selectionBar({ state, strings, commands, formatNumber }: ViewContext): TemplateResult | typeof nothing {
  const { ids } = state.selection;
  if (ids.size === 0) return nothing;
  const count = fill(strings.selectedCount, formatNumber(ids.size));
  const summary = state.facts?.of === ids ? state.facts.summary : count;
  const label = ids.size === 1 ? strings.attach : fill(strings.attachCount, formatNumber(ids.size));
  return html`<div class="selection-bar" role="group" aria-label=${summary}>
    <span class="count" title=${summary}>${summary}</span>
    ${iconButton(strings.clearSelection, 'close', () => commands.list.clearSelection())}
    <span class="attach" title=${label}
      >${button(strings.attachSelected, 'primary', () => commands.list.actOnSelection('attach'))}</span
    >
  </div>`;
}
