// JSON nested deeper than the call stack allows: it can be parsed, but not walked.
import { describe, expect, it } from 'vitest';
import { readEvents } from '../../../../src/core/mcp/wire/events';
import { OneAtATime } from '../../../../src/core/mcp/wire/oneAtATime';
import { Normaliser } from '../../../../src/core/mcp/lists/normalise';
import { yieldThread } from '../../../../src/node/base/clock';
import { allowDialect, collect, never, noLimits, open, raw, readText } from '../support';

const depth = 200_000;
const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** A server that puts a deep value into every place of a message. */
const program = `
  const deep = '['.repeat(${depth}) + ']'.repeat(${depth});
  const write = (text) => process.stdout.write(text + '\\n');
  const results = {
    initialize: '{"protocolVersion":"2025-11-25","capabilities":{"resources":{},"x":' + deep + '},"serverInfo":{"name":"x","version":"1"}}',
    'resources/list': '{"resources":[{"uri":"a:1","name":"one"},{"uri":"a:2","name":"two","vendor":' + deep + '}],"_meta":{"x":' + deep + '}}',
    'resources/read': '{"contents":[{"uri":"a:1","text":"text","_meta":' + deep + '}],"x":' + deep + '}',
  };
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (id === undefined || method === undefined) return;
    const result = results[method];
    if (method === 'resources/list') {
      for (const name of ['notifications/resources/updated', 'notifications/resources/content_changed', 'notifications/message', 'x/y'])
        write('{"jsonrpc":"2.0","method":"' + name + '","params":{"uri":"a:1","resource":{"uri":"a:1","name":"one","vendor":' + deep + '},"x":' + deep + '}}');
      write('{"jsonrpc":"2.0","id":"q1","method":"x/y","params":{"x":' + deep + '}}');
      write('{"jsonrpc":"2.0","id":"q2","method":"elicitation/create","params":{"message":"?","requestedSchema":' + deep + '}}');
      write('{"jsonrpc":"2.0","id":"nobody","result":{"x":' + deep + '}}');
      write(deep);
    }
    write('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + (result ? ',"result":' + result : ',"error":{"code":-32601,"message":"no","data":' + deep + '}') + '}');
  });`;

const parsed = (text: string) => JSON.parse(text) as unknown;

describe('a value that is nested too deeply', () => {
  it('in an unknown field costs the item this field and nothing else', () => {
    const normaliser = new Normaliser();
    const item = normaliser.resource(parsed(`{"uri":"a:1","name":"one","vendor":${deep},"other":1}`));
    expect([item?.uri, item?.name, normaliser.repaired]).toEqual(['a:1', 'one', 1]);
  });

  it('in a field that is known is left out', () => {
    const normaliser = new Normaliser();
    const raw = parsed(`{"uri":"a:1","name":${deep},"icons":${deep},"annotations":${deep},"size":${deep}}`);
    expect(normaliser.resource(raw)?.uri).toBe('a:1');
  });

  it('does not end a stream of events that needs repair', async () => {
    const body = new Blob([`data: {"id":1,"result":{"x":${deep}},"error":null}\n\n`]).stream();
    const ports = { yieldThread, large: new OneAtATime(), onEvent: () => undefined };
    await expect(readEvents(body, ports)).resolves.toBeUndefined();
  });

  it('takes nothing down wherever it comes', async () => {
    // Only the dialect has its notification.
    allowDialect();
    const { session } = await open({ ...raw('empty'), args: ['-e', program] });
    expect((await collect(session.listResources(noLimits, never))).items.map(({ uri }) => uri)).toEqual(['a:1', 'a:2']);
    expect(await readText(session, 'a:1')).toBe('text');
  });
});
