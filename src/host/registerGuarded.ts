import { commands } from 'vscode';
import type { Disposable } from '../core/base/disposable';
import type { Logger } from '../core/base/ports';
import { showError } from './tell';

/** Registers a command whose failure is told, with a way to the log: VS Code would show the bare message of the error. */
export function registerGuarded(id: string, run: (...args: unknown[]) => unknown, log: Logger): Disposable {
  return commands.registerCommand(id, async (...args: unknown[]): Promise<void> => {
    try {
      await run(...args);
    } catch (error) {
      await showError(error, log);
    }
  });
}
