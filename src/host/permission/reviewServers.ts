import * as l10n from '@vscode/l10n';
import { joined, labelled } from '../../core/base/format';
import { Emitter } from '../../core/base/event';
import { showable } from '../../core/base/showable';
import type { Consent } from '../../core/permission/consent';
import { withCopies, type ServerDefinition } from '../../core/configuration/serverDefinition';
import type { HostLogger } from '../base/log';
import { showError, showInformation } from '../base/tell';
import { decideServer, noteOf, pickServersToStart, type ReviewedServer } from './reviewPicker';
import type { ReviewAnswer, ShownLaunches } from './shownLaunches';

/** One question for all servers that the user has not allowed or declined yet. */
export class ServerReview {
  /** Servers announced in this window, so that none is announced twice. */
  readonly #announced = new Set<string>();
  readonly #didEnd = new Emitter<void>();

  /** The user has answered, or left. */
  readonly onDidEnd = this.#didEnd.event;

  constructor(
    private readonly parts: {
      readonly consent: Consent;
      readonly definitions: () => readonly ServerDefinition[];
      /** The servers that only need the user's permission. */
      readonly waiting: () => readonly ServerDefinition[];
      /** True while a view says what waits: one question is enough. */
      readonly isShown: () => boolean;
      readonly launches: ShownLaunches;
      /** Called with a question: with a yes, a server starts. */
      readonly prepareStart: () => void;
      readonly log: HostLogger;
    },
  ) {}

  /** Announces servers to review. Called when one of our views is first shown, and when the configured servers or their permissions change. */
  announce(): void {
    this.#announce().catch((error: unknown) => showError(error, this.parts.log));
  }

  /** Shows a notification of servers to review, once for each, unless a view asks the same. */
  async #announce(): Promise<void> {
    const fresh = this.parts.waiting().filter(({ hash }) => !this.#announced.has(hash));
    if (fresh.length === 0) return;
    for (const { hash } of fresh) this.#announced.add(hash);
    if (this.parts.isShown()) return;
    const names = joined(fresh.map(({ name }) => `“${showable(name, ' ')}”`));
    const question =
      fresh.length === 1
        ? l10n.t('The MCP server {0} is configured. Start it to see its resources?', names)
        : l10n.t('{0} MCP servers are configured: {1}. Start them to see their resources?', fresh.length, names);
    const review = l10n.t('Review and Start…');
    if ((await showInformation(question, review, l10n.t('Not Now'))) === review)
      await this.review(fresh.map(({ id }) => id));
  }

  /**
   * Shows all that servers would start, and saves the user's answers. A server that is left unchecked stays unanswered, or is no longer
   * allowed if it was; only *Don't Allow* declines.
   * @param serverIds all servers without it
   */
  async review(serverIds?: readonly string[]): Promise<void> {
    const all = this.parts.definitions();
    if (all.length === 0) {
      void showInformation(l10n.t('No MCP servers are configured. Add one to mcp.json.'));
      return;
    }
    const definitions = serverIds ? all.filter(({ id }) => serverIds.includes(id)) : all;
    const [first] = definitions;
    if (!first) return;
    this.parts.prepareStart();
    try {
      if (serverIds && definitions.length === 1) await this.#decide(this.#reviewed(first));
      else await this.#reviewAll(definitions);
    } finally {
      this.parts.launches.hideSecrets();
      this.#didEnd.fire();
    }
  }

  async #reviewAll(definitions: readonly ServerDefinition[]): Promise<void> {
    const { consent, launches, log } = this.parts;
    const servers = (): readonly ReviewedServer[] => definitions.map((definition) => this.#reviewed(definition));
    const previousServers = servers();
    const decline = ({ definition }: ReviewedServer): Promise<void> => consent.decline([definition]);
    const picked = await pickServersToStart(servers, launches, decline, log);
    if (!picked) return;
    const kept = new Set(picked.map(({ definition }) => definition));
    const withdrawn = previousServers.filter(
      ({ definition, answer }) =>
        answer === 'agreed' && !kept.has(definition) && consent.state(definition) === 'agreed',
    );
    if (withdrawn.length > 0) await consent.forget(withdrawn.map(({ definition }) => definition));
    const wanted = picked.filter(({ answer }) => answer !== 'agreed');
    await this.#allow(wanted.filter((server) => this.#fitsRow(server)));
    for (const { definition } of wanted.filter((server) => !this.#fitsRow(server)))
      await this.#decide(this.#reviewed(definition));
  }

  /**
   * Shows one launch, in a document where it does not fit in a row or has changed, and saves the answer. It asks again where variables resolve
   * to something else by then: hidden values are shown as they are at that moment.
   */
  async #decide(server: ReviewedServer): Promise<void> {
    const { consent, launches } = this.parts;
    const { definition } = server;
    const answer = await (this.#fitsRow(server) ? decideServer(server, launches) : this.#askInDocument(server));
    if (answer === undefined) return;
    const now = this.#reviewed(definition);
    if (answer === 'allow' && JSON.stringify(now.resolved) !== JSON.stringify(server.resolved))
      return this.#decide(now);
    const saving = answer === 'allow' ? this.#allow([server]) : consent.decline([definition]);
    // Meanwhile: closing takes VS Code as long as starting a server.
    await Promise.all([saving, launches.close(definition)]);
  }

  async #askInDocument(server: ReviewedServer): Promise<ReviewAnswer | undefined> {
    const { launches } = this.parts;
    const { definition, answer } = server;
    const former = this.#changed(server);
    const note = former === undefined && answer !== 'declined' ? noteOf(server, launches) : undefined;
    return launches.ask(definition, former, note === undefined ? '' : `${labelled(l10n.t('Note'), note)}\n`);
  }

  /** Allows what was shown, even if the servers resolve to something else by now. */
  async #allow(servers: readonly ReviewedServer[]): Promise<void> {
    const seen = new Map(servers.flatMap(({ resolved }) => resolved));
    const definitions = servers.map(({ definition }) => definition);
    if (definitions.length > 0) await this.parts.consent.allow(definitions, seen);
  }

  #fitsRow(server: ReviewedServer): boolean {
    return this.#changed(server) === undefined && this.parts.launches.fitsLine(server.definition);
  }

  /** The text that was allowed, where the current one is another. */
  #changed({ definition, former }: ReviewedServer): string | undefined {
    return former === this.parts.launches.text(definition) ? undefined : former;
  }

  #reviewed(definition: ServerDefinition): ReviewedServer {
    const { consent } = this.parts;
    const answer = consent.state(definition);
    const former = answer === 'agreed' ? undefined : consent.lastAllowed(definition);
    const changes = consent.changes(definition);
    const resolved = withCopies([definition]).map((copy) => [copy.hash, consent.resolve(copy)] as const);
    return { definition, answer, former, changes, resolved };
  }
}
