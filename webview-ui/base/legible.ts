import { hidden } from '../../src/shared/hiddenText';

/** Control characters, line breaks among them. */
const controls = /\p{Cc}/gu;

/**
 * A server's text as one line that cannot mislead: every character stays in its place, so that offsets into the text still hold. Direction
 * follows from the letters of the text itself.
 */
export function legible(text: string): string {
  return text.replace(controls, ' ').replace(hidden(), (character) => '\uFFFD'.repeat(character.length));
}
