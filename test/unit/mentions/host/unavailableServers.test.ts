import { describe, expect, it } from 'vitest';
import { HumanError, type Reason } from '../../../../src/core/base/errors';
import { actionCommand } from '../../../../src/host/base/serverActions';
import { UnavailableServers, whyUnavailable } from '../../../../src/host/mentions/unavailableServers';
import { FakeClock, settle } from '../../../support/fakeClock';
import { newServerActions } from '../../../support/newServerActions';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

type Server = Parameters<typeof whyUnavailable>[0];

const server = (state: object, isAsleep = false, name = 'shop'): Server =>
  ({ definition: { id: `user//${name}`, name }, state, isAsleep }) as unknown as Server;
const withError = (kind: string, reason: Reason, fields = {}): Server =>
  server({ kind, error: new HumanError(reason, `${reason}.`), ...fields });

describe('a server', () => {
  it('is there while it runs, begins to, is asleep, or is tried again by itself', () => {
    const those = [
      server({ kind: 'ready' }),
      server({ kind: 'connecting' }),
      server({ kind: 'stopped' }, true),
      withError('failed', 'exited', { retryAt: 1 }),
    ];
    expect(those.map(whyUnavailable)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('that is not is told with what mends it', () => {
    const those = [
      server({ kind: 'stopped' }),
      withError('blocked', 'notAllowed'),
      withError('blocked', 'declined'),
      withError('blocked', 'untrusted'),
      withError('blocked', 'policy'),
      withError('signInNeeded', 'unauthorized'),
      withError('failed', 'crashLoop'),
    ];
    const texts = those.map((one) => {
      const problem = whyUnavailable(one);
      return [problem?.message, ...(problem?.actions ?? []).map((action) => actionCommand(action).title)];
    });
    expect(texts).toEqual([
      ['The server “shop” is stopped. Start it to read its resources.', 'Start Server'],
      ['shop: notAllowed.', 'Review and Start…'],
      ['shop: declined.', 'Review and Start…'],
      ['shop: untrusted.', 'Manage Trust'],
      ['shop: policy.', 'Show Log'],
      ['shop: unauthorized.', 'Sign In…'],
      ['shop: crashLoop.', 'Start Server', 'Show Log'],
    ]);
  });

  it('is spoken of once within ten seconds, and its button does what it says', async () => {
    const done: unknown[][] = [];
    fakeVscode.messages.answerAll(({ buttons }) => buttons[0]);
    const clock = new FakeClock();
    const unavailable = new UnavailableServers({ base: { clock, log: silent }, serverActions: newServerActions(done) });
    const stopped = server({ kind: 'stopped' });
    const answers = [
      unavailable.tell(stopped),
      unavailable.tell(stopped),
      unavailable.tell(server({ kind: 'stopped' }, false, 'lib')),
    ];
    await clock.advance(10_000);
    answers.push(unavailable.tell(stopped), unavailable.tell(server({ kind: 'ready' })));
    await settle();
    expect(answers).toEqual([true, true, true, true, false]);
    expect(done).toEqual(['shop', 'lib', 'shop'].map((name) => ['start', `user//${name}`]));
  });
});
