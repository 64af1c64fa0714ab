import type { Clock } from '../../core/base/clock';
import type { ConfiguredServer } from '../../core/connection/connectionState';
import { needPermission, statusOf } from '../../core/connection/serverStatus';
import type { HostLogger } from '../base/log';
import { remediesFor, type ServerAction, type ServerActions } from '../base/serverActions';
import { offer, showWarning } from '../base/tell';

interface Server extends ConfiguredServer {
  readonly isAsleep: boolean;
}

/** Explains why servers cannot be read now, with what the user can do about it. */
export interface Unavailability {
  readonly message: string;
  readonly actions: readonly ServerAction[];
}

/**
 * Interval in ms in which the user is notified at most once about a server: editors request a file as soon as the pointer is over its mention.
 */
const tellAgainAfter = 10_000;

/** `undefined` if the server can be read now or soon: a read starts a sleeping one, and waits for one that is connecting. */
export function whyUnavailable(server: Server): Unavailability | undefined {
  const actions = remediesFor(server);
  return actions.length === 0 || server.isAsleep ? undefined : { message: statusOf(server).full, actions };
}

/** For several servers that wait for the user's permission, says that; otherwise describes the first. */
export function whyUnavailableAll(servers: readonly Server[]): Unavailability | undefined {
  const waiting = servers.filter(needsPermission);
  if (waiting.length > 1) return { message: needPermission(waiting.length), actions: [{ kind: 'review' }] };
  return [...waiting, ...servers].map(whyUnavailable).find((reason) => reason !== undefined);
}

/** Services needed to show a reason. */
export interface ReasonNeeds {
  readonly serverActions: Pick<ServerActions, 'button'>;
  readonly base: { readonly log: HostLogger };
}

/** Resolves with true once the chosen action was carried out. */
export function showUnavailable(
  { message, actions }: Unavailability,
  { serverActions, base }: ReasonNeeds,
): Promise<boolean> {
  const buttons = actions.map((action) => serverActions.button(action));
  return offer(showWarning, message, buttons, base.log);
}

/** Explains why a resource cannot be opened. */
export class UnavailableServers {
  readonly #lastShown = new Map<string, number>();

  constructor(private readonly needs: ReasonNeeds & { readonly base: { readonly clock: Pick<Clock, 'now'> } }) {}

  /** Returns false if the server can be read. */
  tell(server: Server): boolean {
    const reason = whyUnavailable(server);
    if (!reason) return false;
    const { id } = server.definition;
    const now = this.needs.base.clock.now();
    if (now - (this.#lastShown.get(id) ?? -Infinity) < tellAgainAfter) return true;
    this.#lastShown.set(id, now);
    void showUnavailable(reason, this.needs);
    return true;
  }
}

function needsPermission(server: Server): boolean {
  const { remedy, needsUser } = statusOf(server);
  return remedy === 'review' && needsUser;
}
