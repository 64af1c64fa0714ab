import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { showableLines } from '../../core/base/showable';
import { rowKinds } from '../base/ids';
import { actionCommand } from '../base/serverActions';
import type { StatusRow } from './statusRows';

/** The tree item of a status row. */
export function statusItem(row: StatusRow): TreeItem {
  const item = new TreeItem(row.label, TreeItemCollapsibleState.None);
  item.id = row.id;
  item.iconPath = row.icon === undefined ? statusIcon(row.severity) : new ThemeIcon(row.icon);
  // No Markdown, which VS Code parses at once: for the first text that takes longer than all other rows.
  item.tooltip = showableLines(row.detail);
  item.description = row.text;
  item.accessibilityInformation = { label: row.text ? `${row.label}, ${row.text}` : row.label };
  item.contextValue = rowKinds.problem;
  if (row.action) item.command = actionCommand(row.action);
  return item;
}

function statusIcon(severity: StatusRow['severity']): ThemeIcon {
  switch (severity) {
    case 'busy':
      return new ThemeIcon('loading~spin');
    case 'error':
      return new ThemeIcon('error', new ThemeColor('list.errorForeground'));
    case 'warning':
      return new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
    case 'info':
      return new ThemeIcon('info');
  }
}
