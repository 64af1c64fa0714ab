import type { Clock } from '../../base/clock';
import type { HttpLaunch } from '../../configuration/launch/http';
import type { StdioLaunch } from '../../configuration/launch/stdio';
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

/** A transport with its host, process, push stream and session, as far as it has them. */
export interface Line {
  readonly transport: Transport;
  /** Host and port of a server that is reached by the network. */
  readonly host?: string;
  readonly process?: ServerProcess;
  readonly push?: PushStream;
  /** Tells the server that the session is over. */
  readonly endSession?: () => Promise<void>;
  /** True if the server has a session that it may forget. */
  readonly hasSession?: () => boolean;
}

interface Entry<L> {
  readonly kind: SessionInfo['transport'];
  open(launch: L, ports: TransportPorts): Line;
}

const stdio: Entry<StdioLaunch> = {
  kind: 'stdio',
  open: (launch, { effects, clock, onStderr }) => {
    const process = effects.createProcess(launch, clock, onStderr);
    return { transport: process, process };
  },
};

const streamableHttp: Entry<HttpLaunch> = {
  kind: 'HTTP',
  open: (launch, { effects, ...ports }) => {
    const transport = new StreamableHttp(launch, { ...ports, fetch: effects.fetch }, effects.yieldThread);
    return {
      transport,
      host: hostOf(launch),
      push: transport.push,
      endSession: () => transport.endSession(),
      hasSession: () => transport.hasSession,
    };
  },
};

const httpWithSse: Entry<HttpLaunch> = {
  kind: 'HTTP+SSE',
  open: (launch, { effects, ...ports }) => ({
    transport: new HttpWithSse(launch, { ...ports, fetch: effects.fetch }, effects.yieldThread),
    host: hostOf(launch),
  }),
};

/** All transports, by the kind of launch that they are for, the newest first. */
const transports: Readonly<Record<Launch['kind'], readonly Entry<Launch>[]>> = {
  stdio: [stdio],
  http: [streamableHttp, httpWithSse],
};

/** The transports for a launch, the newest first; there is at least one. */
export function transportsFor({ kind }: Launch): readonly Entry<Launch>[] {
  return transports[kind];
}
