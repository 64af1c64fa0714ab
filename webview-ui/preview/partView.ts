import { html, type TemplateResult } from 'lit/html.js';
import type { PreviewPart } from '../../src/shared/previewProtocol';
import type { PaneParts } from '../base/pane';
import { ImageView } from './imageView';
import { JsonView } from './jsonView';
import { MarkdownView } from './markdownView';
import { TableView } from './tableView';
import { TextView } from './textView';

/** Draws the body of one part. */
export interface PartView {
  content(isWrapped: boolean): TemplateResult;
  /** Draws no more of it. */
  dispose?(): void;
}

/**
 * @param title used as the name where it has none of its own
 * @param index its place among the parts
 */
export function partView(part: PreviewPart, title: string, index: number, parts: PaneParts): PartView {
  const { body, name } = part;
  const label = name ?? title;
  switch (body.kind) {
    case 'markdown':
      return new MarkdownView(body.text, label, name === undefined ? 3 : 4, parts);
    case 'json':
      return new JsonView(body.text, label, String(index), parts);
    case 'table':
      return new TableView(body, label, parts);
    case 'image':
      return new ImageView(body.source, label, parts);
    case 'text':
      return new TextView(body.text, label, parts, true);
    case 'code':
      return new TextView(body.text, label, parts, false);
    case 'empty':
      return still(html`<p class="preview-note">${parts.strings.content.empty}</p>`);
    case 'none':
      return still(html``);
  }
}

function still(content: TemplateResult): PartView {
  return { content: () => content };
}
