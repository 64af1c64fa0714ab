import { env, UIKind } from 'vscode';

/** Returns true if VS Code itself runs on this machine, and not in a browser or connected to another machine. */
export function isLocal(): boolean {
  return env.uiKind === UIKind.Desktop && env.remoteName === undefined;
}
