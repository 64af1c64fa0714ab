import * as l10n from '@vscode/l10n';
import { MarkdownString, ThemeIcon, TreeItem, TreeItemCollapsibleState, type Uri } from 'vscode';
import { formatAge, formatCount, formatSize } from '../core/format';
import type { Audience } from '../shared/audience';
import type { TemplateEntry } from '../core/catalog/templates';
import type { Resource, ResourceTemplate } from '../core/resource';
import { displayName } from '../core/catalog/order';
import { commands, rowKinds } from './ids';

/** The row of a resource in any of the trees. */
export function resourceItem(
  resource: Resource,
  place: {
    readonly id: string;
    readonly uri: Uri;
    readonly isPicked: boolean;
    readonly isFromBefore: boolean;
    /** See {@link Catalog.isKept}. */
    readonly isKept: boolean;
    /** Opens to the files that it consists of. */
    readonly hasParts: boolean;
    readonly now: number;
  },
): TreeItem {
  const { Collapsed, None } = TreeItemCollapsibleState;
  const item = new TreeItem(displayName(resource), place.hasParts ? Collapsed : None);
  item.id = place.id;
  item.resourceUri = place.uri;
  item.iconPath = ThemeIcon.File;
  const mark = resource.priority !== undefined && resource.priority >= highPriority ? ['▂▄▆'] : [];
  item.description = [...mark, ...facetsOf(resource, place)].join(' · ');
  item.contextValue = rowKind(place);
  // A click on what opens to files shows these.
  if (!place.hasParts) item.command = { command: commands.open, title: l10n.t('Open'), arguments: [place.uri] };
  const priority = resource.priority === undefined ? '' : l10n.t('priority {0}', resource.priority);
  const spoken = [displayName(resource), priority, ...facetsOf(resource, place)];
  item.accessibilityInformation = { label: spoken.filter(Boolean).join(', ') };
  return item;
}

function rowKind({ isPicked, isKept }: { isPicked: boolean; isKept: boolean }): string {
  if (isKept) return isPicked ? rowKinds.pickedAndKept : rowKinds.kept;
  return isPicked ? rowKinds.picked : rowKinds.resource;
}

/** From here a resource gets the bars that the search panel draws for a high priority. */
const highPriority = 0.7;

function facetsOf(
  resource: Resource,
  { now, isFromBefore, isKept }: { now: number; isFromBefore: boolean; isKept: boolean },
): string[] {
  const parts: string[] = [];
  if (resource.lastModified !== undefined) parts.push(formatAge(resource.lastModified, now));
  if (resource.size !== undefined) parts.push(formatSize(resource.size));
  if (isFromBefore) parts.push(l10n.t('from before'));
  if (isKept) parts.push(l10n.t('kept'));
  return parts;
}

/** The row of a template: a click asks for its values. */
export function templateItem(id: string, entry: TemplateEntry): TreeItem {
  const { uriTemplate } = entry.template;
  const item = new TreeItem(displayName(entry.template), TreeItemCollapsibleState.None);
  item.id = id;
  item.iconPath = new ThemeIcon('symbol-parameter');
  item.description = uriTemplate;
  item.contextValue = rowKinds.template;
  item.command = { command: commands.fillInTemplate, title: l10n.t('Fill In Template…'), arguments: [{ entry }] };
  item.accessibilityInformation = { label: l10n.t('{0}, template, {1}', displayName(entry.template), uriTemplate) };
  return item;
}

/** Everything that is known of a resource. All of it is a server's text: shown as text, whatever it holds. */
export function resourceTooltip(resource: Resource, serverName: string, isKept: boolean): MarkdownString {
  const origin = l10n.t('Built from a template and kept in this workspace: its server does not list it.');
  return tooltip(resource, [...(isKept ? [origin] : []), ...facts(resource, serverName)]);
}

export function templateTooltip(template: ResourceTemplate, serverName: string): MarkdownString {
  const { uriTemplate, name, title, mimeType, audience, priority, extra } = template;
  const lines = labelled([
    [l10n.t('URI template'), uriTemplate],
    [l10n.t('Server'), serverName],
    [l10n.t('Name'), title === undefined || title === name ? undefined : name],
    [l10n.t('Type'), mimeType],
    [l10n.t('Priority'), inDigits(priority)],
    [l10n.t('Audience'), inWords(audience)],
    ...extraLines(extra),
  ]);
  return tooltip(template, lines);
}

function tooltip(named: Pick<Resource, 'name' | 'title' | 'description'>, lines: readonly string[]): MarkdownString {
  const text = new MarkdownString(undefined, true);
  text.supportHtml = false;
  text.isTrusted = false;
  text.appendMarkdown('**').appendText(displayName(named)).appendMarkdown('**\n\n');
  if (named.description) text.appendText(named.description).appendMarkdown('\n\n');
  for (const line of lines) text.appendMarkdown('- ').appendText(line).appendMarkdown('\n');
  return text;
}

const longestExtra = 300;

function facts(resource: Resource, serverName: string): string[] {
  const { audience, priority, lastModified, size, mimeType, name, title, extra } = resource;
  return labelled([
    [l10n.t('URI'), resource.uri],
    [l10n.t('Server'), serverName],
    [l10n.t('Name'), title === undefined || title === name ? undefined : name],
    [l10n.t('Type'), mimeType],
    [l10n.t('Size'), size === undefined ? undefined : l10n.t('{0} ({1} bytes)', formatSize(size), formatCount(size))],
    [l10n.t('Priority'), inDigits(priority)],
    [l10n.t('Modified'), lastModified === undefined ? undefined : new Date(lastModified).toLocaleString()],
    [l10n.t('Audience'), inWords(audience)],
    ...extraLines(extra),
  ]);
}

function extraLines(extra: Resource['extra']): [string, string][] {
  return Object.entries(extra ?? {}).map(([key, value]) => [key, short(value)]);
}

function labelled(rows: readonly (readonly [string, string | undefined])[]): string[] {
  return rows.flatMap(([label, value]) => (value ? `${label}: ${value}` : []));
}

function inDigits(priority: number | undefined): string | undefined {
  return priority?.toLocaleString(undefined, { maximumFractionDigits: 2 });
}

function inWords(audience: readonly Audience[] | undefined): string | undefined {
  return audience?.map((one) => (one === 'user' ? l10n.t('user') : l10n.t('assistant'))).join(', ');
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestExtra ? `${text.slice(0, longestExtra)}…` : text;
}
