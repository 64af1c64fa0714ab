import { describe, expect, it } from 'vitest';
import type { ByteStream } from '../../../../src/core/mcp/base/effects';
import type { Message } from '../../../../src/core/mcp/base/envelope';
import { readEvents, type EventPorts, type StreamEvent } from '../../../../src/core/mcp/wire/events';
import { OneAtATime } from '../../../../src/core/mcp/wire/oneAtATime';
import { yieldThread } from '../../../../src/node/base/clock';

const good = '{"jsonrpc":"2.0","id":1,"result":{"a":[1,2]}}';
const sloppy = '{"id":1,"result":{},"error":null,"took":5}';
const repaired = '{"jsonrpc":"2.0","id":1,"result":{}}';
const noted = '{"jsonrpc":"2.0","method":"x"}';

/** An event as a test writes it: with a message's text, or none. */
const event = (text?: string, others: Partial<StreamEvent> = {}): StreamEvent => ({
  ...{ id: undefined, retry: undefined, type: 'message', data: undefined },
  messages: text === undefined ? [] : [JSON.parse(text) as Message],
  ...others,
});

/** A stream of pieces, each made when it is asked for. */
function streamOf(pieces: Iterable<string | Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.iterator]();
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const { done, value } = iterator.next() as IteratorResult<string | Uint8Array, undefined>;
      if (done === true) controller.close();
      else controller.enqueue(typeof value === 'string' ? new TextEncoder().encode(value) : value);
    },
  });
}

/** The events of a stream that comes in these pieces. */
async function eventsOf(pieces: Iterable<string | Uint8Array>, others: Partial<EventPorts> = {}) {
  const events: StreamEvent[] = [];
  const ports = {
    yieldThread,
    large: new OneAtATime(),
    onEvent: (each: StreamEvent) => void events.push(each),
    ...others,
  };
  await readEvents(streamOf(pieces), ports);
  return events;
}

function* repeated(text: string, count: number): Generator<string, void, undefined> {
  for (let index = 0; index < count; index += 1) yield text;
}

