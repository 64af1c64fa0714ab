import type { ConnectionState } from './connection';

/**
 * What brings back a server that is not connected: its start, a sign-in, the person's `review` of what it would run, their `trust` in the
 * workspace; where nothing is known to help, a look into the `log`.
 */
export type Remedy = 'start' | 'signIn' | 'review' | 'trust' | 'log';

/** `undefined` of a server that is connected or about to be. */
export function remedyOf(state: ConnectionState): Remedy | undefined {
  switch (state.kind) {
    case 'ready':
    case 'connecting':
      return undefined;
    case 'stopped':
    case 'failed':
      return 'start';
    case 'signInNeeded':
      return 'signIn';
    case 'blocked': {
      const { reason } = state.error;
      // Nothing starts before the person has seen what it would run.
      if (reason === 'notAgreed' || reason === 'declined') return 'review';
      return reason === 'untrusted' ? 'trust' : 'log';
    }
  }
}
