import * as l10n from '@vscode/l10n';
import { commands } from 'vscode';
import type { Clock } from '../../core/base/clock';
import { causes } from '../../core/base/errors';
import type { Logger } from '../../core/base/ports';
import { stoppedSentence, type Connection } from '../../core/connection/connection';
import { remedyOf, type Remedy } from '../../core/connection/remedy';
import { formatCount } from '../../core/base/format';
import { commands as ids, manageTrust } from '../base/ids';
import { showWarning } from '../base/tell';

type Server = Pick<Connection, 'definition' | 'state' | 'isAsleep'>;

interface Button {
  readonly title: string;
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** What is the matter with servers whose resources cannot be read now, and what a person can do about it. */
export interface Away {
  readonly message: string;
  readonly buttons: readonly Button[];
}

/** Milliseconds in which a person is told once about a server: editors ask for a file as soon as the pointer is over its mention. */
const tellAgainAfter = 10_000;

/** `undefined` where they can be read, or soon can: a read starts what is asleep, and waits for what is being connected. */
export function awayOf({ definition, state, isAsleep }: Server): Away | undefined {
  const remedy = remedyOf(state);
  if (!remedy || isAsleep || ('retryAt' in state && state.retryAt !== undefined)) return undefined;
  const buttons = [buttonOf(remedy, definition.id)];
  switch (state.kind) {
    case 'stopped':
      return { message: stoppedSentence(definition), buttons };
    case 'failed': {
      const message = l10n.t('“{0}” failed: {1}', definition.name, state.error.message);
      return { message, buttons: [...buttons, buttonOf('log', definition.id)] };
    }
    case 'signInNeeded':
    case 'blocked':
      return { message: state.error.message, buttons };
    case 'ready':
    case 'connecting':
      return undefined;
  }
}

/** Of several servers first what they have in common: that they wait for an agreement. */
export function awayOfAll(servers: readonly Server[]): Away | undefined {
  const waiting = servers.filter(waitsForAgreement);
  if (waiting.length > 1) {
    const message = l10n.t('{0} servers wait for your agreement to start them.', formatCount(waiting.length));
    return { message, buttons: [buttonOf('review')] };
  }
  return [...waiting, ...servers].map(awayOf).find((away) => away !== undefined);
}

/** Resolves with true once what the person chose was done. */
export async function tellAway({ message, buttons }: Away): Promise<boolean> {
  const choice = await showWarning(message, ...buttons.map(({ title }) => title));
  const button = buttons.find(({ title }) => title === choice);
  if (button) await commands.executeCommand(button.command, ...button.arguments);
  return button !== undefined;
}

/** Tells why a resource does not open. */
export class AwayServers {
  readonly #told = new Map<string, number>();

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly log: Logger,
  ) {}

  /** False where the server can be read. */
  tell(server: Server): boolean {
    const away = awayOf(server);
    if (!away) return false;
    const { id } = server.definition;
    const now = this.clock.now();
    if (now - (this.#told.get(id) ?? -Infinity) < tellAgainAfter) return true;
    this.#told.set(id, now);
    tellAway(away).catch((error: unknown) => this.log.error(causes(error)));
    return true;
  }
}

function waitsForAgreement({ state }: Server): boolean {
  return state.kind === 'blocked' && state.error.reason === 'notAgreed';
}

function buttonOf(remedy: Remedy, serverId?: string): Button {
  switch (remedy) {
    case 'start':
      return { title: l10n.t('Start Server'), command: ids.startServer, arguments: [{ serverId }] };
    case 'signIn':
      return { title: l10n.t('Sign In…'), command: ids.signIn, arguments: [{ serverId }] };
    case 'review':
      return { title: l10n.t('Review and Start…'), command: ids.reviewServers, arguments: [] };
    case 'trust':
      return { title: l10n.t('Manage Trust'), command: manageTrust, arguments: [] };
    case 'log':
      return { title: l10n.t('Show Log'), command: ids.showLog, arguments: [] };
  }
}
