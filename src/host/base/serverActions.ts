import * as l10n from '@vscode/l10n';
import { commands, type Command } from 'vscode';
import type { ConfiguredServer } from '../../core/connection/connectionState';
import { statusOf, type Remedy } from '../../core/connection/serverStatus';
import { commandFor, type ConfigurationTarget } from './commandMap';
import { commands as ids, manageTrust } from './ids';
import type { HostLogger } from './log';
import { showErrorsOf, type Button } from './tell';

/** Something that a row, a message or the search panel offers about servers. */
export type ServerAction =
  | { readonly kind: 'start' | 'signIn' | 'restart'; readonly serverId: string }
  /** With a server, of that one, which starts once it is allowed; otherwise of all. */
  | { readonly kind: 'review'; readonly serverId?: string }
  | { readonly kind: 'log' | 'refresh' | 'showHidden' }
  | { readonly kind: 'trust' }
  | { readonly kind: 'configuration'; readonly file: string | undefined; readonly line: number | undefined }
  /** Any other command. */
  | { readonly kind: 'builtIn'; readonly command: string; readonly argument?: unknown };

/** Operations on servers. */
export interface ServerOperations {
  readonly start: (serverId: string) => Promise<void>;
  readonly restart: (serverId: string) => Promise<void>;
  readonly signIn: (serverId: string) => Promise<void>;
  readonly review: () => Promise<void>;
  /** Starts every server that may start, and lists the resources of all again. */
  readonly refreshAll: () => void;
  /** Shows the resources that are hidden. */
  readonly showHidden: () => Promise<void>;
  /** Without a target, asks for the server. */
  readonly openConfiguration: (target: ConfigurationTarget | undefined) => Promise<void>;
}

/** @param serverId the server that it applies to; trust and the log apply to all */
export function remedyAction(remedy: Remedy, serverId: string): ServerAction {
  return remedy === 'trust' || remedy === 'log' ? { kind: remedy } : { kind: remedy, serverId };
}

/** The action that brings a server back; `undefined` for one that is connected, or about to be by itself. */
export function remedyFor(server: ConfiguredServer): ServerAction | undefined {
  const { remedy, recovers } = statusOf(server);
  return remedy && !recovers ? remedyAction(remedy, server.definition.id) : undefined;
}

/** Actions for a server that couldn't be read: the one that fixes it, and the log after an error. Empty if the server works. */
export function remediesFor(server: ConfiguredServer): readonly ServerAction[] {
  const remedy = remedyFor(server);
  if (!remedy) return [];
  return statusOf(server).severity === 'error' ? [remedy, { kind: 'log' }] : [remedy];
}

/** The action's command, for a row or a button that VS Code runs itself. */
export function actionCommand(action: ServerAction): Command {
  switch (action.kind) {
    case 'start':
      return commandFor(ids.startServer, l10n.t('Start Server'), { serverId: action.serverId });
    case 'signIn':
      return commandFor(ids.signIn, l10n.t('Sign In…'), { serverId: action.serverId });
    case 'restart':
      return commandFor(ids.restartServer, l10n.t('Restart'), { serverId: action.serverId });
    case 'review': {
      const title = l10n.t('Review and Start…');
      const { serverId } = action;
      // A server that waits for a review is reviewed when it is started.
      return serverId === undefined
        ? commandFor(ids.reviewServers, title)
        : commandFor(ids.startServer, title, { serverId });
    }
    case 'log':
      return commandFor(ids.showLog, l10n.t('Show Log'));
    case 'refresh':
      return commandFor(ids.refresh, l10n.t('Try Again'));
    case 'showHidden':
      return commandFor(ids.showHidden, l10n.t('Show'));
    case 'configuration': {
      const { file, line } = action;
      return commandFor(ids.openConfiguration, l10n.t('Open Server Configuration'), { file, line });
    }
    case 'trust':
      return { title: l10n.t('Manage Trust'), command: manageTrust };
    case 'builtIn':
      return {
        title: '',
        command: action.command,
        ...(action.argument !== undefined && { arguments: [action.argument] }),
      };
  }
}

/** Carries out actions that are chosen in messages and in the search panel. */
export class ServerActions {
  constructor(
    private readonly loadServers: () => Promise<ServerOperations>,
    private readonly log: HostLogger,
  ) {}

  /** Shows what fails, as a command of ours does. */
  async run(action: ServerAction): Promise<void> {
    if (action.kind === 'trust') await commands.executeCommand(manageTrust);
    else if (action.kind === 'builtIn')
      await commands.executeCommand(action.command, ...(action.argument === undefined ? [] : [action.argument]));
    else await showErrorsOf(() => this.#run(action), this.log);
  }

  /** The action as a button of a message. */
  button(action: ServerAction): Button {
    return { title: actionCommand(action).title, run: () => this.run(action) };
  }

  async #run(action: Exclude<ServerAction, { kind: 'builtIn' | 'trust' }>): Promise<void> {
    if (action.kind === 'log') {
      this.log.show();
      return;
    }
    const servers = await this.loadServers();
    switch (action.kind) {
      case 'start':
      case 'restart':
      case 'signIn':
        await servers[action.kind](action.serverId);
        return;
      case 'review':
        await (action.serverId === undefined ? servers.review() : servers.start(action.serverId));
        return;
      case 'refresh':
        servers.refreshAll();
        return;
      case 'showHidden':
        await servers.showHidden();
        return;
      case 'configuration': {
        const { file, line = 0 } = action;
        await servers.openConfiguration(file === undefined ? undefined : { kind: 'file', file, line });
      }
    }
  }
}
