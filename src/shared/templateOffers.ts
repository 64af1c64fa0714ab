/** Values for a box in which the user types one, without a value twice. */
export interface Offers {
  /** Values that the user chose before, as far as they contain the typed text. */
  readonly used: readonly string[];
  readonly fromServer: readonly string[];
}

export interface OfferSources {
  readonly text: string;
  readonly used: readonly string[];
  /** The server's last answer. */
  readonly answer: readonly string[];
  /** It answered to another text: only what holds this one may be offered. */
  readonly isOutdated: boolean;
  /** True for a value that the field has already. */
  readonly isTaken: (value: string) => boolean;
}

/** Values to choose from while a value of a template is typed. */
export function offersFor({ text, used, answer, isOutdated, isTaken }: OfferSources): Offers {
  const lower = text.toLocaleLowerCase();
  const isNew = (value: string): boolean => value !== text && !isTaken(value);
  const isMatch = (value: string): boolean => value.toLocaleLowerCase().includes(lower);
  const usedMatches = used.filter((value) => isNew(value) && isMatch(value));
  const isAlso = new Set(usedMatches);
  return {
    used: usedMatches,
    fromServer: answer.filter((value) => isNew(value) && !isAlso.has(value) && (!isOutdated || isMatch(value))),
  };
}
