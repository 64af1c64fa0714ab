import type { Mode } from './codeLexer';

const escaped = '\\\\.';
const lineComment = (begin: string): Mode => ({ begin, isText: true });
const blockComment = (begin: string, end: string): Mode => ({ begin, end, isText: true, isLong: true });
/** @param skip '' where nothing can be escaped */
const text = (quote: string, skip = escaped): Mode => ({
  begin: quote,
  end: quote,
  isText: true,
  ...(skip && { skip }),
});
const longText = (begin: string, end = begin, skip = ''): Mode => ({ ...text(begin, skip), end, isLong: true });

function nested(begin: string, end: string): Mode {
  const mode: Mode = { ...blockComment(begin, end), inside: () => [mode] };
  return mode;
}

const double = text('"');
const single = text("'");
const slashes = lineComment('//');
const dashes = lineComment('--');
const hash = lineComment('#');
/** Where `#` is also a part of words. */
const loneHash = lineComment('(?<=^|[\\s;&|()])#');
const semicolon = lineComment(';');
const stars = blockComment('/\\*', '\\*/');
const nestedStars = nested('/\\*', '\\*/');
const parenthesisStars = nested('\\(\\*(?!\\))', '\\*\\)');
const tripleDouble = longText('"""', '"""', escaped);
const tripleSingle = longText("'''", "'''", escaped);
/** Apostrophes that are no strings stand in names and types of such languages. */
const character = "'(?:\\\\[^']{1,12}|[^\\\\'])'";

/** A slash that follows an operator begins a regular expression, which may hold quotes. Bounded, since most other slashes end nowhere. */
const regularExpression =
  '\\/(?<=(?:^|[(,=:[!&|?{;+*%~^-]|=>|\\breturn|\\bcase|\\btypeof)\\s{0,40}\\/)(?![*\\/])' +
  '(?:\\\\.|\\[(?:\\\\.|[^\\]\\\\]){0,200}\\]|[^\\/\\\\[]){1,500}\\/';

const template: Mode = { ...longText('`', '`', escaped), inside: () => [substitution] };
const script: readonly Mode[] = [slashes, stars, double, single, template];
const braced = (begin: string): Mode => ({
  begin,
  end: '\\}',
  skip: regularExpression,
  isText: false,
  isLong: true,
  inside: () => [braces, ...script],
});
const substitution = braced('\\$\\{');
const braces = braced('\\{');
const style: readonly Mode[] = [stars, double, single];

const markupComment = blockComment('<!--', '-->');
const tag: Mode = {
  begin: '<(?=[a-zA-Z\\/?!])',
  end: '>',
  isText: false,
  isLong: true,
  inside: () => [text('"', ''), text("'", '')],
};
const section = (name: string, inside: readonly Mode[], skip?: string): Mode => ({
  begin: `<${name}\\b[^>]{0,500}(?<!\\/)>`,
  end: `(?=<\\/${name})`,
  isText: false,
  isLong: true,
  inside: () => inside,
  ...(skip && { skip }),
});

interface Family {
  readonly modes: readonly Mode[];
  /** What is passed over in code. */
  readonly skip?: string;
}

/** How comments and strings look like, in languages that look alike. Of two that begin alike the longer one comes first. */
export const families = {
  /** C, Objective-C, C++, and all whose comments are theirs. */
  c: { modes: [slashes, stars, longText('R"\\(', '\\)"'), double, single] },
  /** Java, Groovy, Dart, Swift, Scala. */
  java: { modes: [slashes, nestedStars, tripleDouble, tripleSingle, double, single] },
  csharp: { modes: [slashes, stars, longText('"""'), longText('\\$?@\\$?"', '"', '""'), double, single] },
  script: { modes: script, skip: regularExpression },
  go: { modes: [slashes, stars, longText('`'), double, single] },
  rust: {
    modes: [slashes, nestedStars, longText('\\br##"', '"##'), longText('\\br#"', '"#'), double],
    skip: character,
  },
  php: { modes: [slashes, lineComment('#(?!\\[)'), stars, double, single] },
  css: { modes: style },
  scss: { modes: [lineComment('(?<!:)//'), ...style] },
  /** JSON in all its forms: what allows no comments has none. */
  json: { modes: [slashes, stars, double, single] },
  python: { modes: [hash, tripleDouble, tripleSingle, double, single] },
  julia: { modes: [nested('#=', '=#'), hash, tripleDouble, double], skip: character },
  ruby: { modes: [blockComment('^=begin\\b', '^=end\\b'), hash, double, single, text('`')] },
  shell: { modes: [loneHash, double, text("'", ''), text('`')] },
  perl: { modes: [blockComment('^=[a-z]\\w*', '^=cut\\b'), loneHash, double, single] },
  toml: { modes: [hash, tripleDouble, longText("'''"), double, text("'", '')] },
  terraform: { modes: [hash, slashes, stars, double] },
  nix: { modes: [hash, stars, longText("''"), double] },
  powershell: {
    modes: [
      blockComment('<#', '#>'),
      loneHash,
      longText('@"$', '^"@'),
      longText("@'$", "^'@"),
      text('"', '`.'),
      text("'", ''),
    ],
  },
  sql: { modes: [dashes, lineComment('(?<=^|\\s)#(?=\\s)'), stars, text("'", "''|\\\\."), double] },
  lua: {
    modes: [blockComment('--\\[=?\\[', '\\]=?\\]'), dashes, longText('\\[=?\\[', '\\]=?\\]'), double, single],
  },
  haskell: { modes: [nested('\\{-', '-\\}'), dashes, double], skip: character },
  ada: { modes: [dashes, text('"', '')] },
  ocaml: { modes: [slashes, parenthesisStars, tripleDouble, double], skip: character },
  pascal: { modes: [slashes, parenthesisStars, blockComment('\\{', '\\}'), text("'", '')] },
  lisp: { modes: [nested('#\\|', '\\|#'), semicolon, double], skip: escaped },
  ini: { modes: [lineComment('^\\s*[;#!]'), double, text("'", '')] },
  percent: { modes: [lineComment('%'), double, single] },
  exclamation: { modes: [lineComment('!'), text('"', ''), text("'", '')] },
  basic: { modes: [lineComment("'"), lineComment('^\\s*[Rr][Ee][Mm]\\b'), text('"', '""')] },
  batch: { modes: [lineComment('^\\s*@?(?:[Rr][Ee][Mm]\\b|::)'), text('"', '')] },
  vim: { modes: [lineComment('^\\s*"'), double, text("'", "''")] },
  xml: { modes: [markupComment, tag] },
  html: {
    modes: [markupComment, section('script', script, regularExpression), section('style', style), tag],
  },
} as const satisfies Readonly<Record<string, Family>>;
