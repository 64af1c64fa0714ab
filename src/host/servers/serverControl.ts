import { Position, Range, Uri, window, workspace } from 'vscode';
import type { Connection } from '../../core/connection/connection';
import type { Connections } from '../../core/connection/connections';
import { lineOfServer } from '../../core/servers/configurationText';
import type { Consent } from '../../core/servers/consent';
import { hasAuthorization } from '../../core/servers/hasAuthorization';
import type { ServerDefinition } from '../../core/servers/serverDefinition';
import type { ConfigurationTarget } from '../base/commandMap';
import type { ServerOperations } from '../base/serverActions';
import { isAny, pickServer } from './pickServer';
import type { ServerReview } from './reviewServers';
import type { SignIns } from './signIn';

/** What users do about servers, for commands, buttons and rows. A server that is no longer configured is left alone. */
export class ServerControl implements ServerOperations {
  constructor(
    private readonly parts: {
      readonly connections: Connections;
      readonly consent: Pick<Consent, 'agree'>;
      readonly signIns: Pick<SignIns, 'signIn'>;
      readonly review: Pick<ServerReview, 'review'>;
    },
  ) {}

  /** Starting a server by name allows it. */
  async start(serverId: string): Promise<void> {
    await (await this.#allow(serverId))?.start();
  }

  /** Allows the server, too. */
  async restart(serverId: string): Promise<void> {
    await (await this.#allow(serverId))?.restart();
  }

  /** Allows the server, too. One that cannot be signed in to is left alone. */
  async signIn(serverId: string): Promise<void> {
    const connection = await this.#allow(serverId, mayNeedSignIn);
    if (connection) await this.parts.signIns.signIn(connection);
  }

  async review(): Promise<void> {
    await this.parts.review.review();
  }

  refreshAll(): void {
    const { connections } = this.parts;
    connections.startAll();
    for (const connection of connections.all) connection.refreshList();
  }

  /** Opens a configuration at its line. Without a target, asks for the server. */
  async openConfiguration(target: ConfigurationTarget | undefined): Promise<void> {
    const { connections } = this.parts;
    if (target?.kind === 'file') return openFile(target.file, target.line);
    const { name, source } =
      connections.get(target?.serverId ?? (await pickServer(connections)) ?? '')?.definition ?? {};
    if (name === undefined || source?.file === undefined) return;
    const text = await workspace.openTextDocument(Uri.file(source.file));
    await openFile(source.file, lineOfServer(text.getText(), name) ?? 0);
  }

  async #allow(serverId: string, isEligible = isAny): Promise<Connection | undefined> {
    const connection = this.parts.connections.get(serverId);
    if (!connection || !isEligible(connection.definition)) return undefined;
    await this.parts.consent.agree([connection.definition]);
    return connection;
  }
}

/** An HTTP server without an authorization header in mcp.json. */
export function mayNeedSignIn({ launch }: ServerDefinition): boolean {
  return launch.kind === 'http' && !hasAuthorization(launch.headers);
}

async function openFile(file: string, line: number): Promise<void> {
  const start = new Position(line, 0);
  await window.showTextDocument(Uri.file(file), { selection: new Range(start, start) });
}
