import { html, nothing, type TemplateResult } from 'lit/html.js';
import { fill } from '../../src/shared/strings';
import { button, iconButton } from '../controls/button';
import type { ViewContext } from './context';

/** Lies over the lower end of the list while something is selected. */
export function selectionBar({ state, strings, commands, formatNumber }: ViewContext): TemplateResult | typeof nothing {
  const { size } = state.selection.ids;
  if (size === 0) return nothing;
  const count = fill(strings.selectedCount, formatNumber(size));
  const label = size === 1 ? strings.attach : fill(strings.attachCount, formatNumber(size));
  return html`<div class="selection-bar" role="group" aria-label=${count}>
    <span class="count">${count}</span>
    ${iconButton(strings.clearSelection, 'close', () => commands.clearSelection())}
    ${button(label, 'primary', () => commands.attachSelection())}
  </div>`;
}
