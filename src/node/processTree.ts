import { spawn, spawnSync } from 'node:child_process';

const isWindows = process.platform === 'win32';

/** Running processes, by the id of their leader. */
const alive = new Set<number>();
let isHooked = false;

/** Registers a process for {@link killAllNow}. On POSIX it must lead a process group of its own (`detached`). */
export function track(pid: number): void {
  alive.add(pid);
  if (isHooked) return;
  isHooked = true;
  process.on('exit', killAllNow);
}

export function untrack(pid: number): void {
  alive.delete(pid);
}

/**
 * Signals a process and all its descendants. On Windows, which has no signals, `taskkill` ends the tree
 * for as long as its leader lives. https://nodejs.org/api/process.html#signal-events
 */
export function signalTree(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (isWindows) spawn('taskkill', taskkill(pid), { stdio: 'ignore', windowsHide: true }).on('error', () => undefined);
  else signalGroup(pid, signal);
}

/** True while the leader or any of its descendants is left. Always false on Windows once the leader has ended. */
export function isTreeAlive(pid: number): boolean {
  return !isWindows && signalGroup(pid, 0);
}

/** Ends every tracked tree before it returns: for the end of the window, when there is no time to wait. */
export function killAllNow(): void {
  for (const pid of alive) {
    if (isWindows) spawnSync('taskkill', taskkill(pid), { stdio: 'ignore', windowsHide: true, timeout: 2000 });
    else signalGroup(pid, 'SIGKILL');
  }
  alive.clear();
}

function taskkill(pid: number): string[] {
  return ['/pid', String(pid), '/T', '/F'];
}

/** False when there is no such group any more. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}
