/** Control characters, line breaks among them. */
const controls = /\p{Cc}/gu;
/** Characters that turn the direction of what follows, and can make `gnp.exe` read `exe.png`. */
const turns = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * A server's text as one honest line: every character stays in its place, so that offsets into the text still hold. Direction is left to
 * the text itself, as its letters are written.
 */
export function legible(text: string): string {
  return text.replace(controls, ' ').replace(turns, '\uFFFD');
}
