const minute = 60_000;
const day = 1440 * minute;

/** Times before the start of the server, in the ways in which real servers write ISO 8601. */
export interface Ago {
  /** `2026-11-21T08:44:02Z` */
  minutes(count: number): string;
  hours(count: number): string;
  days(count: number): string;
  /** With the nursery's offset instead of `Z`: `2026-11-21T09:44:02+01:00`. */
  daysLocal(count: number): string;
}

/** @param now milliseconds since 1970 */
export function ago(now: number): Ago {
  const iso = (milliseconds: number): string => new Date(now - milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z');
  // Spread over the day: people do not all save at the same time.
  const days = (count: number): number => count * day + (count < 1 ? 0 : ((count * 7919) % 600) * minute);
  return {
    minutes: (count) => iso(count * minute),
    hours: (count) => iso(count * 60 * minute),
    days: (count) => iso(days(count)),
    daysLocal: (count) => iso(days(count) - 60 * minute).replace('Z', '+01:00'),
  };
}

/** `2026-11-21` */
export function dayOf(moment: string): string {
  return moment.slice(0, 10);
}
