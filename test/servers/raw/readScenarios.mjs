// Scenarios about resources/read.
import { RawResult, RpcError, jsonContent, noAnswer, textContent } from './peer.mjs';

/** @typedef {import('./peer.mjs').Peer} Peer */

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Returns Base64 of `bytes` bytes that count 0 … 250 repeatedly. @param {number} bytes */
function countingBlob(bytes) {
  // 753 is a multiple of 251 and of 3, so that the text of one block can be repeated.
  const block = Buffer.from(Uint8Array.from({ length: 753 }, (_, index) => index % 251));
  const text = block.toString('base64');
  const whole = Math.floor(bytes / 753);
  const tail = block.subarray(0, bytes % 753).toString('base64');
  return Buffer.concat([Buffer.alloc(text.length * whole, text, 'latin1'), Buffer.from(tail, 'latin1')]);
}

/** A tenth of a second of a WAV file: mono, 8,000 samples a second of 8 bits. */
const silence = Buffer.concat([
  Buffer.from('RIFF'),
  Uint8Array.from([0x44, 3, 0, 0]),
  Buffer.from('WAVEfmt '),
  Uint8Array.from([16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x40, 0x1f, 0, 0, 1, 0, 8, 0]),
  Buffer.from('data'),
  Uint8Array.from([0x20, 3, 0, 0]),
  Buffer.alloc(800, 128),
]).toString('base64');

