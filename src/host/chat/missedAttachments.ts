import * as l10n from '@vscode/l10n';
import type { Uri } from 'vscode';
import { Pace } from '../../core/base/pace';
import { causes, HumanError, isCancelled } from '../../core/base/errors';
import { Emitter } from '../../core/base/event';
import { Owner } from '../../core/base/owner';
import { schemeOf } from '../../core/base/uriText';
import { displayName } from '../../core/resource/displayName';
import { roundOf } from '../../core/content/virtualPath';
import type { ConfiguredServer } from '../../core/connection/connectionState';
import { keyOf, type ResourceAddress } from '../../core/resource/address';
import type { PickedResource } from '../../core/context/contextSet';
import type { ChatNeeds } from './open';
import { namesOf } from './names';
import { remedyFor, type ServerActions } from '../base/serverActions';
import { offer, showWarning, type Button } from '../base/tell';

interface Needs {
  readonly base: Pick<ChatNeeds['base'], 'clock' | 'log'>;
  readonly core: { readonly connections: { get(serverId: string): ConfiguredServer | undefined } };
  readonly context: Pick<ChatNeeds['context'], 'describe'> & {
    readonly seen: Pick<ChatNeeds['context']['seen'], 'markMissed'>;
  };
  readonly serverActions: Pick<ServerActions, 'button'>;
}

interface Missed {
  readonly file: string;
  readonly at: number;
  readonly resource: PickedResource;
  /** `undefined` if the resource exists without this file. */
  readonly error: unknown;
}

/** Time within which the failures of one message arrive, in ms. */
const burst = 1_500;
/** Number of files given to the chat to remember. */
const maxFiles = 500;

/**
 * Reports when a message was sent without an attachment: the chat silently omits a file that it cannot read. It requests a file when that
 * is attached, and again when it sends. So if a file made for the chat existed, was not read yet and is gone now, a message is sent without
 * it, unless an editor requested it, which shows the failure itself.
 * https://github.com/microsoft/vscode/blob/1.139.1/extensions/copilot/src/extension/prompts/node/panel/fileVariable.tsx (omitReferences)
 */
export class MissedAttachments extends Owner {
  readonly #files = new Map<string, 'attached' | 'read'>();
  readonly #missed: Missed[] = [];
  readonly #tell: Pace;
  readonly #didAskAgain = this.owned.add(new Emitter<readonly PickedResource[]>());

  /** The user wants resources attached again that a message went without. */
  readonly onDidAskAgain = this.#didAskAgain.event;

  constructor(
    private readonly needs: Needs,
    /** See {@link ShownFiles.until}. */
    private readonly shownUntil: (file: string) => number,
  ) {
    super();
    this.#tell = this.owned.add(new Pace(needs.base.clock, burst, () => this.#tellAll(), { gathersFirst: true }));
  }

  /** Notes that a file was available. */
  wasAvailable(uri: Uri, use: 'stat' | 'read'): void {
    if (roundOf(uri) === 0) return;
    const file = uri.toString();
    const isRead = use === 'read' || this.#files.get(file) === 'read';
    this.#files.delete(file);
    this.#files.set(file, isRead ? 'read' : 'attached');
    const [oldest] = this.#files.keys();
    if (this.#files.size > maxFiles && oldest !== undefined) this.#files.delete(oldest);
  }

  /**
   * Notes that a file was missing, or could not be read.
   *
   * @param error `undefined` if the resource exists without this file
   */
  failed(uri: Uri, address: ResourceAddress, error: unknown): void {
    const file = uri.toString();
    // Reported once: the chat tries several times.
    if (isCancelled(error) || this.#files.get(file) !== 'attached') return;
    this.#files.delete(file);
    const { base, context } = this.needs;
    this.#missed.push({ file, at: base.clock.now(), resource: context.describe(address), error });
    this.#tell.trigger();
  }

  #tellAll(): void {
    const missed = this.#missed.splice(0).filter(({ file, at }) => this.shownUntil(file) < at);
    for (const { resource, error } of missed)
      this.needs.base.log.warn(
        `A message went without a resource (${schemeOf(resource.uri)}:…): ${error === undefined ? 'no such file of it' : causes(error)}`,
      );
    for (const { resource } of missed) this.needs.context.seen.markMissed(resource);
    const [first] = missed;
    if (first)
      void this.#offer(first, [...new Map(missed.map((item) => [keyOf(item.resource), item.resource])).values()]);
  }

  async #offer({ error }: Missed, resources: readonly PickedResource[]): Promise<void> {
    const names = namesOf(resources.map((resource) => ({ name: displayName(resource) })));
    const reason = reasonOf(error);
    const message = l10n.t('Not sent with the message: {0}. {1}', names, reason);
    const attachAgain: Button = { title: l10n.t('Attach Again'), run: () => this.#didAskAgain.fire(resources) };
    const [button = attachAgain] = resources.flatMap(({ serverId }) => this.#remedyFor(serverId) ?? []);
    await offer(showWarning, message, [button], this.needs.base.log);
  }

  #remedyFor(serverId: string): Button | undefined {
    const { core, serverActions } = this.needs;
    const server = core.connections.get(serverId);
    const action = server && remedyFor(server);
    return action && serverActions.button(action);
  }
}

function reasonOf(error: unknown): string {
  if (error === undefined)
    return l10n.t('The resource no longer has this file. Open the resource to see its current files.');
  if (error instanceof HumanError) return error.message;
  return l10n.t('An unexpected error occurred. See the log for details.');
}
