import { describe, expect, it } from 'vitest';
import { matchesUrl } from '../../../src/core/permission/urlPattern';

describe('matchesUrl', () => {
  it.each([
    ['https://a.example/mcp', 'https://a.example/mcp'],
    ['HTTPS://A.Example/MCP', 'https://a.example/mcp'],
    ['https://a.example', 'https://a.example/'],
    ['https://a.example:443/', 'https://a.example'],
    ['https://a.example/mcp', 'https://a.example/mcp#part'],
    ['https://a.example/mcp', 'https://user@a.example/mcp'],
    ['https://a.example/a/../mcp', 'https://a.example/mcp'],
    ['https://a.example/*', 'https://a.example/'],
    ['https://a.example/*', 'https://a.example/a/b?c=d'],
    ['https://a.example*', 'https://a.example/'],
    ['https://*.example/mcp', 'https://b.a.example/mcp'],
    ['https://a.example:443/*', 'https://a.example/mcp'],
    ['http://localhost:*/mcp', 'http://localhost:8080/mcp'],
    ['http://localhost:*/mcp', 'http://localhost/mcp'],
    ['http://[::1]:*/mcp', 'http://[::1]:80/mcp'],
    ['http://localhost:80*/', 'http://localhost:8080'],
    ['https://user@*.example/', 'https://a.example'],
    ['*://a.example/*', 'http://a.example/mcp'],
    ['https://a.example\\*', 'https://a.example/mcp'],
    ['https://*.example', 'https://a.example'],
    ['https://*.example?a=*', 'https://a.example/?a=b'],
    ['https://*.example/#b', 'https://a.example/'],
    ['https://a.example/(a|b)+[c]*', 'https://a.example/(a|b)+[c]d'],
  ])('%s means %s', (pattern, url) => {
    expect(matchesUrl(pattern, url)).toBe(true);
  });

  it.each([
    ['https://a.example/mcp', 'https://a.example/'],
    ['https://a.example/mcp', 'http://a.example/mcp'],
    ['https://a.example/', 'https://a.example:8443/'],
    ['https://a.example/*', 'https://b.example/'],
    ['https://a.example/*', 'https://a.example.evil.example/'],
    ['https://a.example/*', 'https://a.example@evil.example/'],
    ['https://*.example/*', 'https://evil.test/.example/'],
    ['https://*.example/*', 'https://evil.test?.example/'],
    ['https://*.example/*', 'https://evil.test#.example/'],
    ['https://*.example/*', 'https://evil.test\\.example/'],
    ['https://a*example/', 'https://axexample.test/'],
    ['https://a.*/', 'https://axb/'],
    ['a.example', 'https://a.example/'],
    ['*.example/*', 'https://a.example/'],
    ['https://a.example/*', 'not an address'],
    ['not an address', 'https://a.example/'],
    ['https://a.example/*', 'https://a.example/${env:X}'],
    ['https://*/a:*', 'https://a.example/a'],
    ['', 'https://a.example/'],
  ])('%s does not mean %s', (pattern, url) => {
    expect(matchesUrl(pattern, url)).toBe(false);
  });
});
