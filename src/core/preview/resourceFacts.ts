import * as l10n from '@vscode/l10n';
import type { Audience } from '../../shared/audience';
import type { PreviewFact } from '../../shared/previewProtocol';
import { formatCount, formatSize, joined } from '../base/format';
import { legible } from '../base/legible';
import type { Resource, ResourceTemplate } from '../resource/resource';

/** A value is a server's text. */
export type Fact = PreviewFact;

type PossibleFact = readonly [label: string, value: Fact[1] | undefined];

/** Characters of a field that only the server knows the meaning of. */
const maxExtraLength = 300;

/** A resource's facts as its server lists them, in the order of importance. */
export function resourceFacts(resource: Resource, serverName: string): readonly Fact[] {
  const { uri, audience, priority, lastModified, size, mimeType, extra } = resource;
  return factsWithValue([
    [l10n.t('URI'), legible(uri)],
    [l10n.t('Server'), serverName],
    [l10n.t('Name'), nameBesideTitle(resource)],
    [l10n.t('Type'), mimeType],
    [l10n.t('Size'), size === undefined ? undefined : exactSize(size)],
    [l10n.t('Priority'), inDigits(priority)],
    [l10n.t('Changed'), lastModified],
    [l10n.t('Audience'), inWords(audience)],
    ...extraFacts(extra),
  ]);
}

/** A template's facts as its server lists them, in the order of importance. */
export function templateFacts(template: ResourceTemplate, serverName: string): readonly Fact[] {
  const { uriTemplate, mimeType, audience, priority, extra } = template;
  return factsWithValue([
    [l10n.t('URI template'), legible(uriTemplate)],
    [l10n.t('Server'), serverName],
    [l10n.t('Name'), nameBesideTitle(template)],
    [l10n.t('Type'), mimeType],
    [l10n.t('Priority'), inDigits(priority)],
    [l10n.t('Audience'), inWords(audience)],
    ...extraFacts(extra),
  ]);
}

/** `1.2 kB (1,234 bytes)` */
export function exactSize(bytes: number): string {
  return bytes < 1_000 ? formatSize(bytes) : l10n.t('{0} ({1} bytes)', formatSize(bytes), formatCount(bytes));
}

/** Drops facts without a value. */
export function factsWithValue(facts: readonly PossibleFact[]): readonly Fact[] {
  return facts.flatMap(([label, value]): Fact[] => (value === undefined || value === '' ? [] : [[label, value]]));
}

function nameBesideTitle({ name, title }: Pick<Resource, 'name' | 'title'>): string | undefined {
  return title === undefined || title === name ? undefined : name;
}

function inDigits(priority: number | undefined): string | undefined {
  return priority === undefined ? undefined : String(Math.round(priority * 100) / 100);
}

function inWords(audience: readonly Audience[] | undefined): string | undefined {
  return audience && joined(audience.map((role) => (role === 'user' ? l10n.t('User') : l10n.t('Assistant'))));
}

/** The server's own fields, where they are words or numbers: `_meta` and other structures are for programs. */
function extraFacts(extra: Resource['extra']): readonly Fact[] {
  return Object.entries(extra ?? {}).flatMap(([key, value]): Fact[] => {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
    const text = String(value);
    return [[key, text.length > maxExtraLength ? `${text.slice(0, maxExtraLength)}…` : text]];
  });
}
