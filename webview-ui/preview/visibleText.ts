/** Characters that turn the direction of what follows, and other controls than tabulator and line feed. */
const unseen = /[\u202A-\u202E\u2066-\u2069]|(?![\t\n])\p{Cc}/gu;

/** A server's text of many lines, in which what would not be seen shows as a replacement character. */
export function visibleText(text: string): string {
  return text.replace(unseen, '\uFFFD');
}
