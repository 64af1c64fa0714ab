import { env, UIKind, version } from 'vscode';

/** Returns true if VS Code itself runs on this machine, and not in a browser or connected to another machine. */
export function runsOnUserMachine(): boolean {
  return env.uiKind === UIKind.Desktop && env.remoteName === undefined;
}

/**
 * Returns true if VS Code sends images that a command attaches: as files where it {@link runsOnUserMachine runs on this machine}, elsewhere from an attached
 * folder, since 1.110. https://github.com/microsoft/vscode/pull/294023
 */
export function sendsImages(vscodeVersion = version): boolean {
  return runsOnUserMachine() || vscodeVersion.localeCompare('1.110', 'en', { numeric: true }) >= 0;
}
