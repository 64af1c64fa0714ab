import { codeSpan, escapeMarkup, literalMarkdown } from '../../base/markdown';
import { showableLines } from '../../base/showable';
import { cut } from '../../base/values';
import { words } from '../../base/untrusted';
import { fenced } from '../../base/markdownText';
import { renderedMarkdown } from './renderedMarkdown';

/** A part of a hover. Its texts may come from a server: they are shown as text only. */
export type Block =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** On one line, in a few words each. */
  | { readonly kind: 'facts'; readonly facts: readonly string[] }
  /** `language` is a file extension; empty if it is unknown. */
  | { readonly kind: 'content'; readonly text: string; readonly language: string };

const maxTitleLength = 200;
const maxTextLength = 1_000;
const maxFactLength = 300;
const between = ' · ';
const markdown = new Set(['md', 'markdown', 'mdx']);

export function writeBlocks(blocks: readonly Block[], isMarkdown: boolean): string {
  return blocks.map((block) => (isMarkdown ? asMarkdown(block) : asText(block))).join('\n\n');
}

function asMarkdown(block: Block): string {
  switch (block.kind) {
    case 'title':
      return `**${escapeMarkup(titleOf(block.text))}**`;
    case 'text':
      return literalMarkdown(cut(block.text, maxTextLength), escapeMarkup);
    case 'facts':
      return factsOf(block.facts).map(factMarkdown).join(between);
    case 'content':
      return `---\n\n${contentMarkdown(block)}`;
  }
}

function contentMarkdown({ text, language }: Extract<Block, { kind: 'content' }>): string {
  const rendered = markdown.has(language) ? renderedMarkdown(text) : undefined;
  return rendered ?? fenced(showableLines(text), language);
}

function asText(block: Block): string {
  switch (block.kind) {
    case 'title':
      return titleOf(block.text);
    case 'text':
      return showableLines(cut(block.text, maxTextLength));
    case 'facts':
      return factsOf(block.facts).join(between);
    case 'content':
      return showableLines(block.text);
  }
}

function titleOf(text: string): string {
  return words(text, maxTitleLength) ?? '…';
}

function factsOf(facts: readonly string[]): readonly string[] {
  return facts.flatMap((fact) => words(fact, maxFactLength) ?? []);
}

/** A fact that would need escapes, such as a URI, is formatted as code: not every editor hides the escapes. */
function factMarkdown(fact: string): string {
  return escapeMarkup(fact) === fact ? fact : codeSpan(fact);
}
