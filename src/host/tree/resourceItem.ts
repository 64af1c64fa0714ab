import * as l10n from '@vscode/l10n';
import { ThemeIcon, TreeItem, TreeItemCollapsibleState, type IconPath, type Uri } from 'vscode';
import { factLine, joined } from '../../core/base/format';
import { showable } from '../../core/base/showable';
import type { TemplateEntry } from '../../core/catalog/templates';
import { Description, type Origin } from '../../core/describe/description';
import type { Resource } from '../../core/resource/resource';
import { displayName } from '../../core/resource/displayName';
import { commandFor } from '../base/commandMap';
import { commands, rowKinds } from '../base/ids';
import { rowUri } from '../base/rowUri';

/** State of a resource in the tree. */
export interface ResourcePlace extends Origin {
  readonly id: string;
  /** Shown in place of the resource's name. */
  readonly path?: string | undefined;
  /** See {@link ServerIcons.iconOf}. */
  readonly icon: IconPath;
  /** Opened by a click. */
  readonly uri: Uri;
  /** File that a drag carries, see {@link VirtualFiles.uriForChat}. */
  readonly uriForChat: Uri;
  readonly isPicked: boolean;
  /** The row's decoration: failed or updated; empty for neither. See {@link ResourceDecorations}. */
  readonly change: string;
  /** True if the row expands to the resource's files. */
  readonly hasParts: boolean;
  readonly now: number;
}

/** The row of a resource in the tree. */
export function resourceItem(resource: Resource, place: ResourcePlace): TreeItem {
  const { Collapsed, None } = TreeItemCollapsibleState;
  const { title: name, age, priority, size } = new Description(resource, place.now);
  const title = showable(place.path ?? name, ' ');
  const item = new TreeItem(title, place.hasParts ? Collapsed : None);
  item.id = place.id;
  item.resourceUri = rowUri(place.uriForChat);
  item.iconPath = place.icon;
  // First: a narrow side bar cuts the end.
  const shown = [place.staleness?.label, age, place.isSaved ? l10n.t('saved') : undefined];
  item.description = factLine(shown);
  item.contextValue = rowKind(place);
  // A click on a row with parts expands it.
  if (!place.hasParts) item.command = commandFor(commands.open, l10n.t('Open'), place.uri);
  const picked = place.isPicked ? l10n.t('In the context') : '';
  item.accessibilityInformation = { label: joined([title, place.change, picked, ...shown, priority, size]) };
  return item;
}

function rowKind({ isPicked, isSaved }: { isPicked: boolean; isSaved: boolean }): string {
  if (isSaved) return isPicked ? rowKinds.pickedAndKept : rowKinds.kept;
  return isPicked ? rowKinds.picked : rowKinds.resource;
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
