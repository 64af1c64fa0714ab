import type * as vscode from 'vscode';

export class Position implements vscode.Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {
    if (line < 0 || character < 0) throw new Error('illegal argument: line and character must be non-negative');
  }

  compareTo(other: vscode.Position): number {
    return Math.sign(this.line - other.line) || Math.sign(this.character - other.character);
  }
  isBefore(other: vscode.Position): boolean {
    return this.compareTo(other) < 0;
  }
  isBeforeOrEqual(other: vscode.Position): boolean {
    return this.compareTo(other) <= 0;
  }
  isAfter(other: vscode.Position): boolean {
    return this.compareTo(other) > 0;
  }
  isAfterOrEqual(other: vscode.Position): boolean {
    return this.compareTo(other) >= 0;
  }
  isEqual(other: vscode.Position): boolean {
    return this.compareTo(other) === 0;
  }

  translate(by: number | { lineDelta?: number; characterDelta?: number } = 0, characters = 0): Position {
    const { lineDelta = 0, characterDelta = 0 } =
      typeof by === 'number' ? { lineDelta: by, characterDelta: characters } : by;
    return new Position(this.line + lineDelta, this.character + characterDelta);
  }

  with(line: number | { line?: number; character?: number } = this.line, character = this.character): Position {
    if (typeof line === 'number') return new Position(line, character);
    return new Position(line.line ?? this.line, line.character ?? this.character);
  }
}

type Ends = [vscode.Position, vscode.Position] | [number, number, number, number];

function endsOf([first, second, line, character]: Ends): [Position, Position] {
  if (typeof first === 'number' && typeof second === 'number')
    return [new Position(first, second), new Position(line ?? 0, character ?? 0)];
  const [from, to] = [first, second] as [vscode.Position, vscode.Position];
  return [new Position(from.line, from.character), new Position(to.line, to.character)];
}

export class Range implements vscode.Range {
  readonly start: Position;
  readonly end: Position;

  constructor(...ends: Ends) {
    const [from, to] = endsOf(ends);
    [this.start, this.end] = from.isBeforeOrEqual(to) ? [from, to] : [to, from];
  }

  get isEmpty(): boolean {
    return this.start.isEqual(this.end);
  }
  get isSingleLine(): boolean {
    return this.start.line === this.end.line;
  }

  contains(other: vscode.Position | vscode.Range): boolean {
    const [from, to] = 'start' in other ? [other.start, other.end] : [other, other];
    return this.start.isBeforeOrEqual(from) && this.end.isAfterOrEqual(to);
  }
  isEqual(other: vscode.Range): boolean {
    return this.start.isEqual(other.start) && this.end.isEqual(other.end);
  }
  intersection(other: vscode.Range): Range | undefined {
    const start = this.start.isAfter(other.start) ? this.start : other.start;
    const end = this.end.isBefore(other.end) ? this.end : other.end;
    return start.isAfter(end) ? undefined : new Range(start, end);
  }
  union(other: vscode.Range): Range {
    const start = this.start.isBefore(other.start) ? this.start : other.start;
    return new Range(start, this.end.isAfter(other.end) ? this.end : other.end);
  }
  with(
    start: vscode.Position | { start?: vscode.Position; end?: vscode.Position } = this.start,
    end: vscode.Position = this.end,
  ): Range {
    if ('line' in start) return new Range(start, end);
    return new Range(start.start ?? this.start, start.end ?? this.end);
  }
}

export class Selection extends Range implements vscode.Selection {
  readonly anchor: Position;
  readonly active: Position;

  constructor(...ends: Ends) {
    super(...ends);
    [this.anchor, this.active] = endsOf(ends);
  }

  get isReversed(): boolean {
    return this.anchor.isAfter(this.active);
  }
}

export class Location implements vscode.Location {
  readonly range: vscode.Range;

  constructor(
    readonly uri: vscode.Uri,
    place: vscode.Range | vscode.Position,
  ) {
    this.range = 'start' in place ? place : new Range(place, place);
  }
}
