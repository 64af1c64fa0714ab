// Documents of 5 MB with mentions in them.
export const lineCount = 100_000;
export const mentions = 50;

const lines = {
  markdown: [
    'Orders are kept for **7 years**; see `orders.md`, and',
    'the note: it is of [2024](./notes-of-2024.md).',
    '',
  ],
  typescript: [
    "  const total = items.map((item) => item.price); // it's a sum",
    '  return { name: "order", url: `a/${total}` };',
    '}',
  ],
};
export type LanguageId = keyof typeof lines;
export const languageIds = Object.keys(lines) as LanguageId[];

export function largeText(languageId: LanguageId): string {
  const all = Array.from({ length: lineCount }, (_, index) =>
    index % (lineCount / mentions) === 7
      ? `// See @docs:file:///guide-${index}.md, please`
      : `${lines[languageId][index % 3] ?? ''}${' and so on'.repeat(languageId === 'markdown' ? 2 : 1)}`,
  );
  return all.join('\n');
}
