import { facetNames, type FacetName, type SearchQuery } from '../../../src/shared/protocol';
import type { Audience } from '../../../src/shared/audience';
import { announcedType, contentKindOf, templateType } from '../../../src/core/content/contentKind';
import type { Resource, ResourceTemplate } from '../../../src/core/resource/resource';
import { parseFilter, type AcceptNames, type Filter } from '../../../src/core/search/filters';
import type { FilterGroup, ParsedQuery } from '../../../src/core/search/parseQuery';
import { now } from './fixtures';

/** A resource or a template as a search sees it, without an index. */
export interface Thing {
  readonly uri: string;
  readonly server: string;
  readonly scheme: string;
  readonly type: string;
  readonly lines: readonly string[];
  readonly description: string;
  readonly audience: readonly Audience[];
  readonly numbers: Readonly<Record<'priority' | 'lastModified' | 'size', number | undefined>>;
}

export function thing(server: string, of: Resource | ResourceTemplate): Thing {
  const { name, title, description = '', audience = [], priority } = of;
  const uri = 'uri' in of ? of.uri : of.uriTemplate;
  return {
    uri,
    server,
    scheme: /^([a-z][a-z0-9+.-]*):/iu.exec(uri)?.[1]?.toLowerCase() ?? '',
    type: 'uri' in of ? announcedType(of.mimeType, uri) : templateType,
    lines: [...(title === undefined ? [] : [title]), name, uri],
    description,
    audience,
    numbers: {
      priority,
      lastModified: 'uri' in of ? of.lastModified : undefined,
      size: 'uri' in of ? of.size : undefined,
    },
  };
}

/** Scans everything for every query. */
export class NaiveSearch {
  readonly #accepted = new Map<Filter, ReadonlySet<Thing>>();

  constructor(private readonly all: readonly Thing[]) {}

  /** Returns the matches, in any order. */
  find(query: ParsedQuery): Thing[] {
    return this.#base(query).filter((one) => query.choices.every((group) => this.#passes(group, one)));
  }

  /** Returns counts by facet and value. */
  facets(query: ParsedQuery, choices: SearchQuery['choices']): Record<FacetName, Record<string, number>> {
    const base = this.#base(query);
    const of = (name: FacetName): Record<string, number> => {
      const otherChoices = query.choices.filter(({ facet }) => facet !== name);
      const rows = base.filter((one) => otherChoices.every((group) => this.#passes(group, one)));
      const chosen = choices.filter(({ facet }) => facet === name).map(({ value }) => value);
      const counted = [...new Set([...this.#values(name, rows), ...chosen])].map((value) => {
        const filter = parseFilter(name, value, now);
        const count = filter ? rows.filter((one) => this.#holds(filter, one)).length : 0;
        return [value, count] as const;
      });
      return Object.fromEntries(
        counted.filter(([value, count]) => value !== '' && (count > 0 || chosen.includes(value))),
      );
    };
    return Object.fromEntries(facetNames.map((name) => [name, of(name)])) as Record<FacetName, Record<string, number>>;
  }

  #values(name: FacetName, rows: readonly Thing[]): string[] {
    switch (name) {
      case 'server':
        return rows.map(({ server }) => server);
      case 'scheme':
        return rows.map(({ scheme }) => scheme);
      case 'type':
        return rows.map(({ type }) => (type === templateType ? type : contentKindOf(type)));
      case 'changed':
        return ['<1d', '<7d', '<30d', '<365d'];
      case 'priority':
        return ['>=0.7', '>=0.4', '<0.4', 'none'];
    }
  }

  #base(query: ParsedQuery): Thing[] {
    const passing = this.all.filter((one) => this.#passesAll(query, one));
    const plain = passing.filter((one) => query.words.every((word) => contains(one, word)));
    if (plain.length > 0 || query.words.length === 0) return plain;
    const unseen = query.words.filter((word) => !passing.some((one) => contains(one, word)));
    if (unseen.some((word) => query.phrases.has(word) || word.length < 2)) return [];
    if (unseen.length === 0) return [];
    return passing.filter((one) =>
      query.words.every((word) => (unseen.includes(word) ? hasGaps(one, word) : contains(one, word))),
    );
  }

  #passesAll({ audience, filters, excluded }: ParsedQuery, one: Thing): boolean {
    return (
      isFor(one, audience) &&
      filters.every((group) => this.#passes(group, one)) &&
      !excluded.some((word) => contains(one, word))
    );
  }

  #passes({ filters, isExcluded }: FilterGroup, one: Thing): boolean {
    return filters.some((filter) => this.#holds(filter, one)) !== isExcluded;
  }

  #holds(filter: Filter, one: Thing): boolean {
    switch (filter.on) {
      case 'server':
        return this.#accepts(filter, ({ server }) => server.toLowerCase(), one);
      case 'scheme':
        return this.#accepts(filter, ({ scheme }) => scheme, one);
      case 'type':
        return this.#accepts(filter, ({ type }) => type, one);
      case 'audience':
        return isFor(one, filter.audience);
      case 'uri':
        return filter.glob.isMatch(one.uri);
      case 'priority':
      case 'lastModified':
      case 'size': {
        const value = one.numbers[filter.on];
        return filter.test ? value !== undefined && filter.test(value) : value === undefined;
      }
    }
  }

  #accepts(filter: Filter & { accepts: AcceptNames }, of: (one: Thing) => string, one: Thing): boolean {
    const accepted = this.#accepted.get(filter) ?? new Set(this.#meant(filter, of));
    this.#accepted.set(filter, accepted);
    return accepted.has(one);
  }

  #meant({ accepts }: { accepts: AcceptNames }, of: (one: Thing) => string): Thing[] {
    const isRelevant = accepts(this.all.map(of));
    return this.all.filter((_, at) => isRelevant[at]);
  }
}

function isFor({ audience }: Thing, wanted: 'all' | Audience): boolean {
  return wanted === 'all' || audience.length === 0 || audience.includes(wanted);
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function contains({ lines, description }: Thing, word: string): boolean {
  return [...lines, description].some((text) => plain(text).includes(word));
}

/**
 * Only for texts of ASCII letters, digits and signs: the first character starts a word, and each other one does, too, or stands in the word of
 * the one before it, within 30 characters in all.
 */
function hasGaps({ lines }: Thing, word: string): boolean {
  return lines.some((line) => {
    const isStart = (at: number): boolean =>
      !/[a-z0-9]/iu.test(line[at - 1] ?? '') || (/[A-Z]/u.test(line[at] ?? '') && !/[A-Z]/u.test(line[at - 1] ?? ''));
    const places = Array.from(line, (_, at) => at);
    // All places for one character of the word after another.
    const hasRest = (start: number): boolean => {
      let reached = [start];
      for (const character of word.slice(1))
        reached = places.filter(
          (at) =>
            at < start + 30 &&
            line[at]?.toLowerCase() === character &&
            reached.some((from) => from < at && (isStart(at) || !places.slice(from + 1, at).some(isStart))),
        );
      return reached.length > 0;
    };
    return places.some((at) => line[at]?.toLowerCase() === word[0] && isStart(at) && hasRest(at));
  });
}
