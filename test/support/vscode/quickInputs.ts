import type * as vscode from 'vscode';
import { EventEmitter } from './events';
import { unexpected } from './unexpected';

/** The common part of quick picks and input boxes. Only one is visible at a time: the next one replaces it. */
abstract class QuickInput implements vscode.QuickInput {
  static shown: QuickInput | undefined;

  title: string | undefined;
  step: number | undefined;
  totalSteps: number | undefined;
  enabled = true;
  busy = false;
  ignoreFocusOut = false;
  placeholder: string | undefined;
  buttons: readonly vscode.QuickInputButton[] = [];
  isDisposed = false;
  #value = '';
  readonly #didHide = new EventEmitter<void>();
  readonly #didAccept = new EventEmitter<void>();
  readonly #didChangeValue = new EventEmitter<string>();
  readonly #didTriggerButton = new EventEmitter<vscode.QuickInputButton>();
  readonly onDidHide = this.#didHide.event;
  readonly onDidAccept = this.#didAccept.event;
  readonly onDidChangeValue = this.#didChangeValue.event;
  readonly onDidTriggerButton = this.#didTriggerButton.event;

  get value(): string {
    return this.#value;
  }
  /** Set by the program: fires no event, as in VS Code. */
  set value(value: string) {
    this.#value = value;
  }

  get isShown(): boolean {
    return QuickInput.shown === this;
  }

  show(): void {
    if (this.isDisposed) throw unexpected(`“${this.title}” is shown after it was disposed.`);
    if (this.isShown) return;
    QuickInput.shown?.hide();
    QuickInput.shown = this;
  }

  /** Fires the event a moment later, as VS Code does. */
  hide(): void {
    if (!this.isShown) return;
    QuickInput.shown = undefined;
    queueMicrotask(() => this.#didHide.fire());
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    if (this.isShown) this.leave();
    for (const emitter of [this.#didHide, this.#didAccept, this.#didChangeValue, this.#didTriggerButton])
      emitter.dispose();
  }

  /** Types a text as the user does, replacing the box's text. */
  type(text: string): void {
    this.mustBeShown('type');
    this.#value = text;
    this.#didChangeValue.fire(text);
  }

  /** Presses Enter. */
  accept(): void {
    this.mustBeShown('accept');
    this.#didAccept.fire();
  }

  /** Presses a button of the title, by its tooltip or index. */
  press(button: string | number): void {
    this.mustBeShown('press');
    const pressed = this.buttons.find((one, at) => at === button || one.tooltip === button);
    if (!pressed) throw unexpected(`“${this.title}” has no button ${JSON.stringify(button)}.`);
    this.#didTriggerButton.fire(pressed);
  }

  /** Presses Escape. */
  leave(): void {
    if (!this.isShown) return;
    QuickInput.shown = undefined;
    this.#didHide.fire();
  }

  protected mustBeShown(act: string): void {
    if (!this.isShown) throw unexpected(`Nobody can ${act} in “${this.title}”: it is not shown.`);
  }
}

export class FakeInputBox extends QuickInput implements vscode.InputBox {
  valueSelection: readonly [number, number] | undefined;
  password = false;
  prompt: string | undefined;
  validationMessage: string | vscode.InputBoxValidationMessage | undefined;
}

export class FakeQuickPick<T extends vscode.QuickPickItem> extends QuickInput implements vscode.QuickPick<T> {
  canSelectMany = false;
  matchOnDescription = false;
  matchOnDetail = false;
  keepScrollPosition = false;
  activeItems: readonly T[] = [];
  selectedItems: readonly T[] = [];
  #items: readonly T[] = [];
  readonly #didTriggerItemButton = new EventEmitter<vscode.QuickPickItemButtonEvent<T>>();
  readonly #didChangeActive = new EventEmitter<readonly T[]>();
  readonly #didChangeSelection = new EventEmitter<readonly T[]>();
  readonly onDidTriggerItemButton = this.#didTriggerItemButton.event;
  readonly onDidChangeActive = this.#didChangeActive.event;
  readonly onDidChangeSelection = this.#didChangeSelection.event;

  get items(): readonly T[] {
    return this.#items;
  }
  /** VS Code focuses the first item, unless several can be selected. */
  set items(items: readonly T[]) {
    this.#items = items;
    const first = items.find(({ kind }) => kind !== -1);
    this.activeItems = first && !this.canSelectMany ? [first] : [];
    this.selectedItems = [];
  }

  /** The labels of the items, without separators. */
  get labels(): readonly string[] {
    return this.#items.filter(({ kind }) => kind !== -1).map(({ label }) => label);
  }

  /** Moves to an item. */
  focus(label: string): void {
    this.mustBeShown('move');
    this.activeItems = [this.item(label)];
    this.#didChangeActive.fire(this.activeItems);
  }

  /** Moves to an item and presses Enter. */
  choose(label: string): void {
    this.focus(label);
    this.selectedItems = this.activeItems;
    this.#didChangeSelection.fire(this.selectedItems);
    this.accept();
  }

  /** Selects these items and no others. */
  tick(...labels: readonly string[]): void {
    this.mustBeShown('tick');
    this.selectedItems = labels.map((label) => this.item(label));
    this.#didChangeSelection.fire(this.selectedItems);
  }

  /** Presses a button of an item, by its tooltip or index. */
  pressOf(label: string, button: string | number): void {
    this.mustBeShown('press');
    const item = this.item(label);
    const pressed = item.buttons?.find((one, at) => at === button || one.tooltip === button);
    if (!pressed) throw unexpected(`“${label}” has no button ${JSON.stringify(button)}.`);
    this.#didTriggerItemButton.fire({ button: pressed, item });
  }

  item(label: string): T {
    const chosen = this.#items.find((one) => one.label === label && one.kind !== -1);
    if (!chosen) throw unexpected(`“${this.title}” has no item “${label}”, but ${JSON.stringify(this.labels)}.`);
    return chosen;
  }

  override dispose(): void {
    super.dispose();
    for (const emitter of [this.#didTriggerItemButton, this.#didChangeActive, this.#didChangeSelection])
      emitter.dispose();
  }
}

/** All created quick picks, oldest first. */
export const quickPicks: FakeQuickPick<vscode.QuickPickItem>[] = [];
export const inputBoxes: FakeInputBox[] = [];

/** Returns the visible quick pick. */
export function shownQuickPick(): FakeQuickPick<vscode.QuickPickItem> {
  if (QuickInput.shown instanceof FakeQuickPick) return QuickInput.shown as FakeQuickPick<vscode.QuickPickItem>;
  throw unexpected('No quick pick is shown.');
}

export function shownInputBox(): FakeInputBox {
  if (QuickInput.shown instanceof FakeInputBox) return QuickInput.shown;
  throw unexpected('No input box is shown.');
}

export const quickInputs = {
  createQuickPick<T extends vscode.QuickPickItem>(): FakeQuickPick<T> {
    const picker = new FakeQuickPick<T>();
    // The items of one picker have one type, and the test finds them by their labels.
    quickPicks.push(picker as unknown as FakeQuickPick<vscode.QuickPickItem>);
    return picker;
  },
  createInputBox(): FakeInputBox {
    const box = new FakeInputBox();
    inputBoxes.push(box);
    return box;
  },
} satisfies Partial<typeof vscode.window>;

export function resetQuickInputs(): void {
  QuickInput.shown = undefined;
  quickPicks.length = inputBoxes.length = 0;
}
