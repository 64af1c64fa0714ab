/** Characters that change the direction of the following text, and control characters other than tab and line feed. */
const invisible = /[\u202A-\u202E\u2066-\u2069]|(?![\t\n])\p{Cc}/gu;

/** A server's text of many lines, in which invisible characters appear as a replacement character. */
export function visibleText(text: string): string {
  return text.replace(invisible, '\uFFFD');
}
