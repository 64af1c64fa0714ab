import { MarkdownString } from 'vscode';
import { literalMarkdown } from '../../core/base/markdown';

/** A tooltip of a title, a text and lines. They may be a server's: shown as text, whatever they contain. */
export function tooltip(title: string, text: string, lines: readonly string[]): MarkdownString {
  const list = lines.map((line) => `- ${literalMarkdown(line)}`).join('\n');
  const blocks = [`**${literalMarkdown(title)}**`, literalMarkdown(text), list];
  return new MarkdownString(blocks.filter((block) => block !== '').join('\n\n'));
}
