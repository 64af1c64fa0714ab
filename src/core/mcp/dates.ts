const shape = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2}(?:[.,]\d{1,9})?)?(?: ?([Zz]|[+-]\d{2}(?::?\d{2})?))?)?$/;

/**
 * Milliseconds since 1970 of an ISO 8601 date, or `undefined`. MCP asks for a full timestamp with its offset; servers also send a
 * date alone, one without seconds, with `+0200`, with a space for the `T`, or without an offset, which is then taken for UTC so
 * that everybody sees the same. Anything else is nothing: V8 would make a date of `shipment 1`.
 */
export function parseDate(text: string): number | undefined {
  const time = parseStrictly(text) ?? parseLoosely(text.trim());
  return Number.isNaN(time) ? undefined : time;
}

/** `2026-11-21T08:27:00Z` and `2026-11-21T08:27:00.000Z`, which nearly all are; lists of 100,000 show what `Date.parse` costs. */
function parseStrictly(text: string): number | undefined {
  const { length } = text;
  if ((length !== 20 && length !== 24) || text.charCodeAt(length - 1) !== 90) return undefined;
  if (text[4] !== '-' || text[7] !== '-' || text[10] !== 'T' || text[13] !== ':' || text[16] !== ':') return undefined;
  const ms = length === 20 ? 0 : text[19] === '.' ? digits(text, 20, 3) : Number.NaN;
  const day = digits(text, 8, 2);
  const time = Date.UTC(
    digits(text, 0, 4),
    digits(text, 5, 2) - 1,
    day,
    digits(text, 11, 2),
    digits(text, 14, 2),
    digits(text, 17, 2),
    ms,
  );
  // `Date.UTC` makes a day of next month of the 31st of June, and takes the years before 100 for those of 1900.
  return time > -59_000_000_000_000 && isInRange(text) && new Date(time).getUTCDate() === day ? time : undefined;
}

function isInRange(text: string): boolean {
  return digits(text, 11, 2) < 24 && digits(text, 14, 2) < 60 && digits(text, 17, 2) < 60;
}

/** The number written from `start` on, or `NaN`. */
function digits(text: string, start: number, count: number): number {
  let number = 0;
  for (let index = start; index < start + count; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

function parseLoosely(text: string): number {
  const match = shape.exec(text);
  if (!match) return Number.NaN;
  const [, day = '', minutes, rest = ':00', zone = 'Z'] = match;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // V8 rolls the 31st of June over here, too.
  if (Number.isNaN(midnight) || new Date(midnight).getUTCDate() !== Number(day.slice(8))) return Number.NaN;
  return minutes === undefined ? midnight : Date.parse(`${day}T${minutes}${seconds(rest)}${offset(zone)}`);
}

function seconds(text: string): string {
  const [whole = '', fraction] = text.replace(',', '.').split('.');
  return fraction === undefined ? whole : `${whole}.${fraction.slice(0, 3).padEnd(3, '0')}`;
}

function offset(zone: string): string {
  if (zone === 'Z' || zone === 'z') return 'Z';
  const digitsOnly = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone.slice(0, 1)}${digitsOnly.slice(0, 2)}:${digitsOnly.slice(2)}`;
}
