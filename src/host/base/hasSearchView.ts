import { commands } from 'vscode';
import { views } from './ids';

/**
 * VS Code creates the command only for views that the window can show: not in the Agents window, which shows neither views nor status items of
 * extensions. So each job has a command that needs no view, and commands of a view are not in that window's Command Palette (`isSessionsWindow`).
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/services/views/browser/viewsService.ts (registerFocusViewAction)
 */
export async function hasSearchView(): Promise<boolean> {
  return (await commands.getCommands(true)).includes(`${views.search}.focus`);
}
