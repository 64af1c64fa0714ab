import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/core/mcp/base/envelope';
import { MessageReader } from '../../../../src/node/mcp/messageReader';

function read(bytes: Uint8Array, cuts: readonly number[], maxBytes = 1_000_000) {
  const messages: Message[] = [];
  let tooLarge = 0;
  const reader = new MessageReader(
    (message) => messages.push(message),
    maxBytes,
    () => tooLarge++,
  );
  let from = 0;
  for (const cut of [...cuts, bytes.length].sort((one, other) => one - other)) {
    const to = Math.min(cut, bytes.length);
    if (to > from) atOnce(reader.feed(Buffer.from(bytes.subarray(from, to))));
    from = Math.max(from, to);
  }
  atOnce(reader.flush());
  return { messages, noise: reader.noise, isFramed: reader.isFramed, tooLarge };
}

/** What is small is read in one turn of the event loop. */
function atOnce(rest: Promise<void> | undefined): void {
  if (rest) throw new Error('It takes several turns.');
}

const message = (id: number, text = 'text'): object => ({
  jsonrpc: '2.0',
  id,
  result: { text, nested: [{ a: 1 }, []] },
});
const ids = (messages: readonly Message[]): unknown[] => messages.map((one) => ('id' in one ? one.id : undefined));

describe('MessageReader', () => {
  it('reads a message that is spread over lines', () => {
    for (const indent of [1, 2, '\t']) {
      const text = [message(1), [message(2), message(3)]]
        .map((one) => JSON.stringify(one, undefined, indent))
        .join('\n');
      for (const lineEnd of ['\n', '\r\n']) {
        const bytes = Buffer.from(text.replaceAll('\n', lineEnd));
        const { messages, noise } = read(bytes, []);
        expect({ ids: ids(messages), noise }).toEqual({ ids: [1, 2, 3], noise: 0 });
      }
    }
  });

  it('gives up on a spread message at the next line that stands for itself', () => {
    const text = `{\n  "id": 1,\n${JSON.stringify(message(2))}\n[\n  broken\n{\n  "id": 3,\n  "result": {}\n}\nend`;
    const { messages, noise } = read(Buffer.from(text), []);
    expect({ ids: ids(messages), noise }).toEqual({ ids: [2, 3], noise: 5 });
  });

  it.each([
    ['Content-Length: 52\r\n\r\n{"half":', true],
    [`content-length:52\n\n${JSON.stringify(message(1))}Content-Length: 52\n`, true],
    [`${JSON.stringify(message(1))}\nContent-Length: 52\n`, false],
    ['> Content-Length: 52', false],
    ['Content-Length: none', false],
    [JSON.stringify({ ...message(1), note: 'Content-Length: 52' }), false],
  ])('knows the framing of language servers: %j', (text, isFramed) => {
    expect(read(Buffer.from(text), []).isFramed).toBe(isFramed);
  });

  it('finds every message between noise of any kind, however the bytes are cut', () => {
    const noise = fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\n]/gu, ' ')),
      fc.constantFrom(
        '{"half":',
        '[1, 2',
        '\ufeff',
        '{}',
        'null',
        '> npx server',
        '\u0000',
        '}',
        ']',
        '  indented',
        '{',
        '[',
      ),
    );
    const part = fc.oneof(
      noise.map((text) => ({ text, isMessage: false, isSpread: false })),
      fc.string({ unit: 'binary' }).map((text) => ({ text, isMessage: true, isSpread: false })),
      fc.string().map((text) => ({ text, isMessage: true, isSpread: true })),
    );
    const cuts = fc.array(fc.nat(5000), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), cuts, fc.constantFrom('\n', '\r\n'), (parts, where, lineEnd) => {
        const lines = parts.map(({ text, isMessage, isSpread }, id) =>
          isMessage ? JSON.stringify(message(id, text), undefined, isSpread ? 2 : 0) : text,
        );
        const { messages } = read(Buffer.from(lines.join('\n').replaceAll('\n', lineEnd)), where);
        const wanted = parts.flatMap(({ isMessage }, id) => (isMessage ? [id] : []));
        expect(ids(messages)).toEqual(wanted);
      }),
      { numRuns: 1000 },
    );
  });

  it('takes any bytes at all without failing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.array(fc.nat(2000), { maxLength: 10 }), (bytes, cuts) => {
        const good = Buffer.from(`\n${JSON.stringify(message(7))}\n`);
        const { messages } = read(Buffer.concat([bytes, good]), cuts, 500);
        expect(ids(messages).at(-1)).toBe(7);
      }),
      { numRuns: 500 },
    );
  });
});
