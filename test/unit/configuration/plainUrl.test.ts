import { describe, expect, it } from 'vitest';
import { plainUrl } from '../../../src/core/configuration/plainUrl';

const http = (url: string, headers = {}) => plainUrl({ kind: 'http', url, headers });

describe('the address of a server as it is written', () => {
  it('is known where nothing in it has to be resolved, whatever the headers want', () => {
    expect(http(' https://a.example/mcp\n', { 'x-key': '${input:key}' })).toBe('https://a.example/mcp');
  });

  it('is not known otherwise', () => {
    const stdio = { kind: 'stdio', command: 'a', args: [], cwd: undefined, env: {}, envFile: undefined } as const;
    expect([http('https://${input:host}/mcp'), plainUrl({ ...stdio, isSandboxed: false })]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
