import { describe, expect, it } from 'vitest';
import { EventRepair, repairEvents } from '../../../../src/core/mcp/wire/eventStream';

const good = '{"jsonrpc": "2.0", "id": 1, "result": {"a": [1,  2]}}';
const sloppy = '{"id":1,"result":{},"error":null,"took":5}';
const repaired = '{"jsonrpc":"2.0","id":1,"result":{}}';

/** Returns the repaired text when it arrives in pieces of `length` characters. */
function take(text: string, length = text.length): string {
  const repair = new EventRepair();
  let done = '';
  for (let from = 0; from < text.length; from += length) done += repair.take(text.slice(from, from + length));
  return done;
}

describe('a stream of events', () => {
  it('keeps good messages to the letter, and what is none', () => {
    const text = `: keepalive\n\nid: 7\nevent: message\ndata: ${good}\n\nid: 8\ndata:\n\nevent: endpoint\ndata: /messages?id=1\n\n`;
    expect(take(text)).toBe(text.replace('data:\n', 'data: \n'));
  });

  it('mends sloppy ones, and unpacks batches', () => {
    expect(take(`event: message\nid: 3\ndata: ${sloppy}\n\n`)).toBe(`event: message\nid: 3\ndata: ${repaired}\n\n`);
    expect(take(`data: [${sloppy},${good}]\n\n`)).toBe(
      `data: ${repaired}\n\ndata: ${JSON.stringify(JSON.parse(good))}\n\n`,
    );
    expect(take('data: {"jsonrpc":"2.0","id":1,"result":{"_meta":null,"a":1}}\n\n')).toBe(
      'data: {"jsonrpc":"2.0","id":1,"result":{"a":1}}\n\n',
    );
  });

  it('is the same in whatever pieces and with whatever line ends it comes', () => {
    const [start, ...rest] = JSON.stringify(JSON.parse(sloppy), undefined, 1).split('\n');
    const lines = ['id: 1', `data: ${start}`, ...rest.map((line) => `data:${line}`), '', `data: ${good}`, '', ''];
    const whole = `id: 1\ndata: ${repaired}\n\ndata: ${good}\n\n`;
    for (const lineEnd of ['\n', '\r\n', '\r'])
      for (const length of [1, 2, 3, 1000]) expect(take(lines.join(lineEnd), length)).toBe(whole);
  });

  it('is held back until an event is complete', () => {
    expect(take(`data: ${good}\n`)).toBe('');
  });

  it.each(['', '\n', '\r\n'])('gives its last event although it ends before it does: %j', async (ending) => {
    const body = new Blob([`id: 1\ndata: ${good}\n\nid: 2\ndata: ${sloppy}${ending}`]).stream();
    const whole = await new Response(repairEvents(body) as unknown as BodyInit).text();
    expect(whole).toBe(`id: 1\ndata: ${good}\n\nid: 2\ndata: ${repaired}\n\n`);
  });

  it('drops a last event that was cut in the middle', () => {
    for (const text of ['', 'id: 1', 'data: {"id":1,"resu', 'data: {"id":1,"resu\n', `data: ${good}\n\n`]) {
      const repair = new EventRepair();
      repair.take(text);
      expect(repair.end()).toBe('');
    }
  });
});
