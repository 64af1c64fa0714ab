// Scenarios about the process and its streams.
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { noAnswer, textContent } from './peer.mjs';
import { good } from './listScenarios.mjs';

/** @typedef {import('./peer.mjs').Peer} Peer */

/** @param {Peer} peer */
function twoResources(peer) {
  peer.resources = [good(1), good(2)];
  peer.read = (uri) => textContent(uri, `text of ${uri}\n`);
}

/** Ends the process after a while, so that it does not long outlive a test that forgets it. @param {Peer} peer */
function limitLife(peer) {
  const lifetime = peer.number('lifetime', 60_000);
  setTimeout(() => process.exit(9), lifetime).unref();
  return lifetime;
}

/**
 * @param {Peer} peer @param {'ignore' | 'inherit'} stdout @param {string} code
 */
function startGrandchild(peer, stdout, code) {
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', stdout, 'ignore'] });
  child.unref();
  const file = peer.options['pid-file'];
  if (file) writeFileSync(file, JSON.stringify({ server: process.pid, grandchild: child.pid }));
}

/** @type {Record<string, (peer: Peer) => void>} */
export const processScenarios = {
  /** Writes two lines to stderr and exits with code 3. */
  exitAtStart() {
    process.stderr.write('raw server: the licence has expired\nraw server: giving up\n');
    process.exit(3);
  },

  /** Writes a line to stderr and exits with code 1, `--after` ms (20) after the first list. */
  crashAfterList(peer) {
    twoResources(peer);
    peer.handlers.set('resources/list', () => {
      setTimeout(
        () => {
          process.stderr.write('raw server: out of memory\n');
          process.exit(1);
        },
        peer.number('after', 20),
      );
      return { resources: peer.resources };
    });
  },

  /**
   * Dies when the second page is requested, and leaves a grandchild that keeps stdout open. The next process finds the file `--once FILE` and serves
   * that page, too. Both report changes of `good://1`, whose text is the number of the process.
   */
  diesInList(peer) {
    const file = peer.options['once'] ?? '';
    const isFirst = !existsSync(file);
    writeFileSync(file, '');
    peer.capabilities = { resources: { subscribe: true } };
    peer.read = (uri) => textContent(uri, isFirst ? 'first' : 'second');
    peer.handlers.set('resources/list', ({ cursor }) => {
      if (cursor === undefined) return { resources: [good(1), good(2)], nextCursor: 'second' };
      if (!isFirst) return { resources: [good(3)] };
      startGrandchild(peer, 'inherit', `setTimeout(() => {}, ${limitLife(peer)})`);
      process.exit(1);
    });
  },

  /** Reads, but never answers. */
  silent(peer) {
    for (const method of peer.handlers.keys()) peer.handlers.set(method, () => noAnswer);
    peer.onUnknown = () => noAnswer;
  },

  /** The handshake works; unknown methods, such as server/discover, get no answer. */
  ignoresUnknown(peer) {
    twoResources(peer);
    peer.onUnknown = () => noAnswer;
  },

  /** Like `ignoresUnknown`, but exits on unknown methods. */
  exitsOnUnknown(peer) {
    twoResources(peer);
    peer.onUnknown = (_params, { method }) => {
      process.stderr.write(`raw server: unknown method ${method}\n`);
      process.exit(1);
    };
  },

  /** Endless lines that are not JSON, each copied to stderr. */
  nonsense(peer) {
    peer.receive = () => {};
    let line = 0;
    setInterval(
      () => {
        peer.write(`[info] warming up, step ${++line}\n`);
        process.stderr.write(`step ${line}\n`);
      },
      peer.number('interval', 10),
    );
  },

  /** Half of the first answer, then the end of the stream. */
  halfMessage(peer) {
    peer.encode = (answer) => {
      const text = JSON.stringify(answer);
      process.stdout.write(text.slice(0, text.length / 2));
      process.exit(0);
    };
  },

  /** Valid answers with CRLF, between lines that are not messages. */
  noise(peer) {
    twoResources(peer);
    peer.lineEnd = '\r\n';
    peer.encode = (answer) =>
      `Listening…\r\n\r\n{"level":"info","text":"JSON, but no message"}\r\n[]\r\nnull\r\n{broken\r\n${JSON.stringify(answer)}`;
  },

  /** Survives the end of stdin and SIGTERM, as does a grandchild; both process ids go to `--pid-file`. */
  ignoresStdinEnd(peer) {
    twoResources(peer);
    const lifetime = limitLife(peer);
    peer.options['stays'] = 'true';
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1000);
    startGrandchild(peer, 'ignore', `process.on('SIGTERM', () => {}); setTimeout(() => {}, ${lifetime})`);
  },

  /** A grandchild keeps stdout open while the server exits: after the first list, or before anything else (`--when start`). */
  grandchildHoldsStdout(peer) {
    twoResources(peer);
    startGrandchild(peer, 'inherit', `setTimeout(() => {}, ${limitLife(peer)})`);
    if (peer.options['when'] === 'start') process.exit(1);
    peer.handlers.set('resources/list', () => {
      setTimeout(() => process.exit(1), 20);
      return { resources: peer.resources };
    });
  },

  /** Answers the handshake with revision 2024-11-05. */
  old2024(peer) {
    twoResources(peer);
    peer.revision = '2024-11-05';
  },

  /** Answers the handshake with an unknown revision. */
  unknownRevision(peer) {
    twoResources(peer);
    peer.revision = '1999-01-01';
  },

  /** Waits `--delay MS` (1000) before every answer. */
  slow(peer) {
    twoResources(peer);
    peer.options['delay'] ??= '1000';
  },

  /** Answers that a strict parser drops: a BOM, unknown members, `"error": null`, `"_meta": null`, batches. */
  envelopes(peer) {
    twoResources(peer);
    let isFirst = true;
    peer.encode = (answer, method) => {
      const bom = isFirst ? '\ufeff' : '';
      isFirst = false;
      if (method === 'resources/templates/list') return bom + JSON.stringify([answer]);
      if (method === 'resources/list') return bom + JSON.stringify({ ...answer, error: null });
      if (method === 'resources/read' && 'result' in answer)
        return bom + JSON.stringify({ ...answer, result: { .../** @type {object} */ (answer.result), _meta: null } });
      return bom + JSON.stringify({ ...answer, serverTime: 1763715600 });
    };
  },
};
