import { describe, expect, it } from 'vitest';
import { HumanError, type Reason } from '../../../src/core/base/errors';
import { isLeftToClient } from '../../../src/core/content/leftToClient';
import { checkWebAddress } from '../../../src/core/content/webFetch';

describe('fetching in place of the server', () => {
  it('is for https alone, and for what a server answered, not for one that could not be asked', () => {
    const isLeft = (uri: string, reason: Reason) => isLeftToClient(uri, new HumanError(reason, 'x'));
    const reasons = ['unsupported', 'notFound', 'serverError'] as const;
    expect(reasons.map((reason) => isLeft('HTTPS://docs.example/a', reason))).toEqual([true, true, true]);
    const otherReasons = [
      'timeout',
      'network',
      'disconnected',
      'exited',
      'tooLarge',
      'badContent',
      'unauthorized',
    ] as const;
    expect(otherReasons.filter((reason) => isLeft('https://docs.example/a', reason))).toEqual([]);
    expect(['http://docs.example', 'https:docs.example', 'file:///a'].filter((uri) => isLeft(uri, 'notFound'))).toEqual(
      [],
    );
    expect(isLeftToClient('https://docs.example/a', new Error('notFound'))).toBe(false);
  });
});

describe('an address', () => {
  it('has an origin that can be agreed to', () => {
    expect(checkWebAddress('HTTPS://Docs.Example:443/a?b#c')).toBe('https://docs.example');
    expect(checkWebAddress('https://docs.example:8443/')).toBe('https://docs.example:8443');
  });

  it.each([
    'http://docs.example',
    'file:///a',
    'https://a:b@docs.example',
    'https://',
    'nonsense',
    'https://localhost',
    'https://a.localhost',
    'https://0x7f.1',
    'https://[::ffff:10.0.0.1]',
  ])('%s is refused', (address) => {
    expect(() => checkWebAddress(address)).toThrow(expect.objectContaining({ reason: 'policy' }));
  });

  it.each([
    ['http://docs.example/a', 'Couldn’t fetch from http://docs.example'],
    ['data:text/plain,x', 'Couldn’t fetch from data:'],
    ['mailto:ada@example.com', 'Couldn’t fetch from mailto:'],
  ])('%s is named by what it has', (address, sentence) => {
    expect(() => checkWebAddress(address)).toThrow(sentence);
  });
});
