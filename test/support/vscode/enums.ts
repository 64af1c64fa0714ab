import type * as vscode from 'vscode';

type Names<E> = { readonly [Name in keyof E as Name extends string ? Name : never]: E[Name] };

export const ConfigurationTarget = {
  Global: 1,
  Workspace: 2,
  WorkspaceFolder: 3,
} as const satisfies Names<typeof vscode.ConfigurationTarget>;

export const EndOfLine = { LF: 1, CRLF: 2 } as const satisfies Names<typeof vscode.EndOfLine>;

export const ExtensionMode = { Production: 1, Development: 2, Test: 3 } as const satisfies Names<
  typeof vscode.ExtensionMode
>;

export const FileChangeType = { Changed: 1, Created: 2, Deleted: 3 } as const satisfies Names<
  typeof vscode.FileChangeType
>;

export const FilePermission = { Readonly: 1 } as const satisfies Names<typeof vscode.FilePermission>;

export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 } as const satisfies Names<
  typeof vscode.FileType
>;

export const LogLevel = { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 } as const satisfies Names<
  typeof vscode.LogLevel
>;

export const ProgressLocation = { SourceControl: 1, Window: 10, Notification: 15 } as const satisfies Names<
  typeof vscode.ProgressLocation
>;

export const QuickPickItemKind = { Separator: -1, Default: 0 } as const satisfies Names<
  typeof vscode.QuickPickItemKind
>;

export const TreeItemCheckboxState = { Unchecked: 0, Checked: 1 } as const satisfies Names<
  typeof vscode.TreeItemCheckboxState
>;

export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 } as const satisfies Names<
  typeof vscode.TreeItemCollapsibleState
>;

export const UIKind = { Desktop: 1, Web: 2 } as const satisfies Names<typeof vscode.UIKind>;

export const ViewColumn = {
  Active: -1,
  Beside: -2,
  One: 1,
  Two: 2,
  Three: 3,
  Four: 4,
  Five: 5,
  Six: 6,
  Seven: 7,
  Eight: 8,
  Nine: 9,
} as const satisfies Names<typeof vscode.ViewColumn>;
