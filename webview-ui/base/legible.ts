/** Control characters, line breaks among them. */
const controls = /\p{Cc}/gu;
/** Characters that change the direction of the following text, and can make `gnp.exe` read `exe.png`. */
const turns = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * A server's text as one line that cannot mislead: every character stays in its place, so that offsets into the text still hold. Direction
 * follows from the letters of the text itself.
 */
export function legible(text: string): string {
  return text.replace(controls, ' ').replace(turns, '\uFFFD');
}
