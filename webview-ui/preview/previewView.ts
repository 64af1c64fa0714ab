import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Preview, PreviewPart } from '../../src/shared/previewProtocol';
import type { ResourceAction } from '../../src/shared/protocol';
import type { PanelStrings } from '../../src/shared/panelStrings';
import { fill } from '../../src/shared/strings';
import { exactTime } from '../base/timeAgo';
import { button, iconButton } from '../controls/button';
import { menuButton } from '../controls/menuButton';
import { disclosure, factList } from './factList';
import type { PartView } from './partView';
import type { PreviewState } from './previewPane';
import { visibleText } from './visibleText';

export interface PreviewContext {
  readonly strings: PanelStrings;
  readonly title: string;
  /** Long lines of code are wrapped. */
  readonly isWrapped: boolean;
  /** Age of a time, in words. */
  readonly ago: (time: number) => string;
  readonly act: (action: ResourceAction) => void;
  readonly retry: () => void;
  readonly cancel: () => void;
  readonly toggleWrap: () => void;
}

/** The actions, and below them the scrolling part: the same element in every state, so that it keeps the focus. */
export function previewView(state: PreviewState, context: PreviewContext): TemplateResult {
  return html`<div class="preview">
    ${state.kind === 'gone' ? nothing : actionRow(state, context)}
    <div
      class="preview-body"
      role="group"
      tabindex="0"
      aria-label=${context.title}
      aria-busy=${state.kind === 'loading'}
    >
      ${body(state, context)}
    </div>
  </div>`;
}

/** Type, size and age, such as `Markdown · 4.2 kB · read 2 minutes ago`. */
export function summaryOf({ summary, readAt }: Preview, { strings, ago }: PreviewContext): string {
  return [summary, fill(strings.content.read, ago(readAt))].join(' · ');
}

function actionRow(state: PreviewState, { strings, act, isWrapped, toggleWrap }: PreviewContext): TemplateResult {
  const { content } = strings;
  const hasCode = state.kind === 'ready' && state.preview.parts.some(({ body: { kind } }) => kind === 'code');
  const menu = [
    { label: content.reveal, isEnabled: true, onClick: () => act('reveal') },
    { label: content.copyUri, isEnabled: true, onClick: () => act('copyUri') },
    ...(hasCode ? [{ label: isWrapped ? content.unwrap : content.wrap, isEnabled: true, onClick: toggleWrap }] : []),
  ];
  return html`<div class="preview-actions" role="group" aria-label=${content.actions}>
    ${button(strings.attach, 'primary', () => act('attach'))}
    <span class="preview-more">
      ${iconButton(strings.open, 'go-to-file', () => act('open'))}
      ${iconButton(content.copyContent, 'copy', () => act('copyContent'))}
      ${iconButton(content.save, 'save', () => act('save'))}
      ${menuButton('preview-menu', content.more, 'ellipsis', menu)}
    </span>
  </div>`;
}

function body(state: PreviewState, context: PreviewContext): TemplateResult | typeof nothing {
  switch (state.kind) {
    case 'loading':
      return state.isSlow ? skeleton(context) : nothing;
    case 'failed':
      return failure(state.message, context);
    case 'gone':
      return failure(context.strings.content.gone);
    case 'ready':
      return readyContent(state, context);
  }
}

function skeleton({ strings, cancel }: PreviewContext): TemplateResult {
  return html`<div class="preview-loading">
    <span class="spoken">${strings.loading}</span>
    ${[40, 90, 84, 90, 62].map((width) => html`<div class="bone" .style=${`width: ${width}%`}></div>`)}
    ${button(strings.content.cancel, 'secondary', cancel)}
  </div>`;
}

/** @param again for a failure that may pass */
function failure(message: string, again?: PreviewContext): TemplateResult {
  return html`<div class="preview-failure">
    <span class="codicon codicon-error" aria-hidden="true"></span>
    <p dir="auto">${visibleText(message)}</p>
    ${again ? button(again.strings.retry, 'secondary', again.retry) : nothing}
  </div>`;
}

function readyContent(
  { preview, views }: Extract<PreviewState, { kind: 'ready' }>,
  context: PreviewContext,
): TemplateResult {
  const { strings, isWrapped, ago } = context;
  return html`<div class="preview-content">
    <details class="preview-facts">
      <summary title=${exactTime(preview.readAt)}>
        ${disclosure}<span class="spoken">${strings.content.details}: </span>${summaryOf(preview, context)}
      </summary>
      ${factList(preview.facts, ago)}
    </details>
    ${preview.problems.map(problem)} ${preview.parts.map((part, index) => partSection(part, views[index], isWrapped))}
  </div>`;
}

function problem(text: string): TemplateResult {
  return html`<div class="notice warning">
    <span class="codicon codicon-warning" aria-hidden="true"></span>
    <p dir="auto">${visibleText(text)}</p>
  </div>`;
}

function partSection(part: PreviewPart, view: PartView | undefined, isWrapped: boolean): TemplateResult {
  return html`<section class="preview-part">
    ${part.name === undefined ? nothing : partHeading(part.name, part)}
    ${part.cut === undefined ? nothing : html`<p class="preview-note">${part.cut}</p>`} ${view?.content(isWrapped)}
  </section>`;
}

function partHeading(name: string, { mimeType, size }: PreviewPart): TemplateResult {
  return html`<h3 dir="auto">${visibleText(name)}</h3>
    <p class="preview-note">${[mimeType, size].filter(Boolean).join(' · ')}</p>`;
}
