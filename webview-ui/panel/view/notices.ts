import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { PanelNotice } from '../../../src/shared/protocol';
import { fill } from '../../../src/shared/strings';
import { iconButton } from '../../controls/button';
import { selectionLimit } from '../selection';
import type { ViewContext } from './context';

interface NoticeLink {
  readonly label: string;
  readonly onClick: () => void;
}

/** Notices below the list: the panel's own errors first, then the host's. */
export function notices(context: ViewContext): TemplateResult {
  const { commands } = context;
  return html`<div class="notices" aria-live="polite" @focusout=${() => commands.leaveNotices()}>
    ${ownFailure(context)}${selectionCut(context)} ${context.notices.map((shown) => hostNotice(context, shown))}
  </div>`;
}

/** With a single action the sentence itself is the button. */
function hostNotice({ commands }: ViewContext, { kind, text, actions }: PanelNotice): TemplateResult {
  const links = actions.map(({ id, label }) => ({ label, onClick: () => commands.actions.run(id) }));
  const [only, ...furtherLinks] = links;
  if (!only || furtherLinks.length > 0) return notice(kind, text, links);
  return html`<div class="notice ${kind}">
    <span class="codicon codicon-${kind}" aria-hidden="true"></span>
    <button type="button" class="whole" title=${`${text}\n${only.label}`} @click=${only.onClick}>
      <bdi>${text}</bdi>
    </button>
  </div>`;
}

function ownFailure({ state, strings, commands }: ViewContext): TemplateResult | typeof nothing {
  if (!state.failure) return nothing;
  const links = [{ label: strings.retry, onClick: () => commands.retry() }];
  return notice(
    'error',
    state.failure.message,
    links,
    iconButton(strings.dismiss, 'close', () => commands.dismiss()),
  );
}

function selectionCut({ state, strings, formatNumber }: ViewContext): TemplateResult | typeof nothing {
  const { wanted } = state.selection;
  if (wanted === undefined) return nothing;
  return notice('info', fill(strings.selectionLimit, formatNumber(selectionLimit), formatNumber(wanted)), []);
}

function notice(
  kind: PanelNotice['kind'],
  text: string,
  links: readonly NoticeLink[],
  end: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  return html`<div class="notice ${kind}">
    <span class="codicon codicon-${kind}" aria-hidden="true"></span>
    <p>
      <bdi>${text}</bdi>
      ${links.map(({ label, onClick }) => html`<button type="button" class="link" @click=${onClick}>${label}</button> `)}
    </p>
    ${end}
  </div>`;
}
