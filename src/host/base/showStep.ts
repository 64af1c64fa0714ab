import { QuickInputButtons, type InputBox, type QuickInputButton, type QuickPick, type QuickPickItem } from 'vscode';
import { DisposableStore } from '../../core/base/disposable';

export interface Step {
  /** `undefined` if steps are not counted. */
  readonly number: { readonly step: number; readonly of: number } | undefined;
  readonly canGoBack: boolean;
}

export type StepEnd<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'back' }
  /** The user closed the input. */
  | { readonly kind: 'left' };

/** Gives an input its number, and its button back. @param otherButtons buttons beside it */
export function numberStep<T extends QuickPickItem>(
  input: InputBox | QuickPick<T>,
  { number, canGoBack }: Step,
  otherButtons: readonly QuickInputButton[] = [],
): void {
  input.step = number?.step;
  input.totalSteps = number?.of;
  input.buttons = [...(canGoBack ? [QuickInputButtons.Back] : []), ...otherButtons];
}

/**
 * Shows an input as one step of several, until a value is given, or the user goes back or closes it. It can be shown again for another step.
 *
 * @param listen registers with the store what gives a value: it is disposed with the step
 */
export async function showStep<T, Item extends QuickPickItem>(
  input: InputBox | QuickPick<Item>,
  listen: (give: (value: T) => void, store: DisposableStore) => void,
): Promise<StepEnd<T>> {
  const store = new DisposableStore();
  try {
    return await new Promise<StepEnd<T>>((resolve) => {
      listen((value) => resolve({ kind: 'value', value }), store);
      store.add(
        input.onDidTriggerButton((button) => {
          if (button === QuickInputButtons.Back) resolve({ kind: 'back' });
        }),
      );
      store.add(input.onDidHide(() => resolve({ kind: 'left' })));
      input.show();
    });
  } finally {
    store.dispose();
  }
}
