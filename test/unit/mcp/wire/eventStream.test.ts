import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/core/mcp/base/envelope';
import { Aside } from '../../../../src/core/mcp/wire/aside';
import { EventRepair, repairEvents, type EventPorts } from '../../../../src/core/mcp/wire/eventStream';
import { OneAtATime } from '../../../../src/core/mcp/wire/oneAtATime';
import { breathe } from '../../../../src/node/clock';

const good = '{"jsonrpc":"2.0","id":1,"result":{"a":[1,2]}}';
const sloppy = '{"id":1,"result":{},"error":null,"took":5}';
const repaired = '{"jsonrpc":"2.0","id":1,"result":{}}';

const message = (text: string): unknown => JSON.parse(text) as unknown;

/** A stream's events as text, in which the messages stand for themselves again. */
function unwrapped(text: string, aside: Aside): string {
  return text.replaceAll(/^data: (\{.*\})$/gm, (_, stub: string) => {
    const taken = aside.take(JSON.parse(stub) as Message);
    return `data: ${JSON.stringify(taken)}`;
  });
}

function newRepair(aside = new Aside()) {
  let out = '';
  const repair = new EventRepair(aside, (text) => (out += text));
  return { repair, raw: () => out, text: () => unwrapped(out, aside) };
}

/** Returns the events when they arrive in pieces of `length` characters. */
function take(text: string, length = text.length): string {
  const { repair, text: taken } = newRepair();
  for (let from = 0; from < text.length; from += length) for (const _ of repair.take(text.slice(from, from + length)));
  return taken();
}

const ports = (): EventPorts => ({ aside: new Aside(), large: new OneAtATime(), breathe });

describe('a stream of events', () => {
  it('keeps messages, and what is none, but no comments', () => {
    const text = `id: 7\nevent: message\ndata: ${good}\n\nid: 8\ndata:\n\nevent: endpoint\ndata: /messages?id=1\n\n`;
    expect(take(`: keepalive\n\n${text}`)).toBe(text.replace('data:\n', 'data: \n'));
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

  it('loses its byte order marks, however many there are', () => {
    for (const count of [1, 20_000])
      expect(take(`data: ${'\ufeff'.repeat(count)}${good}\n\n`)).toBe(`data: ${good}\n\n`);
  });

  it.each(['event: message\u2028(', 'event: message\nevent: other', 'id: 7\nevent: endpoint\u2028\nevent: x'])(
    'keeps an event that the SDK takes for none with a message, as it is: %j',
    (lines) => {
      const { repair, raw } = newRepair();
      for (const _ of repair.take(`${lines}\ndata: ${good}\n\n`));
      expect(raw()).toBe(`${lines}\ndata: ${good}\n\n`);
    },
  );

  it.each(['event: other\nevent: message', 'event: other\nevent', 'id: 7\u2028event: endpoint', 'event:'])(
    'mends one that it takes for one with a message: %j',
    (lines) => {
      expect(take(`${lines}\ndata: ${sloppy}\n\n`)).toBe(`${lines}\ndata: ${repaired}\n\n`);
    },
  );

  it('is held back until an event is complete', () => {
    expect(take(`data: ${good}\n`)).toBe('');
  });

  it.each(['', '\n', '\r\n'])('gives its last event although it ends before it does: %j', async (ending) => {
    const body = new Blob([`id: 1\ndata: ${good}\n\nid: 2\ndata: ${sloppy}${ending}`]).stream();
    const used = ports();
    const whole = await new Response(repairEvents(body, used) as unknown as BodyInit).text();
    expect(unwrapped(whole, used.aside)).toBe(`id: 1\ndata: ${good}\n\nid: 2\ndata: ${repaired}\n\n`);
  });

  it('drops a last event that was cut in the middle', () => {
    for (const text of ['', 'id: 1', 'data: {"id":1,"resu', 'data: {"id":1,"resu\n', `data: ${good}\n\n`]) {
      const { repair, raw } = newRepair();
      for (const _ of repair.take(text));
      const before = raw();
      for (const _ of repair.end());
      expect(raw()).toBe(before);
    }
  });

  it('carries messages past the SDK, under the id that it gives them', () => {
    const aside = new Aside();
    const answer = message('{"jsonrpc":"2.0","id":1,"result":{"a":1}}') as Message;
    const stub = JSON.parse(aside.put(answer)) as { id: number; result: object };
    expect(JSON.stringify(stub.result)).not.toContain('"a"');
    stub.id = 5;
    expect(aside.take(stub as unknown as Message)).toEqual({ ...answer, id: 5 });
    const request = message('{"jsonrpc":"2.0","id":"x","method":"ping","params":{"a":1}}') as Message;
    expect(aside.take(JSON.parse(aside.put(request)) as Message)).toBe(request);
    const failure = message('{"jsonrpc":"2.0","error":{"code":1,"message":"no"}}') as Message;
    expect(aside.take(JSON.parse(aside.put(failure)) as Message)).toBe(failure);
    expect(aside.take(answer)).toBe(answer);
  });

  it.each(['x', 'id: x\n'])('ends at endless lines that are no data: %j', (endless) => {
    const { repair } = newRepair();
    const rest = (): void => {
      for (let count = 0; count < 50; count += 1) for (const _ of repair.take(endless.repeat(3_000)));
    };
    expect(rest).toThrow();
    expect(repair.isTooLarge).toBe(true);
  });

  it('ends at an event of more than 96 MB, in bytes', () => {
    const { repair } = newRepair();
    for (const _ of repair.take('data: '));
    const wide = '名'.repeat(1_000_000);
    const rest = (): void => {
      for (let count = 0; count < 33; count += 1) for (const _ of repair.take(wide));
    };
    expect(rest).toThrow();
    expect(repair.isTooLarge).toBe(true);
  });

  /** Takes the pieces of an event that is skipped and of a good one behind it, which alone has to go on. Returns the heads of those that were skipped. */
  function skipped(pieces: readonly string[]): string[] {
    const aside = new Aside();
    const heads: string[] = [];
    let out = '';
    const repair = new EventRepair(
      aside,
      (text) => (out += text),
      (head) => heads.push(head),
    );
    for (const piece of pieces) for (const _ of repair.take(piece));
    expect(unwrapped(out, aside)).toBe(`data: ${JSON.stringify(JSON.parse(good))}\n\n`);
    return heads;
  }

  it('goes on after an event of more than 96 MB, where that is skipped', () => {
    const rest = ' '.repeat(50_000_000);
    const heads = skipped(['id: 7\ndata: {"id":1,', rest, rest, 'x\ndata: y', '\nz\n', `\ndata: ${good}\n\n`]);
    expect(heads.map((head) => head.slice(0, 10))).toEqual(['{"id":1,  ']);
  });

  it.each([
    ['a comment', ': '],
    ['its other lines', 'id: 7\nretry: '],
  ])('goes on after an event that is too large for %s, where that is skipped', (_, start) => {
    const rest = ['x'.repeat(100_001), 'y', '\nid: 8\ndata: a\n', `\ndata: ${good}\n\n`];
    expect(skipped([start, ...rest])).toEqual([]);
  });

  it('passes a flood on in slices', async () => {
    const used = ports();
    let turns = 0;
    const breathing = { ...used, breathe: () => ((turns += 1), breathe()) };
    const flood = new Blob([`data: {"jsonrpc":"2.0","method":"x"}\n\n`.repeat(5_000)]).stream();
    const whole = await new Response(repairEvents(flood, breathing) as unknown as BodyInit).text();
    expect(whole.split('data: ').length).toBe(5_001);
    expect(turns).toBeGreaterThan(10);
  });
});
