// Runs a server over stdio and lets a second client talk to the same process, over a local socket:
//   node teeServer.mjs SOCKET COMMAND [ARGS…]
// A line from the socket goes to the server with its own id, and its answer goes back over the socket. All other lines pass between the server and
// our own stdin and stdout.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

const [socketPath = '', command = '', ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.pipe(server.stdin);
server.on('exit', (code) => process.exit(code ?? 1));

/** @type {Map<string, (answer: object) => void>} */
const waiting = new Map();
createInterface({ input: server.stdout }).on('line', (line) => {
  const message = JSON.parse(line);
  const answer = waiting.get(message.id);
  if (answer) answer(message);
  else process.stdout.write(`${line}\n`);
});

let count = 0;
const side = createServer((socket) => {
  createInterface({ input: socket }).on('line', (line) => {
    const id = `tee-${++count}`;
    waiting.set(id, (message) => socket.write(`${JSON.stringify(message)}\n`));
    server.stdin.write(`${JSON.stringify({ ...JSON.parse(line), id })}\n`);
  });
});
side.listen(socketPath);
side.unref();
