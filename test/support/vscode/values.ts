import type * as vscode from 'vscode';
import { Uri } from './uri';

export class ThemeColor implements vscode.ThemeColor {
  constructor(readonly id: string) {}
}

export class ThemeIcon implements vscode.ThemeIcon {
  static readonly File = new ThemeIcon('file');
  static readonly Folder = new ThemeIcon('folder');
  declare readonly color?: ThemeColor;

  constructor(
    readonly id: string,
    color?: ThemeColor,
  ) {
    if (color) this.color = color;
  }
}

export class TreeItem implements vscode.TreeItem {
  declare label?: string | vscode.TreeItemLabel;
  declare resourceUri?: vscode.Uri;
  collapsibleState: vscode.TreeItemCollapsibleState;

  constructor(labelOrUri: string | vscode.TreeItemLabel | vscode.Uri, collapsibleState = 0) {
    if (labelOrUri instanceof Uri) this.resourceUri = labelOrUri;
    else this.label = labelOrUri as string | vscode.TreeItemLabel;
    this.collapsibleState = collapsibleState;
  }
}

export class MarkdownString implements vscode.MarkdownString {
  declare isTrusted?: boolean | { readonly enabledCommands: readonly string[] };
  declare supportThemeIcons?: boolean;
  declare supportHtml?: boolean;
  declare baseUri?: vscode.Uri;

  constructor(
    public value = '',
    supportThemeIcons = false,
  ) {
    if (supportThemeIcons) this.supportThemeIcons = true;
  }

  appendText(text: string): this {
    const escaped = text.replace(/[\\`*_{}[\]()#+\-!~]/gu, '\\$&');
    const spaced = escaped.replace(/([ \t]+)/gu, (_, spaces: string) => '&nbsp;'.repeat(spaces.length));
    this.value += spaced.replace(/^>/gmu, '\\>').replaceAll('\n', '\n\n');
    return this;
  }

  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }

  /** Makes the fence longer than every run of backticks in the code. */
  appendCodeblock(code: string, language = ''): this {
    const longest = Math.max(2, ...(code.match(/^`+/gmu) ?? []).map((row) => row.length));
    const fence = '`'.repeat(longest + 1);
    this.value += `\n${fence}${language}\n${code}\n${fence}\n`;
    return this;
  }
}

export class FileDecoration implements vscode.FileDecoration {
  declare badge?: string;
  declare tooltip?: string;
  declare color?: ThemeColor;

  constructor(badge?: string, tooltip?: string, color?: ThemeColor) {
    Object.assign(this, badge !== undefined && { badge }, tooltip !== undefined && { tooltip }, color && { color });
  }
}

/** Its `name` carries the kind of error, which VS Code reads from there. */
export class FileSystemError extends Error implements vscode.FileSystemError {
  readonly code: string;

  constructor(about?: string | vscode.Uri, code = 'Unknown') {
    super(about instanceof Uri ? about.toString(true) : String(about ?? ''));
    this.code = code;
    this.name = `${code} (FileSystemError)`;
  }

  static readonly FileNotFound = named('FileNotFound');
  static readonly FileExists = named('FileExists');
  static readonly FileNotADirectory = named('FileNotADirectory');
  static readonly FileIsADirectory = named('FileIsADirectory');
  static readonly NoPermissions = named('NoPermissions');
  static readonly Unavailable = named('Unavailable');
}

function named(code: string) {
  return (about?: string | vscode.Uri): FileSystemError => new FileSystemError(about, code);
}

export class RelativePattern implements vscode.RelativePattern {
  readonly baseUri: vscode.Uri;
  declare readonly base: string;

  constructor(
    place: vscode.WorkspaceFolder | vscode.Uri | string,
    public pattern: string,
  ) {
    if (typeof place === 'string') this.baseUri = Uri.file(place);
    else this.baseUri = 'uri' in place ? place.uri : place;
    Object.assign(this, { base: this.baseUri.fsPath });
  }
}

export class DataTransferItem implements vscode.DataTransferItem {
  constructor(readonly value: unknown) {}

  asString(): Promise<string> {
    return Promise.resolve(typeof this.value === 'string' ? this.value : JSON.stringify(this.value));
  }

  asFile(): undefined {
    return undefined;
  }
}

export class DataTransfer implements vscode.DataTransfer {
  readonly #items = new Map<string, vscode.DataTransferItem>();

  get(mimeType: string): vscode.DataTransferItem | undefined {
    return this.#items.get(mimeType.toLowerCase());
  }
  set(mimeType: string, value: vscode.DataTransferItem): void {
    this.#items.set(mimeType.toLowerCase(), value);
  }
  forEach(call: (item: vscode.DataTransferItem, mimeType: string, all: vscode.DataTransfer) => void): void {
    for (const [mimeType, item] of this.#items) call(item, mimeType, this);
  }
  [Symbol.iterator](): IterableIterator<[string, vscode.DataTransferItem]> {
    return this.#items[Symbol.iterator]();
  }
}

export class CodeLens implements vscode.CodeLens {
  readonly isResolved = true;

  constructor(
    public range: vscode.Range,
    public command: vscode.Command,
  ) {}
}

export class TabInputText implements vscode.TabInputText {
  constructor(readonly uri: vscode.Uri) {}
}

export class TabInputTextDiff implements vscode.TabInputTextDiff {
  constructor(
    readonly original: vscode.Uri,
    readonly modified: vscode.Uri,
  ) {}
}

export class TabInputCustom implements vscode.TabInputCustom {
  constructor(
    readonly uri: vscode.Uri,
    readonly viewType: string,
  ) {}
}

export class TabInputWebview implements vscode.TabInputWebview {
  constructor(readonly viewType: string) {}
}

/** Without fields, as VS Code's. */
export class TabInputTerminal implements vscode.TabInputTerminal {
  toString(): string {
    return 'terminal';
  }
}

export const QuickInputButtons = { Back: { iconPath: new ThemeIcon('arrow-left'), tooltip: 'Back' } };
