// The most lines of code that each room may have, in budget.json. Who raises one says why in the message of the same commit.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { linesByRoom } from './codeLines.mjs';
import { root, say } from './terminal.mjs';

const file = path.join(root, 'scripts/lib/budget.json');

/** Prints each room's lines with its budget; returns false if one has more, or none. */
export function checkBudget() {
  const budget = JSON.parse(readFileSync(file, 'utf8'));
  const rooms = linesByRoom(root);
  for (const [room, lines] of rooms) say(`${row(lines)} of ${row(budget[room] ?? 0)}  ${room}`);
  say(`${row(total(rooms.values()))} of ${row(total(Object.values(budget)))}  in all`);
  const over = [...rooms].filter(([room, lines]) => lines > (budget[room] ?? 0));
  const gone = Object.keys(budget).filter((room) => !rooms.has(room));
  for (const [room, lines] of over) say(`${room} has ${lines} lines of code, and a budget of ${budget[room] ?? 0}.`);
  for (const room of gone) say(`${room} has a budget and no code.`);
  return over.length + gone.length === 0;
}

/** Sets each room's budget to what it has, rounded up to the next ten. */
export function writeBudget() {
  const rooms = [...linesByRoom(root)].map(([room, lines]) => [room, Math.ceil(lines / 10) * 10]);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(rooms), null, 2)}\n`);
}

const row = (lines) => String(lines).padStart(6);
const total = (counts) => [...counts].reduce((sum, count) => sum + count, 0);
