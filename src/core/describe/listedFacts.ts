import * as l10n from '@vscode/l10n';
import type { PreviewFact } from '../../shared/previewProtocol';
import { exactSize, formatDate, formatPriority, joined, labelled } from '../base/format';
import { legible } from '../base/legible';
import type { Resource, ResourceTemplate } from '../resource/resource';

/** Characters of a field that only the server knows the meaning of. */
const maxExtraLength = 300;

/** Facts that a server lists about a resource or template, the most important first; values are a server's text. */
export function listedFacts(listed: Resource | ResourceTemplate, serverName: string): readonly PreviewFact[] {
  const fields: Partial<Resource & ResourceTemplate> = listed;
  const { uri, uriTemplate, name, title, mimeType, size, priority, lastModified, audience, extra } = fields;
  const roles = audience?.map((role) => (role === 'user' ? l10n.t('User') : l10n.t('Assistant')));
  return factsWithValue([
    [l10n.t('URI'), uri && legible(uri)],
    [l10n.t('URI template'), uriTemplate && legible(uriTemplate)],
    [l10n.t('Server'), serverName],
    [l10n.t('Name'), title === undefined || title === name ? undefined : name],
    [l10n.t('Type'), mimeType],
    [l10n.t('Size'), size === undefined ? undefined : exactSize(size)],
    [l10n.t('Priority'), priority === undefined ? undefined : formatPriority(priority)],
    [l10n.t('Changed'), lastModified],
    [l10n.t('Audience'), roles && joined(roles)],
    ...extraFacts(extra),
  ]);
}

/** Drops facts without a value. */
export function factsWithValue(
  facts: readonly (readonly [label: string, value: PreviewFact[1] | undefined])[],
): readonly PreviewFact[] {
  return facts.flatMap(([label, value]): PreviewFact[] =>
    value === undefined || value === '' ? [] : [[label, value]],
  );
}

/** The same, a line each. */
export function factLines(facts: readonly PreviewFact[]): readonly string[] {
  return facts.map(([label, value]) => labelled(label, typeof value === 'number' ? formatDate(value) : value));
}

/** The server's own fields, where they are words or numbers: `_meta` and other structures are for programs. */
function extraFacts(extra: Resource['extra']): readonly PreviewFact[] {
  return Object.entries(extra ?? {}).flatMap(([key, value]): PreviewFact[] => {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
    const text = String(value);
    return [[`“${legible(key)}”`, text.length > maxExtraLength ? `${text.slice(0, maxExtraLength)}…` : text]];
  });
}
