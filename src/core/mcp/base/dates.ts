const strict = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;
const loose =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2}(?:[.,]\d{1,9})?)?(?: ?([Zz]|[+-]\d{2}(?::?\d{2})?))?)?$/;

/**
 * Parses an ISO 8601 date to ms since 1970; `undefined` for any other text. MCP requires a full timestamp with its offset; servers also
 * send a date alone, one without seconds, with `+0200`, with a space for the `T`, or without an offset, which is then read as UTC so that
 * every user sees the same. Other texts are rejected, because V8 would make a date of `shipment 1`.
 * https://github.com/v8/v8/blob/11.3.244.8/src/date/dateparser-inl.h (Legacy dates)
 */
export function parseDate(text: string): number | undefined {
  const trimmed = text.trim();
  const time = strict.test(trimmed) ? Date.parse(trimmed) : parseLoosely(trimmed);
  return Number.isNaN(time) || !isInCalendar(trimmed) ? undefined : time;
}

/** V8 takes February 30 for March 2. */
function isInCalendar(text: string): boolean {
  const day = Number(text.slice(8, 10));
  return day <= 28 || new Date(text.slice(0, 10)).getUTCDate() === day;
}

function parseLoosely(text: string): number {
  const match = loose.exec(text);
  if (!match) return Number.NaN;
  const [, day = '', minutes = '00:00', seconds = '', zone = 'Z'] = match;
  return Date.parse(`${day}T${minutes}${seconds.replace(',', '.')}${offset(zone)}`);
}

function offset(zone: string): string {
  if (zone === 'Z' || zone === 'z') return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone.slice(0, 1)}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
