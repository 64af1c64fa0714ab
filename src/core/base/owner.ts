import { DisposableStore, type Disposable } from './disposable';

/** Base of a class that does nothing else at its end than to release what it owns. */
export abstract class Owner implements Disposable {
  protected readonly owned = new DisposableStore();

  dispose(): void {
    this.owned.dispose();
  }
}
