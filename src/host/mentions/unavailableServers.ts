import { commands } from 'vscode';
import type { Clock } from '../../core/base/clock';
import { causes } from '../../core/base/errors';
import type { Logger } from '../../core/base/ports';
import type { ConfiguredServer } from '../../core/connection/connectionState';
import { needPermission, statusOf } from '../../core/connection/serverStatus';
import { remedyButton, type CommandButton } from '../base/remedyButton';
import { showWarning } from '../base/tell';

interface Server extends ConfiguredServer {
  readonly isAsleep: boolean;
}

/** Explains why servers cannot be read now, with buttons for what the user can do about it. */
export interface Unavailability {
  readonly message: string;
  readonly buttons: readonly CommandButton[];
}

/**
 * Interval in ms in which the user is told at most once about a server: editors request a file as soon as the pointer is over its mention.
 */
const tellAgainAfter = 10_000;

/** `undefined` where the server can be read now or soon: a read starts a sleeping one, and waits for one that is connecting. */
export function whyUnavailable(server: Server): Unavailability | undefined {
  const { severity, full, remedy, recovers } = statusOf(server);
  if (!remedy || recovers || server.isAsleep) return undefined;
  const { id } = server.definition;
  const button = remedyButton(remedy, id);
  return { message: full, buttons: severity === 'error' ? [button, remedyButton('log')] : [button] };
}

/** For several servers that wait for the user's permission, says that; otherwise describes the first. */
export function whyUnavailableAll(servers: readonly Server[]): Unavailability | undefined {
  const waiting = servers.filter(needsPermission);
  if (waiting.length > 1) return { message: needPermission(waiting.length), buttons: [remedyButton('review')] };
  return [...waiting, ...servers].map(whyUnavailable).find((reason) => reason !== undefined);
}

/** Resolves with true once the chosen action was carried out. */
export async function showUnavailable({ message, buttons }: Unavailability): Promise<boolean> {
  const choice = await showWarning(message, ...buttons.map(({ title }) => title));
  const button = buttons.find(({ title }) => title === choice);
  if (button) await commands.executeCommand(button.command, ...button.arguments);
  return button !== undefined;
}

/** Explains why a resource cannot be opened. */
export class UnavailableServers {
  readonly #told = new Map<string, number>();

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly log: Logger,
  ) {}

  /** Returns false where the server can be read. */
  tell(server: Server): boolean {
    const reason = whyUnavailable(server);
    if (!reason) return false;
    const { id } = server.definition;
    const now = this.clock.now();
    if (now - (this.#told.get(id) ?? -Infinity) < tellAgainAfter) return true;
    this.#told.set(id, now);
    showUnavailable(reason).catch((error: unknown) => this.log.error(causes(error)));
    return true;
  }
}

function needsPermission(server: Server): boolean {
  const { remedy, needsUser } = statusOf(server);
  return remedy === 'review' && needsUser;
}
