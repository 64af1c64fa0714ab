import type { HostRequests } from '../../src/shared/protocol';

/** Asks the host; see {@link HostRequests} for the methods. */
export type Ask = <Method extends keyof HostRequests>(
  method: Method,
  params: HostRequests[Method]['params'],
  signal?: AbortSignal,
) => Promise<HostRequests[Method]['answer']>;

/** Runs `action` once after `ms` milliseconds; the answer prevents it. */
export type After = (ms: number, action: () => void) => () => void;
