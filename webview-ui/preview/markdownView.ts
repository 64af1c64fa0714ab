import type { MarkedToken, Token, Tokens } from 'marked';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { fill } from '../../src/shared/strings';
import type { PaneParts } from '../base/pane';
import { Gradual, type DrawParts } from './gradual';
import { markdownPieces, type MarkdownPiece } from './markdownPieces';
import { linksIn, tokensOf, withoutEntities } from './markdownTokens';
import { disclosure } from './factList';
import { visibleText } from './visibleText';

type Drawn = TemplateResult | string | typeof nothing;
type TokenOf<Type> = Extract<MarkedToken, { type: Type }>;

/** Maximum nesting of marks; deeper ones are shown as source. */
const maxNesting = 20;
const maxAddresses = 200;

/**
 * Rendered Markdown. Only words and their form are drawn: nothing in it can be clicked, run or loaded. HTML is shown as
 * text, a picture as its description, and the addresses of links and pictures stand at the end.
 */
export class MarkdownView {
  readonly #pieces: Gradual<MarkdownPiece>;
  readonly #links: Readonly<Record<string, string>>;
  readonly #addresses = new Set<string>();
  #lastLevel: number;

  /** @param level of a heading at the top */
  constructor(
    source: string,
    private readonly label: string,
    private readonly level: number,
    private readonly parts: DrawParts & Pick<PaneParts, 'strings' | 'formatNumber'>,
  ) {
    this.#lastLevel = level - 1;
    this.#links = linksIn(source);
    this.#pieces = new Gradual(markdownPieces(source), parts, (piece) => this.#piece(piece));
  }

  content(): TemplateResult {
    return html`<div class="preview-markdown" dir="auto">${this.#pieces.content()}</div>
      ${this.#addressList()}`;
  }

  dispose(): void {
    this.#pieces.dispose();
  }

  #piece({ kind, text }: MarkdownPiece): TemplateResult {
    if (kind === 'code') return html`<pre class="md-code">${text}</pre>`;
    const countBefore = this.#addresses.size;
    const tokens = tokensOf(text, this.#links);
    const content = tokens ? this.#tokens(tokens, 0) : html`<p class="md-raw">${visibleText(text)}</p>`;
    // The list of addresses is drawn before this.
    if (this.#addresses.size > countBefore) this.parts.invalidate();
    return html`<div class="md-piece">${content}</div>`;
  }

  #tokens(tokens: readonly Token[], depth: number): readonly Drawn[] {
    return (tokens as readonly MarkedToken[]).map((token) => {
      const draw = this.#draw[token.type] as (token: MarkedToken, depth: number) => Drawn;
      return depth > maxNesting ? visibleText(token.raw) : draw(token, depth + 1);
    });
  }

  readonly #draw: { [Type in MarkedToken['type']]: (token: TokenOf<Type>, depth: number) => Drawn } = {
    blockquote: ({ tokens }, depth) => html`<blockquote>${this.#tokens(tokens, depth)}</blockquote>`,
    br: () => html`<br />`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    code: ({ text }) => html`<pre class="md-code">${visibleText(text)}</pre>`,
    codespan: ({ text }) => html`<code>${visibleText(text)}</code>`,
    def: ({ raw }) => asText(raw),
    del: ({ tokens }, depth) => html`<del>${this.#tokens(tokens, depth)}</del>`,
    em: ({ tokens }, depth) => html`<em>${this.#tokens(tokens, depth)}</em>`,
    escape: ({ text }) => visibleText(text),
    heading: (token, depth) => this.#heading(token, depth),
    hr: () => html`<hr />`,
    html: ({ text }) => asText(text),
    image: (token) => this.#picture(token),
    link: ({ href, tokens }, depth) =>
      html`<span class="md-link" title=${this.#address(href)}>${this.#tokens(tokens, depth)}</span>`,
    list: (token, depth) => this.#list(token, depth),
    list_item: ({ tokens }, depth) => html`<li>${this.#tokens(tokens, depth)}</li>`,
    paragraph: ({ tokens }, depth) => html`<p>${this.#tokens(tokens, depth)}</p>`,
    space: () => nothing,
    strong: ({ tokens }, depth) => html`<strong>${this.#tokens(tokens, depth)}</strong>`,
    table: (token, depth) => this.#table(token, depth),
    text: ({ text, tokens }, depth) =>
      tokens ? html`${this.#tokens(tokens, depth)}` : visibleText(withoutEntities(text)),
  };

  /** Levels that the document skips are not skipped here: screen readers would look for them. */
  #heading({ depth: documentLevel, tokens }: Tokens.Heading, depth: number): TemplateResult {
    this.#lastLevel = Math.min(this.level + documentLevel - 1, this.#lastLevel + 1);
    return html`<div class="md-heading md-h${documentLevel}" role="heading" aria-level=${this.#lastLevel}>
      ${this.#tokens(tokens, depth)}
    </div>`;
  }

  #list({ ordered, start, items }: Tokens.List, depth: number): TemplateResult {
    const content = this.#tokens(items, depth);
    return ordered
      ? html`<ol start=${start === '' ? 1 : start}>
          ${content}
        </ol>`
      : html`<ul>
          ${content}
        </ul>`;
  }

  #table({ header, rows }: Tokens.Table, depth: number): TemplateResult {
    const cellContent = (cell: Tokens.TableCell): readonly Drawn[] => this.#tokens(cell.tokens, depth);
    return html`<div class="preview-table" role="group" tabindex="0" aria-label=${this.label}>
      <table>
        <thead>
          <tr>
            ${header.map((cell) => html`<th scope="col">${cellContent(cell)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (cells) =>
              html`<tr>
                ${cells.map((cell) => html`<td>${cellContent(cell)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #picture({ text, href }: Tokens.Image): TemplateResult {
    const words = visibleText(withoutEntities(text)) || this.parts.strings.content.picture;
    return html`<span class="md-picture" title=${this.#address(href)}
      ><span class="codicon codicon-file-media" aria-hidden="true"></span> ${words}</span
    >`;
  }

  #address(href: string): string {
    const address = visibleText(href).slice(0, 2_000);
    if (address !== '' && this.#addresses.size < maxAddresses) this.#addresses.add(address);
    return address;
  }

  #addressList(): TemplateResult | typeof nothing {
    const { strings, formatNumber } = this.parts;
    if (this.#addresses.size === 0) return nothing;
    return html`<details class="preview-facts">
      <summary>${disclosure}${fill(strings.content.addresses, formatNumber(this.#addresses.size))}</summary>
      <ul class="md-addresses">
        ${[...this.#addresses].map((address) => html`<li>${address}</li>`)}
      </ul>
    </details>`;
  }
}

/** Comments too: models read them. */
function asText(source: string): Drawn {
  return /^<br\s*\/?>$/iu.test(source) ? html`<br />` : html`<span class="md-html">${visibleText(source)}</span>`;
}
