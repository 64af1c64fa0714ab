import { fold } from '../base/fold';

/** Maximum number of words: more would only find the same resources. */
const maxWords = 12;
/** Words of fewer than three letters, in scripts with spaces between words, are in nearly every text. */
const isShort = /^[\u0000-\u024f]{1,2}$/u;
const isNumber = /^\d+$/u;
/** Words common to all questions. */
const common = new Set(
  (
    'about all and any anything are been between but can could did difference does explain every find for from give has have how ' +
    'into its just know list look make many may mean might more most much need not our out please read resource resources say says ' +
    'see should show some something summarise summarize tell than that the their them then there these they thing things this those ' +
    'was were what when where which who why will with work works would you your ' +
    '一个 一些 一下 为什么 什么 他们 你 使用 关于 其中 列出 哪些 哪个 如何 它 它们 怎么 怎样 我 我们 所有 把 显示 有 有关 查找 现在 的 看 给 解释 说明 请 资源 这 这个 ' +
    '这些 那个 那些 都 里 和 与 或 在 是 了 吗 呢 就 对'
  ).split(' '),
);

/** Minimum number of words of a sentence without a question mark: fewer are a search. */
const minWords = 3;

/** True for a sentence; false for words to search for. */
export function isQuestion(text: string): boolean {
  if (/[?？]\s*$/u.test(text)) return true;
  const words = [...wordsOf(text)];
  return words.length >= minWords && words.some((word) => common.has(word));
}

/** The words of a question that are worth searching for, folded, in their order. */
export function wordsOfQuestion(question: string): readonly string[] {
  const words = new Set<string>();
  for (const word of wordsOf(question)) {
    if (common.has(word) || (isShort.test(word) && !isNumber.test(word))) continue;
    words.add(withoutPlural(word));
    if (words.size === maxWords) break;
  }
  return [...words];
}

function* wordsOf(text: string): Generator<string, void, undefined> {
  for (const { segment, isWordLike } of new Intl.Segmenter('en', { granularity: 'word' }).segment(text))
    if (isWordLike === true) yield fold(segment);
}

/** A search finds parts of words: `invoice` is in "invoices" as well. */
function withoutPlural(word: string): string {
  return /^[a-z_]{4,}[^s]s$/u.test(word) ? word.slice(0, -1) : word;
}
