import { expect, it } from 'vitest';
import { HumanError, type Reason } from '../../../../src/core/base/errors';
import { bestFailure, type FailedAttempt } from '../../../../src/core/mcp/open/bestFailure';
import type { HttpType } from '../../../../src/core/configuration/launch/http';

type Mode = FailedAttempt['mode'];
/** How it was tried and why it failed, the status of HTTP if there was one, and whether something was received. */
type Attempt = `${Mode} ${Reason}${'' | ` ${number}`}${'' | ' received'}`;

function attempt(text: Attempt, index: number): FailedAttempt {
  const [mode, reason, ...rest] = text.split(' ') as [Mode, Reason, ...string[]];
  const status = rest.map(Number).find((number) => number > 0);
  const error = new HumanError(reason, `${index}: ${mode} ${reason}`);
  return { mode, status, hasReceived: rest.includes('received'), error };
}

it.each<readonly [string, readonly Attempt[], HttpType | undefined, number]>([
  ['the only one', ['auto exited'], undefined, 0],
  ['the only one, over HTTP+SSE', ['sse timeout'], undefined, 0],
  ['the last of one transport', ['auto timeout', 'legacy http 400', 'patient timeout'], undefined, 2],
  ['the last, whatever status came before', ['auto unavailable 500', 'legacy http 400'], undefined, 1],
  ['one in which the server answered', ['legacy serverError 200 received', 'auto timeout'], undefined, 0],
  ['the last in which it answered', ['auto protocol 200 received', 'legacy serverError 200 received'], undefined, 1],
  ['not that of HTTP+SSE where no server has either', ['auto http 404', 'sse http 404'], undefined, 0],
  ['nor where a web page is there', ['auto http 405', 'sse notMcp'], undefined, 0],
  ['nor where both answered', ['auto protocol 400 received', 'sse timeout received'], undefined, 0],
  ['that of HTTP+SSE where its stream was open', ['auto http 405', 'sse timeout received'], undefined, 1],
  ['where access to it is denied', ['auto http 405', 'sse http 403'], undefined, 1],
  ['where it is unwell', ['auto http 404', 'sse unavailable 503'], undefined, 1],
  ['where it wants a sign-in', ['auto http 405', 'sse unauthorized 401'], undefined, 1],
  ['where it wants a sign-in, whatever is configured', ['auto http 405', 'sse unauthorized 401'], 'http', 1],
  ['a refusal of the credentials', ['auto credentials 401'], 'sse', 0],
  ['that of the configured HTTP+SSE', ['auto http 405', 'sse http 404'], 'sse', 1],
  ['one in which the server answered, whatever is configured', ['auto protocol 400 received', 'sse notMcp'], 'sse', 0],
  ['that of the configured HTTP', ['auto http 405', 'sse unavailable 503'], 'http', 0],
  [
    'the furthest over the configured HTTP',
    ['legacy serverError 200 received', 'auto http 400', 'sse http 403'],
    'http',
    0,
  ],
  ['the furthest where the configured HTTP+SSE was not tried', ['auto timeout', 'legacy http 500'], 'sse', 1],
])('of several attempts is reported %s', (_, texts, type, expected) => {
  const attempts = texts.map(attempt);
  expect(bestFailure(attempts, type).message).toBe(attempts[expected]?.error.message);
});
