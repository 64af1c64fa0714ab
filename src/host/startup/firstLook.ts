import type { TreeView } from 'vscode';
import type { Disposable } from '../../core/base/disposable';
import { Owner } from '../../core/base/owner';
import { Emitter } from '../../core/base/event';

/** Content of a view: rows of resources, which must not move under the pointer, or servers that wait for the user. */
export type Shown = 'resources' | 'servers';

/** A view of ours that can be hidden. */
interface Followed {
  readonly isVisible: () => boolean;
  readonly shows: readonly Shown[];
}

/** Reports when one of our views is first shown, or the user asks for something that needs servers: until then no server starts. */
export class FirstLook extends Owner {
  readonly #didLook = this.owned.add(new Emitter<void>());
  readonly #didWake = this.owned.add(new Emitter<void>());
  readonly #views: Followed[] = [];
  #isAwake = false;

  /** A view of ours was shown. */
  readonly onDidLook = this.#didLook.event;
  /** Servers may start, now and each time it is asked for; after {@link onDidLook}. */
  readonly onDidWake = this.#didWake.event;

  /** True once servers may start. */
  get isAwake(): boolean {
    return this.#isAwake;
  }

  /** True while a view that is visible shows this. */
  isShown(what: Shown): boolean {
    return this.#views.some(({ isVisible, shows }) => shows.includes(what) && isVisible());
  }

  /** Takes a view into account that calls {@link look} by itself when it is shown. */
  add(isVisible: () => boolean, ...shows: readonly Shown[]): void {
    this.#views.push({ isVisible, shows });
  }

  /** Counts as a look each time that a tree is shown. */
  addTree(view: TreeView<unknown>, ...shows: readonly Shown[]): void {
    this.add(() => view.visible, ...shows);
    if (view.visible) this.look();
    this.owned.add(layOutWhenShown(view));
    this.owned.add(
      view.onDidChangeVisibility(({ visible }) => {
        if (visible) this.look();
      }),
    );
  }

  look(): void {
    this.#didLook.fire();
    this.wake();
  }

  wake(): void {
    this.#isAwake = true;
    this.#didWake.fire();
  }
}

/**
 * VS Code does not lay out a tree that is created when its section is opened for the first time: it stays blank for two seconds. A message,
 * even an empty one, makes VS Code lay it out.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/browser/parts/views/treeView.ts (CustomTreeView.activate, updateMessage)
 */
function layOutWhenShown(view: TreeView<unknown>): Disposable {
  const shown = view.onDidChangeVisibility(({ visible }) => {
    if (!visible) return;
    view.message = '';
    shown.dispose();
  });
  return shown;
}
