import { describe, expect, it } from 'vitest';
import { bearerChallenge } from '../../../../src/core/mcp/auth/challenge';

const url = 'https://a.example/meta?x=1';
const nothing = { scope: undefined, resourceMetadataUrl: undefined, error: undefined };

describe('a WWW-Authenticate header', () => {
  it.each<[what: string, header: string | null, read: Partial<ReturnType<typeof bearerChallenge>>]>([
    ['is missing', null, {}],
    ['is empty', '', {}],
    ['has a scheme alone', 'Bearer', {}],
    [
      'has all parameters',
      `Bearer error="insufficient_scope", scope="a b", resource_metadata="${url}"`,
      { error: 'insufficient_scope', scope: 'a b', resourceMetadataUrl: url },
    ],
    ['is in capitals', 'BEARER Scope="a"', { scope: 'a' }],
    [
      'has tokens instead of quoted texts',
      'Bearer scope=a, error=invalid_token',
      { scope: 'a', error: 'invalid_token' },
    ],
    [
      'has an address without quotes',
      `Bearer resource_metadata=${url}, scope="a"`,
      { resourceMetadataUrl: url, scope: 'a' },
    ],
    ['has blanks around =', 'Bearer scope = "a" ,\terror= "e"', { scope: 'a', error: 'e' }],
    ['has quoted pairs', String.raw`Bearer realm="say \"scope=\\\"", scope="a\ b"`, { scope: 'a b' }],
    ['has the names within a text', 'Bearer realm="scope=x, Bearer error=y", scope="a"', { scope: 'a' }],
    ['has another scheme before', 'Basic realm="r", Bearer scope="a"', { scope: 'a' }],
    ['has another scheme after', 'Bearer scope="a", DPoP error="e", scope="other"', { scope: 'a' }],
    ['has a scheme with a token68 before', 'Negotiate YWJj+/==, Bearer scope="a"', { scope: 'a' }],
    ['has a scheme without parameters before', 'Negotiate, Bearer scope="a"', { scope: 'a' }],
    [
      'was several headers, joined by commas',
      'Basic realm="r",,, Bearer error="e",Bearer scope="a"',
      { error: 'e', scope: 'a' },
    ],
    ['repeats a parameter', 'Bearer scope="a", scope="b"', { scope: 'a' }],
    ['begins with commas and blanks', ' , ,Bearer scope="a"', { scope: 'a' }],
    ['has a relative address', 'Bearer resource_metadata="/meta", scope="a"', { scope: 'a' }],
    ['has an empty value', 'Bearer scope="", error="e"', { scope: '', error: 'e' }],
    ['has text that never ends', 'Bearer scope="a", realm="b', { scope: 'a' }],
    ['is of another scheme', 'Basic scope="a"', {}],
    ['has no scheme', 'scope="a", error="e"', {}],
  ])('that %s is read', (_, header, read) => {
    expect(bearerChallenge(header)).toEqual({ ...nothing, ...read });
  });
});
