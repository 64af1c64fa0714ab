import * as l10n from '@vscode/l10n';
import { MarkdownString, ThemeIcon, TreeItem, TreeItemCollapsibleState, type IconPath, type Uri } from 'vscode';
import { literalMarkdown } from '../../core/base/markdown';
import { formatAge, formatDate, formatSize, joined, labelled } from '../../core/base/format';
import type { TemplateEntry } from '../../core/catalog/templates';
import type { Resource, ResourceTemplate } from '../../core/resource/resource';
import { displayName } from '../../core/resource/displayName';
import { resourceFacts, templateFacts, type Fact } from '../../core/preview/resourceFacts';
import type { Staleness } from '../../core/connection/staleness';
import { commandFor } from '../base/commandMap';
import { commands, rowKinds } from '../base/ids';
import { rowUri } from '../base/rowUri';

/** State of a resource in the tree. */
export interface ResourcePlace {
  readonly id: string;
  /** See {@link RowIcons}. */
  readonly icon: IconPath;
  /** Opened by a click. */
  readonly uri: Uri;
  /** File that a drag carries, see {@link VirtualFiles.uriForChat}. */
  readonly uriForChat: Uri;
  readonly isPicked: boolean;
  /** What its mark says, see {@link ResourceDecorations}: that it failed or was updated; empty for neither. */
  readonly change: string;
  readonly staleness: Staleness | undefined;
  /** See {@link Catalog.isSaved}. */
  readonly isSaved: boolean;
  /** True where the row expands to the resource's files. */
  readonly hasParts: boolean;
  readonly now: number;
}

/** What a tooltip says besides what the server lists. */
export interface RowNotes extends Pick<ResourcePlace, 'isSaved' | 'staleness'> {
  /** See {@link sortReason}. */
  readonly place: string;
}

/** The row of a resource in the tree. */
export function resourceItem(resource: Resource, place: ResourcePlace): TreeItem {
  const { Collapsed, None } = TreeItemCollapsibleState;
  const item = new TreeItem(displayName(resource), place.hasParts ? Collapsed : None);
  item.id = place.id;
  item.resourceUri = rowUri(place.uriForChat);
  item.iconPath = place.icon;
  // First: a narrow side bar cuts the end.
  const shown = [...(place.staleness ? [place.staleness.label] : []), ...ageOf(resource, place)];
  if (place.isSaved) shown.push(l10n.t('saved'));
  item.description = shown.join(' · ');
  item.contextValue = rowKind(place);
  // A click on a row with parts expands it.
  if (!place.hasParts) item.command = commandFor(commands.open, l10n.t('Open'), place.uri);
  const priority = resource.priority === undefined ? '' : l10n.t('Priority {0}', resource.priority);
  const picked = place.isPicked ? l10n.t('In the context') : '';
  const size = resource.size === undefined ? '' : formatSize(resource.size);
  const spoken = [displayName(resource), place.change, picked, ...shown, priority, size];
  item.accessibilityInformation = { label: joined(spoken.filter((text) => text !== '')) };
  return item;
}

function rowKind({ isPicked, isSaved }: { isPicked: boolean; isSaved: boolean }): string {
  if (isSaved) return isPicked ? rowKinds.pickedAndKept : rowKinds.kept;
  return isPicked ? rowKinds.picked : rowKinds.resource;
}

function ageOf({ lastModified }: Resource, { now }: ResourcePlace): string[] {
  return lastModified === undefined ? [] : [formatAge(lastModified, now)];
}

/** The row of a template: a click asks for its values. */
export function templateItem(id: string, entry: TemplateEntry): TreeItem {
  const { uriTemplate } = entry.template;
  const item = new TreeItem(displayName(entry.template), TreeItemCollapsibleState.None);
  item.id = id;
  item.iconPath = new ThemeIcon('symbol-parameter');
  item.description = uriTemplate;
  item.contextValue = rowKinds.template;
  item.command = commandFor(commands.fillInTemplate, l10n.t('Fill In Template…'), { entry });
  item.accessibilityInformation = { label: l10n.t('{0}, template, {1}', displayName(entry.template), uriTemplate) };
  return item;
}

/** Everything known about a resource. All of it is a server's text: shown as text, whatever it contains. */
export function resourceTooltip(
  resource: Resource,
  serverName: string,
  { isSaved, staleness, place }: RowNotes,
): MarkdownString {
  const origin = l10n.t(
    'You created this resource from a template and saved it in this workspace. The server doesn’t list it.',
  );
  const notes = [...(isSaved ? [origin] : []), ...(staleness ? [staleness.sentence] : [])];
  return tooltip(resource, [...notes, ...lines(resourceFacts(resource, serverName)), place]);
}

export function templateTooltip(template: ResourceTemplate, serverName: string): MarkdownString {
  return tooltip(template, lines(templateFacts(template, serverName)));
}

function tooltip(named: Pick<Resource, 'name' | 'title' | 'description'>, rows: readonly string[]): MarkdownString {
  const blocks = [
    `**${literalMarkdown(displayName(named))}**`,
    literalMarkdown(named.description ?? ''),
    rows.map((row) => `- ${literalMarkdown(row)}`).join('\n'),
  ];
  return new MarkdownString(blocks.filter((block) => block !== '').join('\n\n'));
}

function lines(facts: readonly Fact[]): readonly string[] {
  return facts.map(([label, value]) => labelled(label, typeof value === 'number' ? formatDate(value) : value));
}
