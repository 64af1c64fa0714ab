import { describe, expect, it } from 'vitest';
import type { Reason } from '../../../src/core/base/errors';
import { RestartPolicy } from '../../../src/core/connection/restartPolicy';

describe('after a failure', () => {
  it('waits 1, 2 and 4 seconds, and gives up at the fourth', () => {
    const policy = new RestartPolicy();
    expect([0, 1_500, 4_000, 9_000, 10_000].map((now) => policy.next('exited', now))).toEqual([
      { kind: 'retry', after: 1_000 },
      { kind: 'retry', after: 2_000 },
      { kind: 'retry', after: 4_000 },
      { kind: 'giveUp', crashes: 4 },
      { kind: 'giveUp', crashes: 5 },
    ]);
  });

  it.each(['exited', 'disconnected', 'refused', 'network', 'timeout', 'hostNotFound'] satisfies Reason[])(
    'tries again what can pass: %s',
    (reason) => {
      expect(new RestartPolicy().next(reason, 0)).toEqual({ kind: 'retry', after: 1_000 });
    },
  );

  it.each([
    'configuration',
    'input',
    'commandNotFound',
    'http',
    'unauthorized',
    'notMcp',
    'protocol',
  ] satisfies Reason[])('leaves to a person what cannot: %s', (reason) => {
    expect(new RestartPolicy().next(reason, 0)).toEqual({ kind: 'giveUp', crashes: 1 });
  });

  it('starts to count anew after a minute of service', () => {
    const policy = new RestartPolicy();
    const next = (readyAt: number, failedAt: number): unknown => {
      policy.started(readyAt);
      return policy.next('exited', failedAt);
    };
    expect([next(0, 10), next(1_010, 1_020), next(3_020, 63_021), next(64_021, 124_021)]).toEqual([
      { kind: 'retry', after: 1_000 },
      { kind: 'retry', after: 2_000 },
      { kind: 'retry', after: 1_000 },
      { kind: 'retry', after: 2_000 },
    ]);
  });

  it('does not take the time that connecting took for service', () => {
    const policy = new RestartPolicy();
    expect([0, 61_000, 123_000, 187_000].map((now) => policy.next('timeout', now))).toEqual([
      { kind: 'retry', after: 1_000 },
      { kind: 'retry', after: 2_000 },
      { kind: 'retry', after: 4_000 },
      { kind: 'giveUp', crashes: 4 },
    ]);
  });

  it('starts to count anew when a person starts the server', () => {
    const policy = new RestartPolicy();
    for (const now of [0, 1, 2, 3]) policy.next('exited', now);
    policy.reset();
    expect(policy.next('exited', 4)).toEqual({ kind: 'retry', after: 1_000 });
  });
});
