import * as l10n from '@vscode/l10n';
import { legible } from '../../core/base/legible';
import type { KeyValueStore } from '../../core/base/ports';
import { websiteNotAllowed } from '../../core/content/webFetch';
import type { ResourceAddress } from '../../core/resource/address';
import type { Asking } from '../../core/context/contentCache';
import { words } from '../../core/base/untrusted';
import type { Place } from '../../core/network/place';
import { showWarning } from '../base/tell';

const storeKey = 'web.origins';
/** Maximum length of an address that is shown, in characters. */
const maxUriLength = 300;

/** The web origins from which the user has allowed fetching resources, saved for the workspace. */
export class WebConsent {
  /** Pending questions by origin: requests for the same origin share one. */
  readonly #asked = new Map<string, Promise<boolean>>();
  /** Origins declined in the course of one action: it does not ask again for each of thirty resources. */
  readonly #declined = new WeakMap<Asking, Set<string>>();
  /** Origins in the user's network that they have allowed: for this window only, as a name may lead elsewhere the next time. */
  readonly #local = new Set<string>();

  constructor(
    private readonly store: KeyValueStore,
    private readonly nameOf: (serverId: string) => string,
  ) {}

  /**
   * Resolves when fetching from this origin is allowed; asks the user where `asking` says that it may. Otherwise rejects with
   * `websiteNotAllowed`.
   */
  async allow(origin: string, address: ResourceAddress, asking: Asking | undefined, place: Place): Promise<void> {
    if (place.kind === 'local' ? this.#local.has(origin) : this.#stored.includes(origin)) return;
    if (!asking || this.#declined.get(asking)?.has(origin) === true) throw websiteNotAllowed(origin);
    const answer =
      this.#asked.get(origin) ?? this.#ask(origin, address, place).finally(() => this.#asked.delete(origin));
    this.#asked.set(origin, answer);
    if (await answer) return;
    this.#declined.set(asking, new Set([...(this.#declined.get(asking) ?? []), origin]));
    throw websiteNotAllowed(origin);
  }

  async forget(origin: string): Promise<void> {
    this.#local.delete(origin);
    const otherOrigins = this.#stored.filter((stored) => stored !== origin);
    await this.store.set(storeKey, otherOrigins.length > 0 ? otherOrigins : undefined);
  }

  /** The web origins that are allowed. */
  get origins(): readonly string[] {
    return [...new Set([...this.#stored, ...this.#local])];
  }

  get #stored(): readonly string[] {
    return (this.store.get(storeKey) as readonly string[] | undefined) ?? [];
  }

  async #ask(origin: string, { serverId, uri }: ResourceAddress, place: Place): Promise<boolean> {
    const fetch = l10n.t('Fetch from {0}', origin);
    const message = l10n.t('Fetch this resource from {0}?', origin);
    const [server, shownUri] = [this.nameOf(serverId), words(legible(uri), maxUriLength) ?? ''];
    const detail =
      place.kind === 'local'
        ? l10n.t(
            'The MCP server “{0}” links to {1}. This website is on your network, at {2}. Continue only if you recognize the website. If you continue, the content is fetched without sending credentials, cookies or the headers configured for the server. You won’t be asked again about this website in this window.',
            server,
            shownUri,
            place.address,
          )
        : l10n.t(
            'The MCP server “{0}” links to {1}. If you continue, the content is fetched without sending credentials, cookies or the headers configured for the server. You won’t be asked again about this website in this workspace.',
            server,
            shownUri,
          );
    const note = l10n.t(
      'This website may be on your network. VS Code can’t check this, because it uses a proxy or can’t find the website’s address. Continue only if you recognize the website.',
    );
    const options = { modal: true, detail: place.kind === 'unknown' ? `${detail}\n\n${note}` : detail };
    if ((await showWarning(message, options, fetch)) !== fetch) return false;
    if (place.kind === 'local') this.#local.add(origin);
    else await this.store.set(storeKey, [...this.#stored, origin]);
    return true;
  }
}
