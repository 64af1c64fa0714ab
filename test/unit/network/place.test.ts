import { describe, expect, it } from 'vitest';
import { isLocalHost, isLocalLiteral, placeOfHost, type ResolveHost } from '../../../src/core/network/place';

// Returns a host name in the form of a parsed URL.
const hostname = (address: string): string => new URL(`http://${address}/`).hostname;

describe('an address', () => {
  it.each([
    ...['localhost', 'LOCALHOST:8443', 'a.localhost', 'localhost.', '127.0.0.1', '127.1', '0x7f000001', '0x7f.1'],
    ...['2130706433', '0177.0.0.1', '127.0.0.1.', '0.0.0.0', '0', '10.1.2.3', '172.16.0.1', '172.31.255.255'],
    ...['192.168.1.1:99', '169.254.169.254', '100.64.0.1', '192.0.0.8', '198.18.0.1', '198.19.255.255'],
    ...['224.0.0.1', '255.255.255.255', '[::1]', '[::]', '[fe80::1]', '[fd00::1]', '[fc00::1]', '[::ffff:10.0.0.1]'],
    ...['[::ffff:8.8.8.8]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[2001::1]', '[2001:20::1]'],
    ...['[2001:0:4136:e378:8000:63bf:3fff:fdd2]', '[ff02::1]'],
  ])('%s is in the own network', (address) => {
    expect([isLocalLiteral(hostname(address)), isLocalHost(hostname(address))]).toEqual([true, true]);
  });

  it.each([
    ...['8.8.8.8', '172.32.0.1', '172.15.0.1', '192.169.0.1', '100.128.0.1', '192.0.1.1', '198.17.0.1', '198.20.0.1'],
    ...['11.0.0.1', '169.253.1.1', '[2001:200::1]', '[2001:4860:4860::8888]', '[2001:db8::1]', '[2002:808:808::]'],
    ...['[2606:4700::1111]:8443', 'docs.example', 'localhost.example', 'mylocal.net'],
  ])('%s is not', (address) => {
    expect([isLocalLiteral(hostname(address)), isLocalHost(hostname(address))]).toEqual([false, false]);
  });

  it.each(['printer.local', 'printer.local.', 'intranet', 'nas.home.arpa', 'metadata.google.internal'])(
    '%s is a name of the own network, and no address',
    (name) => {
      expect([isLocalLiteral(name), isLocalHost(name)]).toEqual([false, true]);
    },
  );
});

describe('the place of a host', () => {
  const answers: Readonly<Record<string, readonly string[]>> = {
    'docs.example': ['93.184.216.34', '2606:2800:220:1::1'],
    '127.0.0.1.nip.io': ['127.0.0.1'],
    'kubernetes.default.svc': ['10.96.0.1'],
    'both.example': ['93.184.216.34', '192.168.0.1'],
    'mapped.example': ['::ffff:10.0.0.1'],
    'zoned.example': ['fe80::1%eth0'],
    'odd.example': ['1:2:3'],
    'device.example': ['198.18.0.7'],
  };
  const place = async (name: string, isProxied = false) => {
    const asked: string[] = [];
    const lookUp: ResolveHost = (one) => {
      asked.push(one);
      return Promise.resolve({ addresses: answers[one] ?? [], isProxied });
    };
    return [await placeOfHost(hostname(name), lookUp), asked];
  };

  it.each([
    ['docs.example', { kind: 'public' }],
    ['127.0.0.1.nip.io', { kind: 'local', address: '127.0.0.1' }],
    ['kubernetes.default.svc', { kind: 'local', address: '10.96.0.1' }],
    ['both.example', { kind: 'local', address: '192.168.0.1' }],
    ['mapped.example', { kind: 'local', address: '::ffff:10.0.0.1' }],
    ['zoned.example', { kind: 'local', address: 'fe80::1%eth0' }],
    ['odd.example', { kind: 'local', address: '1:2:3' }],
    ['device.example', { kind: 'unknown' }],
    ['no-such.example', { kind: 'unknown' }],
  ])('%s is %j by its addresses', async (name, expected) => {
    expect(await place(name)).toEqual([expected, [name]]);
  });

  it('is known only to a proxy, where there is one, unless it is local here', async () => {
    expect([await place('docs.example', true), await place('127.0.0.1.nip.io', true)]).toEqual([
      [{ kind: 'unknown' }, ['docs.example']],
      [{ kind: 'local', address: '127.0.0.1' }, ['127.0.0.1.nip.io']],
    ]);
  });

  it('is plain where it is an address, and nobody is asked', async () => {
    expect([await place('8.8.8.8'), await place('0x7f.1'), await place('[::1]'), await place('a.localhost')]).toEqual([
      [{ kind: 'public' }, []],
      [{ kind: 'literal' }, []],
      [{ kind: 'literal' }, []],
      [{ kind: 'literal' }, []],
    ]);
  });
});
