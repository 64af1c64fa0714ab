import { legibleText } from '../../src/shared/hiddenText';

/** Control characters other than tab and line feed. */
const controls = /(?![\t\n])\p{Cc}/gu;

/** A server's text of many lines, in which invisible characters appear by their number, and controls as a replacement character. */
export function visibleText(text: string): string {
  return legibleText(text).replace(controls, '\uFFFD');
}
