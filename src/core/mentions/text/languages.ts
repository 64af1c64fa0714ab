import { CodeLexer } from './codeLexer';
import { proseLexer, type Lexer } from './lexer';
import { markdownLexer } from './markdownLexer';
import { families } from './modes';

type Family = keyof typeof families | 'markdown' | 'prose';

interface Row {
  readonly family: Family;
  /** Identifiers of VS Code and of other editors, where they differ. */
  readonly ids: string;
  /** Ends of file names, after their last dot, and whole names. */
  readonly files: string;
}

const row = (family: Family, ids: string, files = ''): Row => ({ family, ids, files });

/** What is not here is prose. So is YAML: most of its texts have no quotes. */
const rows: readonly Row[] = [
  row('prose', 'plaintext', 'txt'),
  row('prose', 'yaml', 'yaml yml'),
  row('markdown', 'markdown', 'md markdown mdown mkd mdc mdx qmd rmd'),
  row('markdown', 'prompt instructions chatagent skill mdx quarto rmd'),
  row('script', 'typescript typescriptreact tsx', 'ts mts cts tsx'),
  row('script', 'javascript javascriptreact jsx', 'js mjs cjs jsx'),
  row('json', 'json jsonc jsonl json5 snippets', 'json jsonc jsonl json5 ipynb code-workspace'),
  row('c', 'c cpp c++ cuda-cpp cuda objective-c objective-cpp objc objcpp', 'c h cc cpp cxx hh hpp hxx cu m mm ino'),
  row('c', 'hlsl glsl wgsl shaderlab proto proto3 solidity zig', 'hlsl glsl frag vert wgsl shader proto sol zig'),
  row('c', 'prisma jsonnet bicep d vala', 'prisma jsonnet libsonnet bicep d vala'),
  row('java', 'java groovy dart swift scala', 'java groovy gradle dart swift scala sc Jenkinsfile'),
  row('java', 'kotlin', 'kt kts'),
  row('csharp', 'csharp cs c-sharp', 'cs csx'),
  row('go', 'go', 'go'),
  row('rust', 'rust', 'rs'),
  row('php', 'php', 'php phtml'),
  row('css', 'css', 'css'),
  row('scss', 'scss less stylus', 'scss less styl'),
  row('python', 'python starlark elixir graphql coffeescript nim', 'py pyi pyw bzl star ex exs graphql gql coffee nim'),
  row('python', 'r', 'r R'),
  row('julia', 'julia', 'jl'),
  row('ruby', 'ruby crystal', 'rb rake gemspec cr Gemfile Rakefile'),
  row('shell', 'shellscript sh bash zsh fish shell', 'sh bash zsh fish'),
  row('shell', 'dockerfile', 'dockerfile Dockerfile Containerfile'),
  row('shell', 'makefile make', 'mk mak Makefile makefile GNUmakefile'),
  row('shell', 'cmake tcl awk just nginx', 'cmake CMakeLists.txt tcl awk justfile'),
  row('perl', 'perl raku perl6', 'pl pm raku'),
  row('toml', 'toml', 'toml'),
  row('terraform', 'terraform hcl terraform-vars', 'tf tfvars hcl'),
  row('nix', 'nix', 'nix'),
  row('powershell', 'powershell ps1', 'ps1 psm1 psd1'),
  row('sql', 'sql mysql plsql pgsql postgres sqlite', 'sql'),
  row('lua', 'lua luau', 'lua luau'),
  row('haskell', 'haskell elm purescript idris', 'hs elm purs idr'),
  row('ada', 'ada vhdl', 'adb ads vhd vhdl'),
  row('ocaml', 'ocaml fsharp', 'ml mli fs fsi fsx'),
  row('pascal', 'pascal objectpascal delphi', 'pas dpr'),
  row('lisp', 'lisp commonlisp clojure scheme racket elisp emacs-lisp', 'lisp lsp clj cljs cljc edn scm rkt el'),
  row('ini', 'ini properties dosini dotenv editorconfig', 'ini cfg conf properties env editorconfig'),
  row('percent', 'erlang prolog matlab octave postscript', 'erl hrl'),
  row('exclamation', 'fortran fortran-modern fortranfreeform', 'f90 f95 f03 f08'),
  row('basic', 'vb vbscript vba', 'vb vbs bas'),
  row('batch', 'bat dosbatch', 'bat cmd'),
  row('vim', 'vim viml', 'vim vimrc'),
  row('xml', 'xml xsl svg', 'xml xsl xslt xsd svg csproj props targets plist'),
  row(
    'html',
    'html vue svelte astro razor handlebars django-html htmldjango eruby',
    'html htm xhtml vue svelte astro cshtml razor hbs',
  ),
];

const familyOfId = new Map(rows.flatMap(({ family, ids }) => ids.split(' ').map((id) => [id, family])));
const idOfFile = new Map(
  rows.flatMap(({ ids, files }) => (files === '' ? [] : files.split(' ')).map((file) => [file, ids.split(' ', 1)[0]])),
);
const lexers = new Map<Family, Lexer>([
  ['prose', proseLexer],
  ['markdown', markdownLexer],
]);

/** @param languageId as an editor names it; what is not known is prose */
export function lexerOf(languageId: string): Lexer {
  const family = familyOfId.get(languageId.toLowerCase()) ?? 'prose';
  const known = lexers.get(family);
  if (known || family === 'prose' || family === 'markdown') return known ?? proseLexer;
  const { modes, skip } = { skip: undefined, ...families[family] };
  const lexer = new CodeLexer(modes, skip);
  lexers.set(family, lexer);
  return lexer;
}

/** The language of a file that is not open, by its name. @param file a name, a path or a URI */
export function languageOf(file: string): string {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  const end = name.slice(name.lastIndexOf('.') + 1);
  return idOfFile.get(name) ?? idOfFile.get(end) ?? idOfFile.get(end.toLowerCase()) ?? 'plaintext';
}
