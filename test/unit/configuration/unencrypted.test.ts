import { describe, expect, it } from 'vitest';
import { parseServers } from '../../../src/core/configuration/parseServers';
import { isUnencrypted } from '../../../src/core/configuration/unencrypted';
import { folderSource, sha256 } from './fixtures';

describe('an address', () => {
  it.each([
    ['https://shop.example/mcp', false],
    ['http://localhost:3000/mcp', false],
    ['http://shop.localhost/mcp', false],
    ['http://127.0.0.1/mcp', false],
    ['http://127.1.2.3/mcp', false],
    ['http://[::1]:80/mcp', false],
    ['http://localhost:${input:port}/mcp', false],
    ['${input:url}', false],
    ['http://shop.example/mcp', true],
    ['HTTP://10.0.0.5:8080', true],
    ['http://${input:host}/mcp', true],
    ['http://localhost.evil.example/', true],
    ['http://127.0.0.1.evil.example/', true],
    ['http://localhost@evil.example/', true],
    ['http://evil.example\\@localhost/', true],
    ['http://0.0.0.0/', true],
  ])('%s is unencrypted: %s', (url, expected) => {
    expect(isUnencrypted(url)).toBe(expected);
  });
});

describe('a server whose headers go out unencrypted', () => {
  it('is used, with a problem that says so', () => {
    const servers = {
      plain: { url: 'http://shop.example/mcp', headers: { 'X-Key': '1' } },
      bare: { url: 'http://shop.example/mcp' },
      local: { url: 'http://localhost/mcp', headers: { 'X-Key': '1' } },
    };
    const { definitions, problems } = parseServers(folderSource, servers, undefined, sha256);
    expect(definitions.map(({ name }) => name)).toEqual(['plain', 'bare', 'local']);
    expect(problems).toMatchObject([
      {
        serverName: 'plain',
        message:
          'The headers for the server “plain” in .vscode/mcp.json are sent unencrypted, so others on the network can read them. Use an https URL.',
      },
    ]);
  });
});
