import * as l10n from '@vscode/l10n';
import { onFirstUse } from './onFirstUse';

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A size for display, in steps of 1,000: `12 kB`. */
export function formatSize(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  for (; value >= 999.5 && unit < units.length - 1; unit += 1) value /= 1_000;
  const digits = unit > 0 && value < 9.95 ? 1 : 0;
  return `${value.toFixed(digits)} ${units[unit] ?? ''}`;
}

/** `1.2 kB (1,234 bytes)` */
export function exactSize(bytes: number): string {
  return bytes < 1_000 ? formatSize(bytes) : l10n.t('{0} ({1} bytes)', formatSize(bytes), formatCount(bytes));
}

/** A priority between 0 and 1, in at most two digits. */
export function formatPriority(priority: number): string {
  return String(Math.round(priority * 100) / 100);
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** An age, short enough for the end of a row: `now`, `5 min`, `3 h`, `12 d`, `2 y`. */
export function formatAge(time: number, now: number): string {
  const age = now - time;
  if (age < minute) return l10n.t('now');
  if (age < hour) return l10n.t('{0} min', Math.floor(age / minute));
  if (age < day) return l10n.t('{0} h', Math.floor(age / hour));
  if (age < 365 * day) return l10n.t('{0} d', Math.floor(age / day));
  return l10n.t('{0} y', Math.floor(age / (365 * day)));
}

/** An age in words: `5 min ago`. */
export function ago(time: number, now: number): string {
  return now - time < minute ? l10n.t('just now') : l10n.t('{0} ago', formatAge(time, now));
}

/** Date and time in the language of the texts. */
export function formatDate(time: number): string {
  return new Date(time).toLocaleString(tag);
}

/** A time of day, `14:32`, with its date where that is not today. */
export function formatTime(time: number, now: number): string {
  const clockTime = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  return new Date(time).toLocaleString(tag, isToday ? clockTime : { ...clockTime, month: 'short', day: 'numeric' });
}

const compact = { notation: 'compact', maximumSignificantDigits: 2 } as const;
let tag = 'en';
let shortNumbers = onFirstUse(() => new Intl.NumberFormat(tag, compact));

/** Numbers and times in texts are written as the language of the texts wants it; `language` is a BCP 47 tag. */
export function formatNumbersIn(language: string): void {
  tag = language;
  shortNumbers = onFirstUse(() => new Intl.NumberFormat(language, compact));
}

/** Written as both languages of the texts do; the first `Intl.NumberFormat` would take 25 ms, before a list can be shown. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, ',');
}

export function describeResources(count: number): string {
  return count === 1 ? l10n.t('1 resource') : l10n.t('{0} resources', formatCount(count));
}

/** `12 resources, 2 templates`. A kind of which there is none is left out. */
export function describeListed(resources: number, templates: number): string {
  if (templates === 0) return describeResources(resources);
  const counted = templates === 1 ? l10n.t('1 template') : l10n.t('{0} templates', formatCount(templates));
  return resources === 0 ? counted : joined([describeResources(resources), counted]);
}

export function describeFiles(count: number): string {
  return count === 1 ? l10n.t('1 file') : l10n.t('{0} files', formatCount(count));
}

/** A number of tokens, rounded to two digits: `1.2K`. */
export function formatTokens(tokens: number): string {
  return shortNumbers().format(tokens);
}

/** A number of tokens with its unit: `1.2K tokens`. */
export function describeTokens(tokens: number): string {
  return tokens === 1 ? l10n.t('{0} token', formatTokens(tokens)) : l10n.t('{0} tokens', formatTokens(tokens));
}

/** Texts, of which there may be none or empty ones. */
type Texts = readonly (string | undefined)[];

/** Texts of a list within a sentence, separated as the language does. */
export function joined(texts: Texts): string {
  return texts.filter(Boolean).join(l10n.t(', '));
}

/** Facts on one line, in a few words each: `12 kB · 3 h`. */
export function factLine(facts: Texts): string {
  return facts.filter(Boolean).join(' · ');
}

/** A label and its value, with the colon of the language. */
export function labelled(label: string, value: string): string {
  return l10n.t('{0}: {1}', label, value);
}

/** Number of texts that are named in one sentence. */
const listedAtOnce = 3;

/** The first of several texts, and the number of the others. */
export function listed(texts: readonly string[]): string {
  const firstTexts = joined(texts.slice(0, listedAtOnce));
  const more = texts.length - listedAtOnce;
  return more > 0 ? l10n.t('{0} and {1} more', firstTexts, formatCount(more)) : firstTexts;
}
