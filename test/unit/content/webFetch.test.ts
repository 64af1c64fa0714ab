import { describe, expect, it } from 'vitest';
import { HumanError, type Reason } from '../../../src/core/base/errors';
import { checkWebAddress, isLeftToClient, isLocalHost } from '../../../src/core/content/webFetch';

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
  ])('%s is refused', (address) => {
    expect(() => checkWebAddress(address)).toThrow(expect.objectContaining({ reason: 'policy' }));
  });

  it.each([
    ['http://docs.example/a', 'http://docs.example is not fetched'],
    ['data:text/plain,x', 'data: is not fetched'],
    ['mailto:ada@example.com', 'mailto: is not fetched'],
  ])('%s is named by what it has', (address, sentence) => {
    expect(() => checkWebAddress(address)).toThrow(sentence);
  });

  // Returns a host in the form of a parsed URL.
  const host = (address: string): string => new URL(`https://${address}/`).host;

  it.each([
    ...['localhost', 'LOCALHOST:8443', 'a.localhost', 'printer.local', 'printer.local.', 'intranet', 'nas.home.arpa'],
    ...['127.0.0.1', '127.1', '0x7f000001', '2130706433', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255'],
    ...[
      '192.168.1.1:99',
      '169.254.169.254',
      '100.64.0.1',
      '192.0.0.8',
      '198.18.0.1',
      '198.19.255.255',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '[::1]',
      '[::]',
      '[fe80::1]',
      '[fd00::1]',
      '[::ffff:10.0.0.1]',
      '[::ffff:8.8.8.8]',
      '[2002:7f00:1::]',
      '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
      '[2001::1]',
      '[2001:20::1]',
      '[ff02::1]',
    ],
  ])('%s is in the own network', (address) => {
    expect(isLocalHost(host(address))).toBe(true);
  });

  it.each([
    ...['docs.example', 'localhost.example', '8.8.8.8', '172.32.0.1', '172.15.0.1', '192.169.0.1', '100.128.0.1'],
    ...['192.0.1.1', '198.17.0.1', '198.20.0.1', '[2001:200::1]', '[2001:4860:4860::8888]'],
    ...['11.0.0.1', '169.253.1.1', '[2001:db8::1]', '[2606:4700::1111]:8443', '[2002:808:808::]', 'mylocal.net'],
  ])('%s is not', (address) => {
    expect(isLocalHost(host(address))).toBe(false);
  });
});