/** @type {Record<string, (peer: Peer) => void>} */
export const readScenarios = {
  /** `blob://big` has `--bytes N` (50 MiB). Byte i is i modulo 251. */
  bigBlob(peer) {
    const bytes = peer.number('bytes', 50 * 1024 * 1024);
    const mimeType = 'application/octet-stream';
    peer.resources = [
      { uri: 'blob://big', name: 'big', mimeType },
      { uri: 'blob://small', name: 'small', mimeType, size: 3 },
    ];
    /** @type {Buffer | undefined} */
    let blob;
    peer.read = (uri) => {
      if (uri === 'blob://small') return { uri, mimeType, blob: 'AAEC' };
      if (uri !== 'blob://big') return undefined;
      blob ??= countingBlob(bytes);
      const head = `{"contents":[{"uri":"${uri}","mimeType":"${mimeType}","blob":"`;
      return new RawResult([Buffer.from(head), blob, Buffer.from('"}]}')]);
    };
  },

  /** `--bytes N` (20 MiB) of text in `text://big`. */
  bigText(peer) {
    const bytes = peer.number('bytes', 20 * 1024 * 1024);
    peer.resources = [{ uri: 'text://big', name: 'big', mimeType: 'text/plain' }];
    peer.read = (uri) => (uri === 'text://big' ? textContent(uri, 'sixteen letters\n'.repeat(bytes / 16)) : undefined);
  },

  badBase64(peer) {
    peer.resources = [{ uri: 'blob://bad', name: 'bad', mimeType: 'image/png' }];
    peer.read = (uri) => ({ uri, mimeType: 'image/png', blob: 'this is not base64!!' });
  },

  /** The bytes fb ff fe in the URL-safe alphabet, and fb ff without padding. */
  urlSafeBase64(peer) {
    peer.resources = [
      { uri: 'blob://url-safe', name: 'url-safe' },
      { uri: 'blob://unpadded', name: 'unpadded' },
    ];
    peer.read = (uri) => ({
      uri,
      mimeType: 'application/octet-stream',
      blob: uri === 'blob://unpadded' ? '-_8' : '-__-',
    });
  },

  /** A read of three blocks; `multi://odd` has a block without text and blob, one with both, and `null`; `multi://none` has nothing. */
  multiContent(peer) {
    peer.resources = ['multi://three', 'multi://odd', 'multi://none'].map((uri) => ({ uri, name: uri }));
    peer.read = (uri) => {
      if (uri === 'multi://none') return [];
      if (uri === 'multi://odd')
        return [
          null,
          { uri },
          { uri, text: 'text and more', blob: 'AAEC' },
          { uri, text: 5 },
          textContent(uri, 'good'),
        ];
      return [
        { uri: `${uri}/notes.md`, mimeType: 'text/markdown', text: '# Notes\n' },
        { uri: `${uri}/pixel.png`, mimeType: 'image/png', blob: pixel },
        { uri: `${uri}/empty.txt`, mimeType: 'text/plain', text: '' },
      ];
    };
  },

  /** Answers every URI that it is asked for: a notebook whose output runs a script, and else the URI itself. */
  doors(peer) {
    const notebook = {
      nbformat: 4,
      nbformat_minor: 5,
      metadata: {},
      cells: [
        {
          cell_type: 'code',
          source: '1',
          metadata: {},
          execution_count: 1,
          outputs: [{ output_type: 'display_data', metadata: {}, data: { 'text/html': ['<b id="ran">ran</b>'] } }],
        },
      ],
    };
    peer.resources = [
      { uri: 'door://listed', name: 'listed', mimeType: 'text/plain' },
      { uri: 'door://work.ipynb', name: 'work.ipynb' },
    ];
    peer.read = (uri) => ({ uri, text: uri.endsWith('.ipynb') ? JSON.stringify(notebook) : `{"text of": "${uri}"}` });
  },

  /**
   * A read of `docs://guide` returns four files, one of them with a wrong type. The client has to fetch `https://docs.example/page` and
   * `https://other.example/page` itself. `image://wrong` claims to be text, `announced://huge` to be larger than what may be read, and reads of `image://never`
   * get no answer.
   */
  reads(peer) {
    const guide = 'docs://guide';
    peer.resources = [
      { uri: guide, name: 'guide', mimeType: 'inode/directory' },
      { uri: 'https://docs.example/page', name: 'page' },
      { uri: 'https://other.example/page', name: 'other' },
      { uri: 'image://wrong', name: 'wrong', mimeType: 'text/plain' },
      { uri: 'image://never', name: 'never' },
      { uri: 'image://tone', name: 'tone', mimeType: 'audio/x-wav' },
      { uri: 'image://paper', name: 'paper', mimeType: 'application/pdf' },
      { uri: 'announced://huge', name: 'huge', size: 100_000_000_000 },
    ];
    const read = peer.handlers.get('resources/read');
    peer.handlers.set('resources/read', (params, message) =>
      params.uri === 'image://never' ? noAnswer : read?.(params, message),
    );
    peer.read = (uri) => {
      if (uri === 'announced://huge') return textContent(uri, 'tiny');
      if (uri === 'image://tone') return { uri, mimeType: 'audio/x-wav', blob: silence };
      if (uri === 'image://paper') return { uri, mimeType: 'application/pdf', blob: btoa('%PDF-1.7\n\xe2\xe3') };
      if (uri === 'image://wrong') return { uri, mimeType: 'text/plain', blob: pixel };
      if (uri !== guide) return undefined;
      return [
        { uri: `${guide}/intro.md`, mimeType: 'text/markdown', text: '# Intro\n' },
        { uri: `${guide}/setup/linux.md`, mimeType: 'text/markdown', text: '# Linux\n' },
        { uri: `${guide}/setup/../../logo`, mimeType: 'text/plain', blob: pixel },
        { uri: `${guide}/data`, mimeType: 'application/octet-stream', blob: btoa('{"a": 1}') },
      ];
    };
  },

  /** Errors that servers use for a missing resource, and one for something else. */
  notFound(peer) {
    peer.resources = ['32002', '32602', 'words', 'internal', 'here'].map((name) => ({ uri: `gone://${name}`, name }));
    peer.read = (uri) => {
      if (uri === 'gone://32002') throw new RpcError(-32002, 'Resource not found', { uri });
      if (uri === 'gone://32602') throw new RpcError(-32602, `Resource not found: ${uri}`, { uri });
      if (uri === 'gone://words') throw new RpcError(-32602, `Unknown resource: ${uri}`);
      if (uri === 'gone://internal') throw new RpcError(-32603, 'The database is asleep');
      return uri === 'gone://here' ? textContent(uri, 'here') : undefined;
    };
  },

  /** `launch://info` returns how the process was started: the arguments after the scenario's own, folder, environment. */
  echoLaunch(peer) {
    peer.resources = [{ uri: 'launch://info', name: 'info', mimeType: 'application/json' }];
    peer.read = (uri) =>
      uri === 'launch://info'
        ? jsonContent(uri, { argv: process.argv.slice(2), cwd: process.cwd(), env: process.env, pid: process.pid })
        : undefined;
  },
};