describe('a stream of events', () => {
  it('has messages with their ids, events that only carry one, and events of other types, but no comments', async () => {
    const text = `: keepalive\n\nid: 7\nevent: message\ndata: ${good}\n\nid: 8\ndata:\n\nid: 9\n\nevent: endpoint\ndata: /messages?id=1\n\nevent: ping\n\n`;
    expect(await eventsOf([text])).toEqual([
      event(good, { id: '7' }),
      event(undefined, { id: '8' }),
      event(undefined, { id: '9' }),
      event(undefined, { type: 'endpoint', data: '/messages?id=1' }),
    ]);
  });

  it.each([
    [`data: ${sloppy}`, repaired],
    ['data: {"jsonrpc":"2.0","id":1,"result":{"_meta":null,"a":1}}', '{"jsonrpc":"2.0","id":1,"result":{"a":1}}'],
    ['data: {"id":1,"result":{"a":NaN}}', '{"jsonrpc":"2.0","id":1,"result":{"a":null}}'],
    [`data:${good}`, good],
  ])('has its envelopes repaired: %s', async (line, message) => {
    expect(await eventsOf([`${line}\n\n`])).toEqual([event(message)]);
  });

  it('gives a batch one by one, and the id with the last: a resumption from it loses none', async () => {
    expect(await eventsOf([`id: 3\nretry: 20\ndata: [${sloppy},7,${noted},${good}]\n\n`])).toEqual([
      event(repaired),
      event(noted),
      event(good, { id: '3', retry: 20 }),
    ]);
  });

  it.each(['not json', 'null', '[7]'])('has the id of an event whose data is no message: %s', async (data) => {
    expect(await eventsOf([`id: 3\ndata: ${data}\n\ndata: ${data}\n\n`])).toEqual([event(undefined, { id: '3' })]);
  });

  it('fails the request of an answer that cannot be read', async () => {
    const [unreadable] = await eventsOf(['data: {"id":1,"result":{x}}\n\n']);
    expect(unreadable?.messages).toEqual([expect.objectContaining({ id: 1, error: expect.anything() as unknown })]);
  });

  it.each([
    ['0', 0],
    ['20', 20],
    ['2147483647', 2_147_483_647],
    ['2147483648', 2_147_483_647],
    ['9'.repeat(400), 2_147_483_647],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('has a time to retry only where it is a number that a timer can wait: %s', async (value, retry) => {
    expect(await eventsOf([`retry: ${value}\nid: a\n\n`])).toEqual([event(undefined, { id: 'a', retry })]);
  });

  it.each([
    ['id: 7\nid: a\0b', '7'],
    ['id: 7\nid: a\u0001b', '7'],
    ['id: 7\nid: a\u007fb', '7'],
    ['id: a\tb', 'a\tb'],
    ['id: 7\nid:8', '8'],
    ['id:  8 ', ' 8 '],
    ['id', ''],
    ['id:', ''],
    ['identity: 7', undefined],
    ['Id: 7', undefined],
    [' id: 7', undefined],
    ['id\u2028: 7', undefined],
  ])('has the last valid id: %j', async (lines, id) => {
    expect(await eventsOf([`${lines}\ndata: ${good}\n\n`])).toEqual([event(good, { id })]);
  });

  it('is the same in whatever pieces and with whatever line ends it comes', async () => {
    const [start, ...rest] = JSON.stringify(JSON.parse(sloppy), undefined, 1).split('\n');
    const lines = ['id: 名', `data: ${start}`, ...rest.map((line) => `data:${line}`), '', `data: ${good}`, '', ''];
    const whole = [event(repaired, { id: '名' }), event(good)];
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      const bytes = new TextEncoder().encode(lines.join(lineEnd));
      for (const length of [1, 2, 3, 1000]) {
        const pieces: Uint8Array[] = [];
        for (let from = 0; from < bytes.length; from += length) pieces.push(bytes.subarray(from, from + length));
        expect(await eventsOf(pieces)).toEqual(whole);
      }
    }
  });

  it('loses its byte order marks, however many there are', async () => {
    expect(await eventsOf([`\ufeffdata: ${good}\n\n`])).toEqual([event(good)]);
    for (const count of [1, 20_000])
      expect(await eventsOf([`data: ${'\ufeff'.repeat(count)}${good}\n\n`])).toEqual([event(good)]);
  });

  it.each([
    ['event: message\u2028(', 'message\u2028('],
    ['event: message\nevent: other', 'other'],
    ['event: endpoint\u2028\nevent: x', 'x'],
    ['event:  message', ' message'],
  ])('gives the data of an event of another type as it is: %j', async (lines, type) => {
    expect(await eventsOf([`${lines}\ndata: ${good}\n\n`])).toEqual([event(undefined, { type, data: good })]);
  });

  it.each(['event: other\nevent: message', 'event: other\nevent', 'id\u2028event: endpoint', 'event:'])(
    'takes one for a message: %j',
    async (lines) => {
      expect(await eventsOf([`${lines}\ndata: ${sloppy}\n\n`])).toEqual([event(repaired)]);
    },
  );

  it('holds an event back until it is complete', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const events: StreamEvent[] = [];
    const isOver = readEvents(readable, {
      ...{ yieldThread, large: new OneAtATime() },
      onEvent: (each) => void events.push(each),
    });
    const write = async (text: string): Promise<void> => {
      await writer.write(new TextEncoder().encode(text));
      await yieldThread();
    };
    await write(`id: 1\ndata: ${good}\n`);
    expect(events).toEqual([]);
    await write('\n');
    expect(events).toEqual([event(good, { id: '1' })]);
    await writer.close();
    await isOver;
  });

  it.each(['', '\n', '\r\n', '\nid', '\nid: 2', '\nretry: 2', '\nda', '\n: x'])(
    'gives its last event although it ends before it does, but nothing that may be cut: %j',
    async (ending) => {
      expect(await eventsOf([`id: 1\ndata: ${good}\n\nid: 2\ndata: ${sloppy}${ending}`])).toEqual([
        event(good, { id: '1' }),
        event(repaired, { id: '2' }),
      ]);
    },
  );

  it.each(
    [
      ['', 'id: 1', 'id: 1\n', 'data: {"id":1,"resu', 'data: {"id":1,"resu\n', 'data: nothing', 'data:'],
      ['event: endpoint\ndata: /mess', `data: ${good}\nevent: other`],
    ].flat(),
  )('drops a last event that was cut in the middle: %j', async (text) => {
    expect(await eventsOf([text])).toEqual([]);
  });

  it.each(['x', 'id: x\n', 'x: y\n'])('ends at endless lines that are no data: %j', async (endless) => {
    await expect(eventsOf(repeated(endless.repeat(3_000), 50))).rejects.toMatchObject({ reason: 'tooLarge' });
  });

  it('ends at an event of more than 96 MB, in bytes, and its body with it', async () => {
    let isCancelled = false;
    const body = streamOf(['data: ', ...repeated('名'.repeat(1_000_000), 33)]);
    const reader = body.getReader();
    const stream: ByteStream = {
      getReader: () => ({ read: () => reader.read(), cancel: () => Promise.resolve(void (isCancelled = true)) }),
    };
    const reading = readEvents(stream, { yieldThread, large: new OneAtATime(), onEvent: () => undefined });
    await expect(reading).rejects.toMatchObject({ reason: 'tooLarge' });
    expect(isCancelled).toBe(true);
  });

  it('ends with the error of its body, behind the events before it', async () => {
    const cut = new Error('cut');
    const events: StreamEvent[] = [];
    const pieces = function* (): Generator<string, void, undefined> {
      yield `id: 4\ndata: ${good}\n\nid: 5\nda`;
      throw cut;
    };
    await expect(eventsOf(pieces(), { onEvent: (each) => void events.push(each) })).rejects.toBe(cut);
    expect(events).toEqual([event(good, { id: '4' })]);
  });

  it.each<[string, Iterable<string>, string[]]>([
    [
      'of more than 96 MB',
      ['id: 7\ndata: {"id":1,', ...repeated('名'.repeat(1_000_000), 33), 'x\ndata: y', '\nid: 8\nz\n', '\n'],
      ['{"id":1,名名'],
    ],
    ['of a comment', [': ', 'x'.repeat(100_001), 'y', '\nid: 8\ndata: a\n', '\n'], []],
    ['of its other lines', ['id: 7\nretry: ', 'x'.repeat(100_001), 'y', '\nid: 8\ndata: a\n', '\n'], []],
  ])('goes on after an event that is too large because %s, where that is skipped', async (_, pieces, heads) => {
    const skipped: string[] = [];
    const onSkip = (head: string): void => void skipped.push(head.slice(0, 10));
    expect(await eventsOf([...pieces, `data: ${good}\n\n`], { onSkip })).toEqual([event(good)]);
    expect(skipped).toEqual(heads);
  });

  it('reads large events of one server one after the other', async () => {
    const large = new OneAtATime();
    const leave = await large.enter();
    const events: StreamEvent[] = [];
    const big = `{"jsonrpc":"2.0","id":1,"result":{"a":"${'x'.repeat(1_100_000)}"}}`;
    const pieces = [`data: ${big.slice(0, 1_050_000)}`, `${big.slice(1_050_000)}\n\n`];
    const reading = eventsOf(pieces, { large, onEvent: (each) => void events.push(each) });
    expect(await eventsOf([`data: ${good}\n\n`], { large })).toEqual([event(good)]);
    for (let turn = 0; turn < 20; turn += 1) await yieldThread();
    expect(events).toEqual([]);
    leave();
    await reading;
    expect(events).toEqual([event(big)]);
    (await large.enter())();
  });

  it.each([
    ['events', `data: ${noted}\n\n`.repeat(5_000)],
    ['messages of batches', `data: [${Array(1_000).fill(noted).join(',')}]\n\n`.repeat(5)],
  ])('gives a flood of %s in slices', async (_, flood) => {
    let turns = 0;
    const most: number[] = [0];
    const onEvent = (): void => void most.push((most.pop() ?? 0) + 1);
    const breathing = async (): Promise<void> => {
      turns += 1;
      await yieldThread();
      most.push(0);
    };
    await eventsOf([flood], { yieldThread: breathing, onEvent });
    expect(most.reduce((sum, count) => sum + count)).toBe(5_000);
    expect(turns).toBeGreaterThan(10);
    expect(Math.max(...most)).toBeLessThan(500);
  });
});
