import { likelyLength, possibleLengths } from '../../src/core/mentions/mention/mentionEnds';
import { writeMention } from '../../src/core/mentions/mention/writeMention';
import { markdownStart, scanMarkdown } from '../../src/core/mentions/text/markdownLexer';
import { MentionFinder, type LineMention, type Part } from '../../src/core/mentions/text/mentionsInLine';
import { hold, same, some, textIn, type Target } from '../target';

const servers = ['docs', 'my server', 'a:b', '@x'];
const schemes = new Set(['docs:', 'file:', 'https:']);
const finders = [true, false].map((isProse) => new MentionFinder({ servers, schemes }, isProse));

/** Mentions of resources in documents. */
export const mentions: Target = {
  name: 'mentions',
  words: [
    ...[
      '@docs:docs://a',
      '@docs:<docs://a b>',
      '@my server:',
      '@a:b:c:d',
      '@@x:y:z',
      'docs://',
      'https://a.b/c',
      '@',
      ':',
      '<',
    ],
    ...[
      '>',
      '](',
      ')',
      '`',
      '```\n',
      '~~~\n',
      '---\n',
      '> ',
      '- ',
      '    ',
      '@other:x://y',
      '{id}',
      '、',
      '|',
      "'",
      '**',
      '*/',
    ],
  ],
  check(bytes) {
    const lines = textIn(bytes).split(/\r\n|\r|\n/u);
    let state = markdownStart;
    let count = 0;
    for (const line of lines) {
      const parts: Part[] = [];
      state = scanMarkdown(line, state, parts);
      checkParts(parts, line);
      const whole = { from: 0, to: line.length, isExample: false };
      for (const [index, finder] of finders.entries())
        for (const part of index === 0 ? parts : [whole]) {
          const found: LineMention[] = [];
          finder.find(line, part, found);
          checkMentions(found, line, part);
          count += found.length;
        }
    }
    checkLengths(lines[0] ?? '');
    return `${some(count)} mentions, ends in ${state.kind}`;
  },
};

function checkParts(parts: readonly Part[], line: string): void {
  let end = 0;
  for (const { from, to } of parts) {
    hold(from >= end && to >= from && to <= line.length, 'Parts of a line follow each other.', parts);
    end = to;
  }
}

function checkMentions(found: readonly LineMention[], line: string, { from, to }: Part): void {
  let last = from;
  for (const { start, end, uriStart, uri, server, isBracketed } of found) {
    hold(start >= last && end > start && end <= to, 'Mentions follow each other.', start, end);
    last = end;
    same(line.slice(uriStart, isBracketed ? end - 1 : end), uri, 'A mention has its URI.');
    hold(uri.length <= 4_096, 'A URI has a limit.', uri.length);
    if (server !== undefined) hold(line.startsWith(`@${server}:`, start), 'A mention has its server.', server);
    checkLengths(uri);
    checkWritten(server, uri);
  }
}

/** What is written for a resource means it. */
function checkWritten(server: string | undefined, uri: string): void {
  const text = writeMention(server, uri);
  if (text === undefined) return;
  const found: LineMention[] = [];
  const line = `See ${text} for it`;
  finders[0]?.find(line, { from: 0, to: line.length, isExample: false }, found);
  const [first] = found;
  // A name that is not configured can be written in several ways.
  if (server !== undefined && !servers.includes(server) && first?.server !== server) return;
  same(
    { uri: first?.uri, server: first?.server, start: first?.start },
    { uri, server, start: 4 },
    'A written mention is read as it is.',
  );
}

function checkLengths(text: string): void {
  const lengths = possibleLengths(text);
  hold(lengths.length <= 20, 'Lengths to try are few.', lengths.length);
  hold(
    lengths.every((length, index) => length > 0 && length < (lengths[index - 1] ?? Infinity)),
    'The longest is first.',
  );
  const likely = likelyLength(text);
  hold(likely >= 0 && likely <= text.length, 'A likely length is one.', likely);
}
