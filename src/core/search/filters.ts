import * as l10n from '@vscode/l10n';
import { joined, listed } from '../base/format';
import type { AudienceFilter } from '../../shared/audience';
import type { NumberColumn } from '../catalog/resourceTable';
import { typeMatcher, typeNames } from '../content/contentKind';
import { fold } from '../base/fold';
import { parseAge, parsePriority, parseSize, type NumberFilter, type NumberTest } from './numberFilters';
import type { FilterName } from './queryTokens';
import { UriGlob } from './uriGlob';

/** One parsed condition. Two of the same `key` let the same rows through. */
export type Filter = { readonly key: string } & (
  | { readonly on: 'server' | 'scheme' | 'type'; readonly accepts: AcceptNames }
  | { readonly on: 'audience'; readonly audience: AudienceFilter }
  /** Without a `test` it selects rows that have no such number; a test never passes those. */
  | { readonly on: NumberColumn; readonly test: NumberTest | undefined }
  | { readonly on: 'uri'; readonly glob: UriGlob }
);

/** Tells for each of the existing names whether it matches: a match can depend on which other names exist. */
export type AcceptNames = (names: readonly string[]) => readonly boolean[];

/** Reads one value of a filter, typed or clicked. `undefined` if it is not understood; {@link filterHint} has the hint. */
export function parseFilter(name: FilterName, value: string, now: number): Filter | undefined {
  const lower = value.toLowerCase();
  switch (name) {
    case 'server':
      return byName(name, fold(value));
    case 'scheme':
      return byName(name, lower.replace(/:$/u, ''));
    case 'type':
      return byType(lower);
    case 'audience':
      return byAudience(lower);
    case 'priority':
      return byNumber('priority', lower, parsePriority);
    case 'changed':
      return byNumber('lastModified', lower, (text) => parseAge(text, now));
    case 'size':
      return byNumber('size', lower, parseSize);
    case 'uri':
      return { on: name, key: `uri:${value}`, glob: new UriGlob(value) };
  }
}

/** Accepts the exact name if it exists; else names that match its `*`; else names that begin with it, as the user may still be typing. */
function byName(on: 'server' | 'scheme', value: string): Filter {
  const accepts: AcceptNames = (names) => {
    if (names.includes(value)) return names.map((name) => name === value);
    const isMatch = value.includes('*') ? wildcard(value) : (name: string) => name.startsWith(value);
    return names.map(isMatch);
  };
  return { on, key: `${on}:${value}`, accepts };
}

function byType(value: string): Filter | undefined {
  const isMatch = value.includes('*') ? wildcard(value) : typeMatcher(value);
  return (
    isMatch && {
      on: 'type',
      key: `type:${value}`,
      accepts: (types) => types.map((type) => type.split(';').some(isMatch)),
    }
  );
}

function byAudience(value: string): Filter | undefined {
  const audience = (['user', 'assistant', 'all'] as const).find((name) => name.startsWith(value));
  return audience && { on: 'audience', key: `audience:${audience}`, audience };
}

function byNumber(
  on: NumberColumn,
  text: string,
  parse: (text: string) => NumberFilter | undefined,
): Filter | undefined {
  if (text === 'none') return { on, key: `${on}:none`, test: undefined };
  const parsed = parse(text);
  return parsed && { on, key: `${on}:${parsed.key}`, test: parsed.test };
}

/** `*` stands for anything. Without a regular expression: names are servers' texts, and many stars would make one slow. */
function wildcard(pattern: string): (text: string) => boolean {
  const [start = '', ...middle] = pattern.split(/\*+/u);
  const end = middle.pop() ?? '';
  return (text) => {
    if (!text.startsWith(start)) return false;
    let offset = start.length;
    for (const part of middle) {
      const index = text.indexOf(part, offset);
      if (index < 0) return false;
      offset = index + part.length;
    }
    return text.length >= offset + end.length && text.endsWith(end);
  };
}

/** `undefined` if a filter by server names one of these. */
export function unknownServerHint(filter: Filter, text: string, serverNames: readonly string[]): string | undefined {
  if (filter.on !== 'server' || serverNames.length === 0) return undefined;
  if (filter.accepts(serverNames.map(fold)).includes(true)) return undefined;
  return l10n.t('Unknown server “{0}”. Configured servers: {1}.', text, listed(serverNames));
}

/** The hint for `text`, a filter with its name whose value was not understood. */
export function filterHint(name: FilterName, text: string): string {
  switch (name) {
    case 'server':
      return l10n.t('Missing server in “{0}”. Enter a name, such as server:github or server:"two words".', text);
    case 'scheme':
      return l10n.t(
        'Missing scheme in “{0}”. Enter one, such as scheme:file, or several, such as scheme:file,db.',
        text,
      );
    case 'type':
      return l10n.t(
        'Invalid type “{0}”. Use a MIME type such as type:image/*, or one of these: {1}.',
        text,
        joined(typeNames),
      );
    case 'audience':
      return l10n.t('Invalid audience “{0}”. Use audience:user or audience:assistant.', text);
    case 'priority':
      return l10n.t('Invalid priority “{0}”. Use a number from 0 to 1, such as priority:>0.5.', text);
    case 'changed':
      return l10n.t(
        'Invalid time “{0}”. Use an age such as changed:<7d (units: h, d, w, m, y), or a date such as changed:>2026-01-31.',
        text,
      );
    case 'size':
      return l10n.t('Invalid size “{0}”. Use a size in b, kb, mb or gb, such as size:<1mb.', text);
    case 'uri':
      return l10n.t('Missing pattern in “{0}”. Enter one, such as uri:*.md or uri:db://sales/**.', text);
  }
}
