import { handled } from './handled';

/**
 * Makes a double click on an action of a message count as one click. The first may have opened a question of VS Code; the second would take the
 * keyboard from it, as a press of the mouse does unless it is prevented.
 */
export function ignoreSecondClick(event: MouseEvent): void {
  const isAction = event.target instanceof Element && event.target.closest('.notices, .empty') !== null;
  if (event.detail >= 2 && isAction) handled(event);
}
