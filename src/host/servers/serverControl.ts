import { commands, Position, Range, Uri, window, workspace } from 'vscode';
import type { Connection } from '../../core/connection/connection';
import { lineOfServer } from '../../core/configuration/configurationText';
import { hasAuthorization } from '../../core/configuration/hasAuthorization';
import type { ServerDefinition } from '../../core/configuration/serverDefinition';
import type { ConfigurationTarget } from '../base/commandMap';
import type { ServerOperations } from '../base/serverActions';
import type { ServersNeeds } from './openControl';
import { pickServer } from './pickServer';
import type { ServerReview } from '../permission/reviewServers';
import type { SignIns } from './signIn';

/**
 * Actions of users on servers, for commands, buttons and rows. Only a server that is allowed starts at a click; any other is reviewed first.
 * A server that is no longer configured is left alone.
 */
export class ServerControl implements ServerOperations {
  constructor(
    private readonly needs: {
      readonly permission: Pick<ServersNeeds['permission'], 'refusal'>;
      readonly core: Pick<ServersNeeds['core'], 'connections'>;
      readonly search: Pick<ServersNeeds['search'], 'visibility'>;
    },
    private readonly signIns: Pick<SignIns, 'signIn'>,
    private readonly questions: Pick<ServerReview, 'review'>,
  ) {}

  async start(...serverIds: readonly string[]): Promise<void> {
    await this.#withAllowed(serverIds, (connection) => connection.start());
  }

  async restart(...serverIds: readonly string[]): Promise<void> {
    // One that was blocked until it was allowed starts by itself.
    await this.#withAllowed(serverIds, (connection, wasBlocked) =>
      wasBlocked ? connection.start() : connection.restart(),
    );
  }

  /** Leaves servers alone that cannot be signed in to. */
  async signIn(...serverIds: readonly string[]): Promise<void> {
    const { connections } = this.needs.core;
    const eligible = serverIds.filter((id) => {
      const connection = connections.get(id);
      return connection && mayNeedSignIn(connection.definition);
    });
    await this.#withAllowed(eligible, (connection) => this.signIns.signIn(connection));
  }

  async review(): Promise<void> {
    await this.questions.review();
  }

  refreshAll(): void {
    const { connections } = this.needs.core;
    connections.startAll();
    for (const connection of connections.all) connection.refreshList();
  }

  async showHidden(): Promise<void> {
    await this.needs.search.visibility.showAll();
  }

  /** Opens a configuration at its line. Without a target, asks for the server. */
  async openConfiguration(target: ConfigurationTarget | undefined): Promise<void> {
    const { connections } = this.needs.core;
    if (target?.kind === 'file') return openFile(target.file, target.line);
    const { name, source } =
      connections.get(target?.serverId ?? (await pickServer(connections)) ?? '')?.definition ?? {};
    if (name === undefined) return;
    // The user's own file, on another computer than this.
    if (source?.isElsewhere) await commands.executeCommand('workbench.mcp.openUserMcpJson');
    if (source?.file === undefined) return;
    const text = await workspace.openTextDocument(Uri.file(source.file));
    await openFile(source.file, lineOfServer(text.getText(), name) ?? 0);
  }

  /** Runs an action for each server, those that wait for the user's permission once they have it. */
  async #withAllowed(
    serverIds: readonly string[],
    run: (connection: Connection, wasBlocked: boolean) => Promise<void>,
  ): Promise<void> {
    const { connections } = this.needs.core;
    const waiting = serverIds.filter((id) => this.#isWaiting(connections.get(id)));
    // One that runs as it was allowed before goes on meanwhile.
    const blocked = waiting.filter((id) => connections.get(id)?.state.kind === 'blocked');
    if (waiting.length > 0) await this.questions.review(waiting);
    // Looked up again: the configuration may have changed during the review.
    const allowed = serverIds
      .flatMap((id) => connections.get(id) ?? [])
      .filter((connection) => !this.#isWaiting(connection));
    await Promise.all(allowed.map((connection) => run(connection, blocked.includes(connection.definition.id))));
  }

  #isWaiting(connection: Connection | undefined): boolean {
    const reason = connection && this.needs.permission.refusal(connection.definition)?.reason;
    return reason === 'notAllowed' || reason === 'declined';
  }
}

/** An HTTP server without an authorization header in mcp.json. */
export function mayNeedSignIn({ launch }: ServerDefinition): boolean {
  return 'url' in launch && !hasAuthorization(launch);
}

async function openFile(file: string, line: number): Promise<void> {
  const start = new Position(line, 0);
  await window.showTextDocument(Uri.file(file), { selection: new Range(start, start) });
}
