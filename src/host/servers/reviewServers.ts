import * as l10n from '@vscode/l10n';
import { window, type QuickPickItem } from 'vscode';
import type { HumanError } from '../../core/base/errors';
import { showable } from '../../core/base/showable';
import type { Consent } from '../../core/servers/consent';
import { describeForConsent } from '../../core/servers/describeLaunch';
import type { ServerDefinition } from '../../core/servers/serverDefinition';
import type { HostLogger } from '../base/log';
import { showError, showInformation } from '../base/tell';
import { plainText } from '../base/plainText';

/** One question for all servers that the user has not allowed or declined yet. */
export class ServerReview {
  /** Servers announced in this window, so that none is announced twice. */
  readonly #announced = new Set<string>();
  #isAwake = false;

  constructor(
    private readonly parts: {
      readonly consent: Consent;
      readonly definitions: () => readonly ServerDefinition[];
      /** Returns why a server may not start. */
      readonly refusal: (definition: ServerDefinition) => HumanError | undefined;
      readonly log: HostLogger;
    },
  ) {}

  /**
   * The servers that only need the user's permission. A server that a policy or an untrusted workspace blocks would not start with it
   * either.
   */
  get waiting(): readonly ServerDefinition[] {
    return this.parts.definitions().filter((definition) => this.parts.refusal(definition)?.reason === 'notAgreed');
  }

  /** Called when the user looks at the product for the first time: servers to review are announced from now on. */
  wake(): void {
    this.#isAwake = true;
    this.definitionsChanged();
  }

  /** Called when other servers are configured, or may start. */
  definitionsChanged(): void {
    if (this.#isAwake) this.#announce().catch((error: unknown) => showError(error, this.parts.log));
  }

  /** Shows a notification of servers to review, once for each. */
  async #announce(): Promise<void> {
    const fresh = this.waiting.filter(({ hash }) => !this.#announced.has(hash));
    if (fresh.length === 0) return;
    for (const { hash } of fresh) this.#announced.add(hash);
    const names = fresh.map(({ name }) => `“${showable(name, ' ')}”`).join(', ');
    const question =
      fresh.length === 1
        ? l10n.t('The MCP server {0} is configured. Start it to see its resources?', names)
        : l10n.t('{0} MCP servers are configured: {1}. Start them to see their resources?', fresh.length, names);
    const review = l10n.t('Review and Start…');
    if ((await showInformation(question, review, l10n.t('Not Now'))) === review) await this.review();
  }

  /** Shows the command or address of each server and saves the user's choice. Servers left out are not asked about again. */
  async review(): Promise<void> {
    const all = this.parts.definitions();
    if (all.length === 0) {
      void showInformation(l10n.t('No MCP server is configured. Add one to mcp.json.'));
      return;
    }
    const items = all.map((definition): QuickPickItem & { definition: ServerDefinition } => ({
      label: plainText(showable(definition.name, ' ')),
      description: plainText(definition.source.label),
      // No character in it may disguise the command that runs.
      detail: plainText(showable(describeForConsent(definition), ' ')),
      picked: this.parts.consent.state(definition) !== 'declined',
      definition,
    }));
    const picked = await window.showQuickPick(items, {
      canPickMany: true,
      ignoreFocusOut: true,
      matchOnDescription: true,
      matchOnDetail: true,
      title: l10n.t('Which MCP servers may this extension start?'),
      placeHolder: l10n.t('Each runs the command, or connects to the address, shown below it'),
    });
    if (!picked) return;
    const agreed = new Set(picked.map(({ definition }) => definition));
    await this.parts.consent.decline(all.filter((definition) => !agreed.has(definition)));
    await this.parts.consent.agree([...agreed]);
  }
}
