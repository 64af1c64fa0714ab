import { describe, expect, it } from 'vitest';
import { unreadable } from '../../../../src/core/mcp/base/envelope';
import { addresseeOf, withoutNaN } from '../../../../src/core/mcp/wire/brokenJson';
import { readMessages } from '../../../../src/core/mcp/wire/readMessages';

function read(text: string): unknown {
  const steps = readMessages(text);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

describe('JSON that is none', () => {
  it('is repaired where it only has numbers that JSON does not know', () => {
    const text =
      '{"jsonrpc":"2.0","id":1,"result":{"a":NaN,"b":[Infinity,-Infinity, -1],"c":"NaN \\" -Infinity","d\\\\":NaN}}';
    expect(read(text)).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        result: { a: null, b: [null, null, -1], c: 'NaN " -Infinity', 'd\\': null },
      },
    ]);
    expect(withoutNaN('{"a":"NaN"}')).toBeUndefined();
    expect(withoutNaN('{"a":-5}')).toBeUndefined();
  });

  it('fails its request where it cannot be repaired, wherever its id is', () => {
    for (const text of [
      '{"jsonrpc":"2.0","id":3,"result":{"a":NaN,}}',
      '{"jsonrpc":"2.0","result":{"id":9,"x":[1,,2]},"id":3}',
      '{"result":{"a":"\u0000"},"id":3}',
      '{"id":3,"result":',
    ])
      expect(read(text)).toEqual([unreadable(3)]);
    expect(read('{"id":"three","result":{]}')).toEqual([unreadable('three')]);
  });

  it('is nothing where nobody waits for it', () => {
    for (const text of [
      '{"level":"info",}',
      '{"id":3,"method":"ping",}',
      '{"method":"x","id":3',
      '[1,',
      '{"a":{"id":3,}',
    ])
      expect(read(text)).toBeUndefined();
    expect(addresseeOf('{"jsonrpc":"2.0","method":"notifications/x","params":{"id":1').hasMethod).toBe(true);
  });
});
