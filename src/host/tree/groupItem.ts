import * as l10n from '@vscode/l10n';
import { ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { describeFiles, describeListed, factLine, formatCount, joined, labelled } from '../../core/base/format';
import { legible } from '../../core/base/legible';
import { skillIcon } from '../../core/describe/skillFacts';
import { showable } from '../../core/base/showable';
import { totalOf, type GroupNode, type SkillNode } from '../../core/tree/treeNode';
import { rowKinds } from '../base/ids';
import { describeSkills } from './skillItem';

type Row = Exclude<GroupNode, SkillNode>;

/**
 * The row of a scheme, a server, a folder, a range or *Skills*.
 *
 * @param absence in a few words why the servers of everything below it are not connected
 * @param isWhole false for a folder that may have more than was read
 */
export function groupItem(
  row: Row,
  serverName: (id: string) => string,
  absence: string | undefined,
  isWhole: boolean,
): TreeItem {
  const label = groupLabel(row, serverName);
  const item = new TreeItem(label, TreeItemCollapsibleState.Collapsed);
  item.id = row.id;
  const count = row.kind === 'skills' ? row.skills : totalOf(row) - (isDirectory(row) ? 1 : 0);
  const counted = `${formatCount(count)}${isWhole ? '' : '+'}`;
  item.description = factLine([absence, isDirectory(row) && count === 0 ? undefined : counted]);
  item.contextValue = isDirectory(row) ? rowKinds.listedFolderGroup : rowKinds[`${row.kind}Group`];
  item.iconPath = groupIcon(row);
  item.tooltip = [groupTooltip(row, label, isWhole), ...(absence === undefined ? [] : [absence])].join('\n');
  const spoken = item.tooltip.replaceAll('\n', ', ');
  // A folder's tooltip has its URI, which is not what its row shows.
  const isSpoken = row.kind !== 'folder' && spoken.includes(label);
  item.accessibilityInformation = { label: isSpoken ? spoken : `${label}, ${spoken}` };
  return item;
}

/** True for a folder whose children its server lists: it is a resource itself, which does not count as one in it. */
function isDirectory(row: Row): boolean {
  return row.kind === 'folder' && row.entry !== undefined;
}

function groupLabel(row: Row, serverName: (id: string) => string): string {
  switch (row.kind) {
    case 'scheme':
      return row.scheme === '' ? l10n.t('URIs without a scheme') : row.scheme;
    case 'server':
      return serverName(row.serverId);
    case 'skills':
      return row.isOfServer && row.serverId !== undefined ? serverName(row.serverId) : l10n.t('Skills');
    case 'folder':
      return showable(row.label, ' ');
    case 'range':
      return row.names
        ? `${short(row.names.first)} … ${short(row.names.last)}`
        : l10n.t('{0} to {1}', formatCount(row.from + 1), formatCount(row.from + row.rows));
  }
}

function groupTooltip(row: Row, label: string, isWhole: boolean): string {
  const { ids, templates } = row;
  const listed = describeListed(ids.length - (isDirectory(row) ? 1 : 0), templates.length);
  const below = ids.length > 0 && templates.length > 0 ? labelled(formatCount(totalOf(row)), listed) : listed;
  switch (row.kind) {
    case 'scheme':
      return `${row.scheme === '' ? label : l10n.t('Scheme “{0}”', label)}\n${below}`;
    case 'server':
      return `${l10n.t('Server “{0}”', label)}\n${below}`;
    case 'skills': {
      const skills = describeSkills(row.skills);
      return [l10n.t('Instructions for models, from your servers'), joined([skills, describeFiles(ids.length)])].join(
        '\n',
      );
    }
    case 'folder':
      if (isDirectory(row) && !isWhole && ids.length < 2) return `${legible(row.prefix)}\n${l10n.t('Not read yet')}`;
      return `${legible(row.prefix)}\n${isWhole ? below : l10n.t('At least {0}', below)}`;
    case 'range': {
      const places = l10n.t('Rows {0} to {1}', formatCount(row.from + 1), formatCount(row.from + row.rows));
      return [...(row.names ? [`${row.names.first} … ${row.names.last}`] : []), places, below].join('\n');
    }
  }
}

const maxNameLength = 24;

/** Cut so that two names fit into one row. */
function short(name: string): string {
  const letters = Array.from(name.slice(0, 2 * maxNameLength));
  return letters.length > maxNameLength ? `${letters.slice(0, maxNameLength - 1).join('')}…` : name;
}

/** Common URI schemes, with a codicon for the resources that they usually name. */
const schemeIcons: readonly (readonly [RegExp, string])[] = [
  [/^(https?|web)$/u, 'globe'],
  [/^(git|repo|github|gitlab|code|src)$/u, 'repo'],
  [/^(db|sql|sqlite|postgres(ql)?|mysql|mongodb?|table|schema|data)$/u, 'database'],
  [/^(tickets?|issues?|jira|linear|tasks?)$/u, 'issues'],
  [/^(wiki|docs?|notion|confluence|page)$/u, 'book'],
  [/^(logs?|trace|metrics)$/u, 'output'],
  [/^(media|image|images|figma|screenshot)$/u, 'file-media'],
  [/^(memo|notes?|memory)$/u, 'note'],
  [/^(mail|email|message|slack)$/u, 'mail'],
  [/^(archive|backup)$/u, 'archive'],
  [/^ui$/u, 'window'],
  [/^file$/u, 'files'],
];

function groupIcon(row: Row): ThemeIcon {
  switch (row.kind) {
    case 'folder':
      // Beside a URI, `folder` would become the icon theme's folder icon, which many themes lack.
      // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/browser/parts/views/treeView.ts (isFileKindThemeIcon)
      return new ThemeIcon('symbol-folder');
    case 'server':
      return new ThemeIcon('server');
    case 'skills':
      return new ThemeIcon(row.isOfServer ? 'server' : skillIcon);
    case 'range':
      return new ThemeIcon('ellipsis');
    case 'scheme':
      return new ThemeIcon(schemeIcons.find(([pattern]) => pattern.test(row.scheme))?.[1] ?? 'library');
  }
}
