import * as l10n from '@vscode/l10n';
import { MarkdownString, ThemeIcon, TreeItem, TreeItemCollapsibleState, type Uri } from 'vscode';
import { formatAge, formatCount, formatSize } from '../core/format';
import type { Resource } from '../core/resource';
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
    readonly now: number;
  },
): TreeItem {
  const item = new TreeItem(displayName(resource), TreeItemCollapsibleState.None);
  item.id = place.id;
  item.resourceUri = place.uri;
  item.iconPath = ThemeIcon.File;
  const mark = resource.priority !== undefined && resource.priority >= highPriority ? ['▂▄▆'] : [];
  item.description = [...mark, ...facetsOf(resource, place)].join(' · ');
  item.contextValue = place.isPicked ? rowKinds.picked : rowKinds.resource;
  item.command = { command: commands.open, title: l10n.t('Open'), arguments: [place.uri] };
  const priority = resource.priority === undefined ? '' : l10n.t('priority {0}', resource.priority);
  const spoken = [displayName(resource), priority, ...facetsOf(resource, place)];
  item.accessibilityInformation = { label: spoken.filter(Boolean).join(', ') };
  return item;
}

/** From here a resource gets the bars that the search panel draws for a high priority. */
const highPriority = 0.7;

function facetsOf(resource: Resource, { now, isFromBefore }: { now: number; isFromBefore: boolean }): string[] {
  const parts: string[] = [];
  if (resource.lastModified !== undefined) parts.push(formatAge(resource.lastModified, now));
  if (resource.size !== undefined) parts.push(formatSize(resource.size));
  if (isFromBefore) parts.push(l10n.t('from before'));
  return parts;
}

/** Everything that is known of a resource. All of it is a server's text: shown as text, whatever it holds. */
export function resourceTooltip(resource: Resource, serverName: string): MarkdownString {
  const tooltip = new MarkdownString(undefined, true);
  tooltip.supportHtml = false;
  tooltip.isTrusted = false;
  tooltip.appendMarkdown('**').appendText(displayName(resource)).appendMarkdown('**\n\n');
  if (resource.description) tooltip.appendText(resource.description).appendMarkdown('\n\n');
  for (const [label, value] of facts(resource, serverName)) {
    tooltip.appendMarkdown('- ').appendText(`${label}: ${value}`).appendMarkdown('\n');
  }
  return tooltip;
}

const longestExtra = 300;

function facts(resource: Resource, serverName: string): [string, string][] {
  const { audience, priority, lastModified, size, mimeType, name, title, extra } = resource;
  const rows: [string, string | undefined][] = [
    [l10n.t('URI'), resource.uri],
    [l10n.t('Server'), serverName],
    [l10n.t('Name'), title === undefined || title === name ? undefined : name],
    [l10n.t('Type'), mimeType],
    [l10n.t('Size'), size === undefined ? undefined : l10n.t('{0} ({1} bytes)', formatSize(size), formatCount(size))],
    [l10n.t('Priority'), priority?.toLocaleString(undefined, { maximumFractionDigits: 2 })],
    [l10n.t('Modified'), lastModified === undefined ? undefined : new Date(lastModified).toLocaleString()],
    [l10n.t('Audience'), audience?.map((one) => (one === 'user' ? l10n.t('user') : l10n.t('assistant'))).join(', ')],
    ...Object.entries(extra ?? {}).map(([key, value]): [string, string] => [key, short(value)]),
  ];
  return rows.flatMap(([label, value]) => (value ? [[label, value]] : []));
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestExtra ? `${text.slice(0, longestExtra)}…` : text;
}
