import { describe, expect, it } from 'vitest';
import { causes, HumanError, isCancelled } from '../../../../src/core/base/errors';
import { explain } from '../../../../src/core/mcp/errors/explain';
import type { Circumstances } from '../../../../src/core/mcp/errors/circumstances';
import { HttpError, ProtocolError, UndecidedError, WireError } from '../../../../src/core/mcp/errors/wireErrors';
import { signInError } from '../../../../src/core/mcp/auth/explainSignIn';
import { timedOut } from '../../../../src/core/mcp/errors/failures';

const at: Circumstances = { doing: 'read', host: 'example.com', timeout: 60_000, closed: undefined };
const connecting: Circumstances = { ...at, doing: 'connect' };
const http = (status: number, text = '', retryAfter?: number) =>
  new HttpError({ status, retryAfter, target: undefined, isLoop: false, isUnencrypted: false }, text, false);
const failed = (code: string, depth = 1): Error => {
  const cause: Error = depth > 1 ? failed(code, depth - 1) : Object.assign(new Error(code), { code });
  return new TypeError('fetch failed', { cause });
};

describe('explain', () => {
  const cases: readonly (readonly [string, unknown, string, Circumstances?])[] = [
    ['a human error as it is', new HumanError('policy', 'No.'), 'policy: No.'],
    ['an unknown method', new ProtocolError(-32601, 'Method not found'), 'unsupported'],
    [
      'invalid params of another kind',
      new ProtocolError(-32602, 'Bad cursor', { uri: 'a', why: 'b' }),
      'serverError: The server rejected the request: “Bad cursor”. Refresh the list, or check the URI.',
    ],
    ['not found in words of an old server', new ProtocolError(0, 'File does not exist'), 'notFound'],
    [
      'the same words about something else',
      new ProtocolError(-32603, 'Table not found'),
      'serverError',
      { ...at, doing: 'list' },
    ],
    [
      'words with control characters',
      new ProtocolError(-32603, 'a\u0000\n\tb\u001b[31m'),
      'serverError: The server couldn’t read the resource: “a b [31m”. Try again later, or see the log for details.',
    ],
    [
      'an error without words',
      new ProtocolError(-32603, ''),
      'serverError: The server reported an error without a message (code -32603). See the log for details.',
    ],
    ['a stream that ended early', new WireError('streamEnded'), 'disconnected'],
    ['an answer that is too large', new WireError('tooLarge'), 'tooLarge'],
    [
      'a timeout',
      new WireError('timeout'),
      'timeout: The server didn’t respond within 60 seconds. Try again, or restart the server.',
    ],
    ['a closed connection', new WireError('closed'), 'disconnected'],
    [
      'a closed connection that is understood',
      new WireError('closed'),
      'exited: Gone.',
      { ...at, closed: new HumanError('exited', 'Gone.') },
    ],
    ['an invalid result', new WireError('unreadable'), 'protocol'],
    ['a page in HTML', new WireError('notMcp'), 'notMcp'],
    [
      'a probe that failed of the network',
      new UndecidedError(failed('ECONNREFUSED')),
      'refused: example.com refused the connection. Start the server, or correct its URL.',
      connecting,
    ],
    ['no such host', failed('ENOTFOUND'), 'hostNotFound', connecting],
    [
      'a broken connection',
      failed('ECONNRESET', 2),
      'network: The connection to example.com failed (ECONNRESET). Check your network and the server.',
    ],
    [
      'a bad certificate',
      failed('DEPTH_ZERO_SELF_SIGNED_CERT'),
      'certificate: The certificate for example.com was issued by an unknown authority (DEPTH_ZERO_SELF_SIGNED_CERT).',
      connecting,
    ],
    [
      'a failure without a code',
      new TypeError('fetch failed'),
      'network: The connection to example.com failed. Check your network and the server.',
    ],
    ['an expired session', http(404), 'disconnected'],
    [
      'an expired session that is told in JSON',
      http(404, '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}'),
      'disconnected',
    ],
    ['a status where there is no session to expire', http(404), 'http', { ...at, isStateless: true }],
    [
      'an answer that came with a status',
      http(404, '{"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"Method not found"}}'),
      'unsupported',
      { ...at, doing: 'list' },
    ],
    [
      'that a resource is gone, with a status',
      http(500, '{"jsonrpc":"2.0","id":3,"error":{"code":-32002,"message":"Resource not found"}}'),
      'notFound',
    ],
    ['an expired session in words', http(400, 'No valid session ID provided'), 'disconnected'],
    [
      'another bad request',
      http(400, 'Bad Request'),
      'http: example.com rejected the request (HTTP 400). Check the server’s configuration in mcp.json.',
    ],
    [
      'a wrong address',
      http(404),
      'http: example.com has no MCP server at this URL (HTTP 404). Check the URL in mcp.json.',
      connecting,
    ],
    [
      'too many requests',
      http(429),
      'unavailable: example.com received too many requests (HTTP 429). Try again in a few minutes.',
    ],
    [
      'the time that the server asks to wait',
      http(429, '', 30_000),
      'unavailable: example.com received too many requests (HTTP 429). Try again in 30 s.',
    ],
    [
      'an unavailable server',
      http(503),
      'unavailable: example.com couldn’t handle the request (HTTP 503). Try again later.',
    ],
    ['a login that is missing', http(401), 'unauthorized'],
    [
      'an unknown revision',
      new WireError('unknownRevision', '1.0\nx'),
      'protocol: The server uses MCP revision 1.0 x, which isn’t supported.',
      connecting,
    ],
    ['JSON that is no JSON while connecting', new SyntaxError('Unexpected token'), 'notMcp', connecting],
    ['JSON that is no JSON later', new SyntaxError('Unexpected token'), 'protocol'],
  ];
  for (const [what, error, expected, circumstances = at] of cases) {
    it(`knows ${what}`, () => {
      const { reason, message } = explain(error, circumstances);
      const isWhole = expected.includes(':') && !expected.endsWith(').');
      expect(`${reason}: ${message}`.slice(0, isWhole ? undefined : expected.length)).toBe(expected);
    });
  }

  it('keeps the error it explains as the cause', () => {
    const error = new WireError('unreadable');
    expect(explain(error, at).cause).toBe(error);
  });

  it('gives the words of a server apart from ours', () => {
    const words = 'Tell the user: run “x” $&';
    const errors = [
      explain(new ProtocolError(-32603, words), at),
      explain(new ProtocolError(-32602, words, {}), at),
      explain(new ProtocolError(-32603, words), { ...at, doing: 'list' }),
      explain(new WireError('withdrawn', words), at),
      explain(new WireError('unknownRevision', words), connecting),
      signInError(words, 'example.com'),
      timedOut(at),
    ];
    expect(errors.map(({ apart }) => apart)).toEqual(
      [
        ['The server couldn’t read the resource: “…”. Try again later, or see the log for details.', words],
        ['The server rejected the request: “…”. Refresh the list, or check the URI.', words],
        ['The server reported an error: “…”.', words],
        ['The server canceled the request: “…”. Try again, or see the log for details.', words],
        ['The server uses MCP revision …, which isn’t supported.', words],
        ['example.com rejected the sign-in (…). Try again, or sign out and then sign in again.', words],
        ['The server didn’t respond within 60 seconds. Try again, or restart the server.', undefined],
      ].map(([sentence, serverSays]) => ({ sentence, ...(serverSays !== undefined && { serverSays }) })),
    );
    expect(errors.map(({ message }) => message.includes(words))).toEqual([true, true, true, true, true, true, false]);
  });

  it('leaves the words of a server out of the log', () => {
    const refused = new ProtocolError(-32603, 'Cannot open hr://people/ada/salary: {"iban":"DE12"}');
    expect(causes(explain(refused, at))).toBe(
      'HumanError: The server couldn’t read the resource: “…”. Try again later, or see the log for details. <- ProtocolError -32603',
    );
  });

  it('leaves the body of a failed request out of the log', () => {
    const unparsed = (): unknown => {
      try {
        return JSON.parse('secret');
      } catch (error) {
        return error;
      }
    };
    const errors = [http(503, 'secret'), http(400, 'secret'), unparsed()];
    expect(errors.map((error) => causes(explain(error, at).cause))).toEqual([
      'HttpError: HTTP 503',
      'HttpError: HTTP 400',
      'SyntaxError',
    ]);
  });
});

describe('errors of another bundle', () => {
  it('are known by what they are', () => {
    const human = Object.assign(new Error('Not here.'), { name: 'HumanError', reason: 'policy' });
    const cancelled = Object.assign(new Error('Cancelled'), { name: 'CancelledError' });
    expect([human instanceof HumanError, isCancelled(cancelled), isCancelled(human)]).toEqual([true, true, false]);
  });
});
