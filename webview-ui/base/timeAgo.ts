const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** The largest unit that fits counts. */
const units = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
] as const;

/**
 * An age in words, in the page's language: `3 hours ago`. Times are in ms since 1970.
 *
 * @param justNow for less than a minute
 */
export function timeAgo(time: number, now: number, justNow: string): string {
  const age = now - time;
  const largest = units.find(([, size]) => age >= size);
  if (!largest) return justNow;
  const [unit, length] = largest;
  return new Intl.RelativeTimeFormat(pageLanguage()).format(-Math.floor(age / length), unit);
}

/** Date and time in the page's language. */
export function exactTime(time: number): string {
  return new Date(time).toLocaleString(pageLanguage());
}

function pageLanguage(): string {
  return document.documentElement.lang || 'en';
}
