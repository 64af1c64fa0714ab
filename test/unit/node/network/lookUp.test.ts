import { describe, expect, it } from 'vitest';
import { usesProxy } from '../../../../src/host/base/settings';
import { createLookUp, hasProxyVariable } from '../../../../src/node/network/lookUp';
import { FakeClock } from '../../../support/fakeClock';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

describe('a name', () => {
  it('has the addresses that the system finds, and none where it finds none', async () => {
    const clock = new FakeClock();
    const lookUp = createLookUp(clock, () => true);
    const { addresses, isProxied } = await lookUp('localhost');
    expect([addresses.every((address) => /^(127\.|::1$)/.test(address)), addresses.length > 0, isProxied]).toEqual([
      true,
      true,
      true,
    ]);
    expect(await createLookUp(clock, () => false)('no such name')).toEqual({ addresses: [], isProxied: false });
    expect(clock.pending).toEqual([]);
  });
});

describe('a proxy', () => {
  it('is one that the environment or the settings name, unless VS Code uses none', () => {
    const variables = [{}, { HTTPS_PROXY: '' }, { https_proxy: 'http://proxy' }, { ALL_PROXY: 'x' }, { NO_PROXY: 'x' }];
    expect(variables.map((one) => hasProxyVariable(one))).toEqual([false, false, true, true, false]);
    fakeVscode.settings.set('http.proxy', 'http://proxy.example:8080');
    expect(usesProxy()).toBe(true);
    fakeVscode.settings.set('http.proxySupport', 'off');
    expect(usesProxy()).toBe(false);
  });
});
