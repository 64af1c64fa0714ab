import type * as vscode from 'vscode';
import { EndOfLine } from './enums';
import { Position, Range } from './positions';

const languageIds: Readonly<Record<string, string>> = {
  css: 'css',
  html: 'html',
  js: 'javascript',
  json: 'json',
  md: 'markdown',
  py: 'python',
  ts: 'typescript',
};

interface State {
  readonly uri: vscode.Uri;
  readonly text: string;
  readonly languageId?: string | undefined;
  readonly isDirty?: boolean;
}

export class FakeTextDocument implements vscode.TextDocument {
  readonly uri: vscode.Uri;
  readonly encoding = 'utf8';
  languageId: string;
  version = 1;
  isDirty: boolean;
  isClosed = false;
  #text: string;

  constructor({ uri, text, languageId, isDirty = false }: State) {
    this.uri = uri;
    this.#text = text;
    this.languageId = languageId ?? languageIds[/\.(\w+)$/u.exec(uri.path)?.[1] ?? ''] ?? 'plaintext';
    this.isDirty = isDirty;
  }

  get fileName(): string {
    return this.uri.fsPath;
  }
  get isUntitled(): boolean {
    return this.uri.scheme === 'untitled';
  }
  get eol(): vscode.EndOfLine {
    return this.#text.includes('\r\n') ? EndOfLine.CRLF : EndOfLine.LF;
  }
  get lineCount(): number {
    return this.#lines().length;
  }

  /** Used by `documents` below, which fires the change event. */
  replace(text: string): void {
    this.#text = text;
    this.version += 1;
    this.isDirty = true;
  }

  save(): Promise<boolean> {
    this.isDirty = false;
    return Promise.resolve(true);
  }

  lineAt(at: number | vscode.Position): vscode.TextLine {
    const lineNumber = typeof at === 'number' ? at : at.line;
    const text = this.#lines()[lineNumber];
    if (text === undefined) throw new Error('Illegal value for `line`');
    const start = text.length - text.trimStart().length;
    const isLast = lineNumber === this.lineCount - 1;
    return {
      lineNumber,
      text,
      range: new Range(lineNumber, 0, lineNumber, text.length),
      rangeIncludingLineBreak: isLast
        ? new Range(lineNumber, 0, lineNumber, text.length)
        : new Range(lineNumber, 0, lineNumber + 1, 0),
      firstNonWhitespaceCharacterIndex: start,
      isEmptyOrWhitespace: start === text.length,
    };
  }

  offsetAt(position: vscode.Position): number {
    const { line, character } = this.validatePosition(position);
    const breakLength = this.eol === EndOfLine.CRLF ? 2 : 1;
    const before = this.#lines().slice(0, line);
    return before.reduce((sum, text) => sum + text.length + breakLength, 0) + character;
  }

  positionAt(offset: number): Position {
    const before = this.#text.slice(0, Math.max(0, offset)).split(/\r\n|\r|\n/u);
    return new Position(before.length - 1, before.at(-1)?.length ?? 0);
  }

  getText(range?: vscode.Range): string {
    return range ? this.#text.slice(this.offsetAt(range.start), this.offsetAt(range.end)) : this.#text;
  }

  getWordRangeAtPosition(position: vscode.Position, pattern = /\w+/u): Range | undefined {
    const { line, character } = this.validatePosition(position);
    const words = this.lineAt(line).text.matchAll(new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`));
    for (const { index, 0: word } of words)
      if (index <= character && character <= index + word.length)
        return new Range(line, index, line, index + word.length);
    return undefined;
  }

  validateRange({ start, end }: vscode.Range): Range {
    return new Range(this.validatePosition(start), this.validatePosition(end));
  }

  validatePosition({ line, character }: vscode.Position): Position {
    const last = this.lineCount - 1;
    if (line > last) return new Position(last, this.lineAt(last).text.length);
    return new Position(line, Math.min(character, this.lineAt(line).text.length));
  }

  #lines(): readonly string[] {
    return this.#text.split(/\r\n|\r|\n/u);
  }
}
