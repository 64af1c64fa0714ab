export type NumberTest = (value: number) => boolean;

/** A comparison that the user wrote behind a filter's name, with a key for each different meaning. */
export interface NumberFilter {
  readonly key: string;
  readonly test: NumberTest;
}

type Operator = '<' | '<=' | '=' | '>=' | '>';

const day = 86_400_000;
/** Milliseconds. */
const ages: Readonly<Record<string, number>> = { h: day / 24, d: day, w: 7 * day, m: 30 * day, y: 365 * day };
/** Bytes; in steps of 1,000, as sizes are shown. */
const sizes: Readonly<Record<string, number>> = { '': 1, b: 1, k: 1e3, kb: 1e3, m: 1e6, mb: 1e6, g: 1e9, gb: 1e9 };
/** In ms. Ages are relative to the start of the current minute, so that results can be reused while the user types. */
const minute = 60_000;
const opposite = { '<': '>', '<=': '>=', '=': '>', '>=': '<=', '>': '<' } as const;

/** From 0 to 1, such as `>0.5` or `>=50%`. */
export function parsePriority(text: string): NumberFilter | undefined {
  const [, operator, digits = '', percent] = /^([<>]=?|=)?\s*(\d*\.?\d+)\s*(%)?$/u.exec(text) ?? [];
  const value = Number(digits) / (percent ? 100 : 1);
  return digits === '' || value > 1 ? undefined : compare(operatorOf(operator), value);
}

/** Such as `<1mb`; `20` is 20 bytes. */
export function parseSize(text: string): NumberFilter | undefined {
  const [, operator, digits = '', unit = ''] = /^([<>]=?|=)?\s*(\d*\.?\d+)\s*([kmg]?b?)$/iu.exec(text) ?? [];
  const scale = sizes[unit.toLowerCase()];
  return digits === '' || scale === undefined ? undefined : compare(operatorOf(operator), Number(digits) * scale);
}

/** An age, as `<7d` for changes within the last 7 days, or a time, as `>2026-01-31`, `2026-01` or `<2026`. Dates are local. */
export function parseAge(text: string, now: number): NumberFilter | undefined {
  const [, operator, digits = '', unit = ''] = /^([<>]=?|=)?\s*(\d*\.?\d+)\s*([hdwmy])$/iu.exec(text) ?? [];
  const scale = ages[unit.toLowerCase()];
  if (scale === undefined) return parseDate(text);
  const wholeMinute = now - (now % minute);
  // The smaller the age, the later the time.
  return compare(opposite[operatorOf(operator ?? '<')], wholeMinute - Number(digits) * scale);
}

function parseDate(text: string): NumberFilter | undefined {
  const parts: readonly (string | undefined)[] = /^([<>]=?|=)?\s*(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?$/u.exec(text) ?? [];
  const operator = operatorOf(parts[1]);
  const [year, month, date] = parts.slice(2).map((part) => (part === undefined ? undefined : Number(part)));
  if (year === undefined) return undefined;
  const start = new Date(year, (month ?? 1) - 1, date ?? 1);
  const isReal = start.getMonth() === (month ?? 1) - 1 && start.getDate() === (date ?? 1);
  if (!isReal) return undefined;
  // The month is one more than that of a `Date`, and 12 leads into the next year.
  const end = date === undefined ? new Date(year, month ?? 12, 1) : new Date(year, (month ?? 1) - 1, date + 1);
  return inPeriod(operator, start.getTime(), end.getTime());
}

/** @param end exclusive */
function inPeriod(operator: Operator, start: number, end: number): NumberFilter {
  if (operator === '<') return compare('<', start);
  if (operator === '<=') return compare('<', end);
  if (operator === '>') return compare('>=', end);
  if (operator === '>=') return compare('>=', start);
  return { key: `${start}..${end}`, test: (value) => value >= start && value < end };
}

function operatorOf(text: string | undefined): Operator {
  return text === '<' || text === '<=' || text === '>' || text === '>=' ? text : '=';
}

function compare(operator: Operator, limit: number): NumberFilter {
  return { key: `${operator}${limit}`, test: tests[operator](limit) };
}

const tests: Readonly<Record<Operator, (limit: number) => NumberTest>> = {
  '<': (limit) => (value) => value < limit,
  '<=': (limit) => (value) => value <= limit,
  '=': (limit) => (value) => value === limit,
  '>=': (limit) => (value) => value >= limit,
  '>': (limit) => (value) => value > limit,
};
