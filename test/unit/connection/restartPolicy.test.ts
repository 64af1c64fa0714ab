import { describe, expect, it } from 'vitest';
import type { Reason } from '../../../src/core/base/errors';
import { RestartPolicy } from '../../../src/core/connection/restartPolicy';

const newPolicy = (random = 0.5): RestartPolicy => new RestartPolicy(() => random);

const retry = (delay: number) => ({ kind: 'retry', delay });
const giveUp = (crashes: number) => ({ kind: 'giveUp', crashes });

describe('after a failure', () => {
  it('waits 1, 2 and 4 seconds, and gives up at the fourth', () => {
    const policy = newPolicy();
    expect([0, 1_500, 4_000, 9_000, 10_000].map((now) => policy.next('exited', now))).toEqual([
      retry(1_000),
      retry(2_000),
      retry(4_000),
      giveUp(4),
      giveUp(5),
    ]);
  });

  it.each([
    ...(['exited', 'disconnected', 'refused', 'network', 'timeout', 'hostNotFound', 'unavailable'] satisfies Reason[]),
  ])('tries again what can pass: %s', (reason) => {
    expect(newPolicy().next(reason, 0)).toEqual(retry(1_000));
  });

  it.each([
    'configuration',
    'input',
    'commandNotFound',
    'certificate',
    'http',
    'unauthorized',
    'notMcp',
    'protocol',
  ] satisfies Reason[])('leaves to a user what cannot: %s', (reason) => {
    expect(newPolicy().next(reason, 0)).toEqual(giveUp(1));
  });

  it('starts to count again after a minute of service', () => {
    const policy = newPolicy();
    const next = (readyAt: number, failedAt: number): unknown => {
      policy.noteReady(readyAt);
      return policy.next('exited', failedAt);
    };
    expect([next(0, 10), next(1_010, 1_020), next(3_020, 63_020), next(64_020, 124_019)]).toEqual([
      retry(1_000),
      retry(2_000),
      retry(1_000),
      retry(2_000),
    ]);
  });

  it('does not take the time that connecting took for service', () => {
    const policy = newPolicy();
    expect([0, 61_000, 123_000, 187_000].map((now) => policy.next('network', now))).toEqual([
      retry(1_000),
      retry(2_000),
      retry(4_000),
      giveUp(4),
    ]);
  });

  it('tries a server that did not answer in time once more only', () => {
    const policy = newPolicy();
    expect([0, 61_000].map((now) => policy.next('timeout', now))).toEqual([retry(1_000), giveUp(2)]);
  });

  it('waits at least as long as the server asks, up to five minutes', () => {
    const policy = newPolicy();
    expect([30_000, 300_000, 300_001].map((wait) => policy.next('unavailable', 0, wait))).toEqual([
      retry(31_000),
      retry(302_000),
      giveUp(1),
    ]);
  });

  it('starts to count again when a user starts the server', () => {
    const policy = newPolicy();
    for (const now of [0, 1, 2, 3]) policy.next('exited', now);
    policy.reset();
    expect(policy.next('exited', 4)).toEqual(retry(1_000));
  });

  it('spreads its tries over half of the delay, so that not everybody comes back at once', () => {
    const waits = (random: number): unknown[] => {
      const policy = newPolicy(random);
      return [1, 2, 3].map((now) => policy.next('network', now));
    };
    expect([waits(0), waits(1)]).toEqual([[750, 1_500, 3_000].map(retry), [1_250, 2_500, 5_000].map(retry)]);
  });

  it('opens a lost session again at once, but not time and again', () => {
    const policy = newPolicy();
    const next = (readyAt: number, failedAt: number): unknown => {
      policy.noteReady(readyAt);
      return policy.next('disconnected', failedAt);
    };
    expect([next(0, 10), next(20, 30), next(2_030, 62_031), next(62_032, 62_033)]).toEqual([
      retry(0),
      retry(2_000),
      retry(0),
      retry(2_000),
    ]);
  });
});
