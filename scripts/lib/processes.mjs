// Finding and ending every process that belongs to one server, including those that left its process group.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { run } from './terminal.mjs';

/** @returns `preferred` when nothing listens there, else any free port; on 127.0.0.1 */
export async function freePort(preferred = 0) {
  const tryPort = (port) =>
    new Promise((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(undefined));
      server.listen(port, '127.0.0.1', () => {
        const found = server.address().port;
        server.close(() => resolve(found));
      });
    });
  return (preferred > 0 ? await tryPort(preferred) : undefined) ?? (await tryPort(0));
}

async function listProcesses() {
  const { output } = await run('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args=']);
  return output.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
    if (!match || match[3].startsWith('Z')) return [];
    return [{ pid: Number(match[1]), parent: Number(match[2]), command: match[4] }];
  });
}

/** Linux only: true if the process was started with this home folder, which even servers with a bare environment get. */
async function hasHome(pid, home) {
  if (home === undefined) return false;
  try {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    return environment.split('\0').includes(`HOME=${home}`);
  } catch {
    return false;
  }
}

/**
 * The processes below `pid`, and those that carry the `home` folder in their environment: a server's orphans among them.
 * @returns {Promise<{pid: number, parent: number, command: string}[]>} without `pid` itself
 */
export async function processesOf(pid, home) {
  const all = await listProcesses();
  const family = new Set([pid]);
  for (let before = 0; before < family.size;) {
    before = family.size;
    for (const { pid: child, parent } of all) if (family.has(parent)) family.add(child);
  }
  const marked = await Promise.all(all.map(async (entry) => family.has(entry.pid) || (await hasHome(entry.pid, home))));
  return all.filter((entry, index) => marked[index] && entry.pid !== pid && entry.pid !== process.pid);
}

/** Ends processes of an earlier `processesOf`; a pid that belongs to another command by now is left alone. */
export async function killProcesses(processes) {
  const alive = new Map((await listProcesses()).map((entry) => [entry.pid, entry.command]));
  for (const { pid, command } of processes) {
    if (alive.get(pid) !== command) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended in between.
    }
  }
}
