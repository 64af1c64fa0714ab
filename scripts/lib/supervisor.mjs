// Runs a program in a process group of its own and ends the whole group when our standard input closes: however the
// process that started this one ends, nothing of the program is left running. Usage: node supervisor.mjs PROGRAM ARGUMENTS…
import { spawn } from 'node:child_process';

const [program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });

const endGroup = (signal) => {
  try {
    process.kill(-process.pid, signal);
  } catch {
    child.kill(signal);
  }
};

// The signal reaches the whole group, this process included; it stays to see that the group ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

let isEnding = false;
function end() {
  if (isEnding) return;
  isEnding = true;
  endGroup('SIGTERM');
  setTimeout(() => endGroup('SIGKILL'), 3000);
}

process.stdin.on('end', end).on('error', end).resume();
child.on('error', (error) => {
  console.error(error.message);
  process.exitCode = 1;
  end();
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
  isEnding = true;
  // Its children may outlive it for a moment, but no longer.
  setTimeout(() => endGroup('SIGKILL'), 500);
});
