/** Code has no mentions of unknown servers: much else in it begins with an `@`. */
export type TextKind = 'markdown' | 'prose' | 'code';

/** Identifiers of VS Code and of other editors, where they differ. Any other language is code. */
const languages: Readonly<Record<Exclude<TextKind, 'code'>, string>> = {
  markdown: 'markdown prompt instructions chatagent skill mdx quarto rmd',
  prose:
    'plaintext text yaml asciidoc asciidoctor restructuredtext rst latex tex plaintex typst org textile mail ' +
    'git-commit gitcommit jjdescription scminput',
};
const isIn = (kind: keyof typeof languages, id: string): boolean => languages[kind].split(' ').includes(id);

/** @param languageId as an editor names it */
export function textKind(languageId: string): TextKind {
  const id = languageId.toLowerCase();
  return isIn('markdown', id) ? 'markdown' : isIn('prose', id) ? 'prose' : 'code';
}
