import type { Clock } from '../../base/clock';
import type { Launch, SessionInfo } from '../../session/session';
import { hostOf } from '../auth/launchUrl';
import type { Effects, ServerProcess } from '../base/effects';
import type { Authorizer } from './httpRequests';
import { HttpWithSse } from './httpWithSse';
import type { PushStream } from './pushStream';
import { StreamableHttp } from './streamableHttp';
import type { Transport } from './transport';

export interface TransportPorts {
  readonly effects: Effects;
  readonly clock: Clock;
  readonly signIn: Authorizer | undefined;
  readonly onStderr: (line: string) => void;
}

/** A transport, and what it has besides messages. */
export interface Line {
  readonly transport: Transport;
  /** Host and port of a server that is reached by the network. */
  readonly host?: string;
  readonly process?: ServerProcess;
  readonly push?: PushStream;
  /** Tells the server that the session is over. */
  readonly endSession?: () => Promise<void>;
  /** True where the server has a session that it may forget. */
  readonly hasSession?: () => boolean;
}

type LaunchKind = Launch['kind'];
interface Entry<K extends LaunchKind> {
  readonly kind: SessionInfo['transport'];
  readonly of: K;
  readonly open: (launch: Extract<Launch, { kind: K }>, ports: TransportPorts) => Line;
}

const stdio: Entry<'stdio'> = {
  kind: 'stdio',
  of: 'stdio',
  open: (launch, { effects, clock, onStderr }) => {
    const process = effects.createProcess(launch, clock, onStderr);
    return { transport: process, process };
  },
};

const streamableHttp: Entry<'http'> = {
  kind: 'HTTP',
  of: 'http',
  open: (launch, { effects, ...ports }) => {
    const transport = new StreamableHttp(launch, { ...ports, fetch: effects.fetch }, effects.breathe);
    return {
      transport,
      host: hostOf(launch),
      push: transport.push,
      endSession: () => transport.endSession(),
      hasSession: () => transport.hasSession,
    };
  },
};

const httpWithSse: Entry<'http'> = {
  kind: 'HTTP+SSE',
  of: 'http',
  open: (launch, { effects, ...ports }) => ({
    transport: new HttpWithSse(launch, { ...ports, fetch: effects.fetch }, effects.breathe),
    host: hostOf(launch),
  }),
};

/** All transports; of those for one kind of launch, the newest comes first. */
const transports = [stdio, streamableHttp, httpWithSse] as readonly Entry<LaunchKind>[];

/** The transports for a launch, the newest first; there is at least one. */
export function transportsFor({ kind }: Launch): readonly Entry<LaunchKind>[] {
  return transports.filter(({ of }) => of === kind);
}
