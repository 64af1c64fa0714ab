import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { showableLines } from '../../core/base/showable';
import { rowKinds } from '../base/ids';
import { actionCommand } from '../base/serverActions';
import type { StatusRow } from './statusRows';

/** The tree item of a status row. */
export function statusItem(row: StatusRow): TreeItem {
  const item = new TreeItem(row.label, TreeItemCollapsibleState.None);
  item.id = row.id;
  item.iconPath = row.icon === undefined ? themeIcon(...icons[row.severity]) : themeIcon(row.icon);
  // No Markdown, which VS Code parses at once: for the first text that takes longer than all other rows.
  item.tooltip = showableLines(row.detail);
  item.description = row.text;
  item.accessibilityInformation = { label: row.text ? `${row.label}, ${row.text}` : row.label };
  item.contextValue = rowKinds.problem;
  if (row.action) item.command = actionCommand(row.action);
  return item;
}

/** A codicon and its color. */
const icons: Readonly<Record<StatusRow['severity'], readonly [icon: string, color?: string]>> = {
  busy: ['loading~spin'],
  error: ['error', 'list.errorForeground'],
  warning: ['warning', 'list.warningForeground'],
  info: ['info'],
};

export function themeIcon(icon: string, color?: string): ThemeIcon {
  return new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
}
