import { describe, expect, it } from 'vitest';
import { parties } from '../../../../src/core/mcp/auth/clients';
import { repaired } from '../../../../src/core/mcp/auth/repairs';

const json = 'application/json';
const tokens = { access_token: 'a', token_type: 'Bearer' };

/** As the library sees it: the status, the type, and the fields or the text. */
async function seen(
  body: unknown,
  status = 200,
  headers: Record<string, string> = { 'content-type': json },
): Promise<unknown> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await repaired(new Response(text, { status, headers }));
  const type = answer.headers.get('content-type');
  return [answer.status, type, type === json ? await answer.json() : await answer.text()];
}

describe('an answer about signing in', () => {
  it.each<[what: string, body: object, seen: readonly [status: number, fields?: object], status?: number]>([
    ['tokens as they should be', { ...tokens, refresh_token: 'r', scope: 's' }, [200]],
    ['a time as a text, which nobody needs', { ...tokens, expires_in: 'soon' }, [200, tokens]],
    ['an identity, which nobody needs', { ...tokens, id_token: 'x.y.z' }, [200, tokens]],
    ['fields that are null or empty', { ...tokens, refresh_token: null, scope: '' }, [200, tokens]],
    ['a token of a type with another name', { access_token: 'a', token_type: 'access' }, [200, tokens]],
    ['a token without a type', { access_token: 'a' }, [200, tokens]],
    ['tokens with the status of something created', tokens, [200], 201],
    ['an error with the status of success', { error: 'invalid_grant' }, [400]],
    ['an error', { error: 'invalid_client' }, [401], 401],
    ['a registration with the status of an answer', { client_id: 'c' }, [201]],
    [
      'a secret that ends at no time, or at one written as a text',
      { client_id: 'c', client_secret: 's', client_secret_expires_at: '0' },
      [201, { client_id: 'c', client_secret: 's', client_secret_expires_at: 0 }],
      201,
    ],
    ['metadata, as it is', { issuer: 'https://A.example/', iss: 'x' }, [200]],
    ['a failure of the server', { message: 'oops' }, [503], 503],
  ])('is understood: %s', async (_, body, [expected, fields = body], status = 200) => {
    expect(await seen(body, status)).toEqual([expected, json, fields]);
  });

  it('is JSON, whatever its type says, and its challenge does not hide the error', async () => {
    const headers = { 'content-type': 'text/html', 'www-authenticate': 'Basic realm="r"' };
    const answer = await repaired(new Response('{"error":"invalid_client"}', { status: 401, headers }));
    expect([...answer.headers]).toEqual([['content-type', json]]);
  });

  it('stays as it is where it is no JSON object', async () => {
    expect([
      await seen('<p>Hello', 407, { 'content-type': 'text/html' }),
      await seen('["a"]', 200, { 'content-type': 'text/plain' }),
      await seen('', 404, {}),
    ]).toEqual([
      [407, 'text/html', '<p>Hello'],
      [200, 'text/plain', '["a"]'],
      [404, 'text/plain;charset=UTF-8', ''],
    ]);
  });
});

describe('a client that has a secret', () => {
  const basic = (text: string): string => `Basic ${btoa(text)}`;
  const sent = async (supported: unknown, client: object): Promise<unknown> => {
    const metadata = { issuer: 'https://a.example', token_endpoint_auth_methods_supported: supported as string[] };
    const [server, id, auth] = parties(metadata, { client_id: 'me', client_secret: 's', ...client });
    const [form, headers] = [new URLSearchParams(), new Headers()];
    await auth(server, id, form, headers);
    return headers.get('authorization') ?? form.toString();
  };

  it.each<[what: string, supported: unknown, client: object, sent: string]>([
    ['in a header, if nobody says how', undefined, {}, basic('me:s')],
    ['in a header, if a list of ways is none', 'basic', {}, basic('me:s')],
    [
      'as plain text, which most servers read',
      undefined,
      { client_id: 'a-b', client_secret: 'c_d+e/f==%' },
      basic('a-b:c_d+e/f==%'),
    ],
    [
      'encoded, where plain text could not be read',
      undefined,
      { client_id: 'a:b', client_secret: 'ü' },
      basic('a%3Ab:%C3%BC'),
    ],
    ['in the form, where only that is taken', ['client_secret_post', 'none'], {}, 'client_id=me&client_secret=s'],
    ['in the form, where only other ways are taken', ['private_key_jwt'], {}, 'client_id=me&client_secret=s'],
    ['not at all, where none is taken', ['none'], {}, 'client_id=me'],
    [
      'as it was registered',
      ['client_secret_basic', 'client_secret_post'],
      { token_endpoint_auth_method: 'client_secret_post' },
      'client_id=me&client_secret=s',
    ],
    [
      'not as it was registered, where that is not taken',
      ['client_secret_basic'],
      { token_endpoint_auth_method: 'client_secret_post' },
      basic('me:s'),
    ],
    ['not at all, if it has none', ['client_secret_basic'], { client_secret: undefined }, 'client_id=me'],
  ])('sends it %s', async (_, supported, client, expected) => {
    expect(await sent(supported, client)).toBe(expected);
  });
});
