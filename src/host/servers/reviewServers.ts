import * as l10n from '@vscode/l10n';
import { window, type QuickPickItem } from 'vscode';
import type { HumanError } from '../../core/base/errors';
import type { Logger } from '../../core/base/ports';
import { showable } from '../../core/base/showable';
import type { Consent } from '../../core/servers/consent';
import { describeForConsent } from '../../core/servers/describeLaunch';
import type { ServerDefinition } from '../../core/servers/serverDefinition';
import { showError, showInformation } from '../base/tell';
import { plainText } from '../base/plainText';

/** The one question for all servers that nobody has agreed to yet. */
export class ServerReview {
  /** Servers that the person was told about in this window: the same ones are not announced again. */
  readonly #announced = new Set<string>();
  #isAwake = false;

  constructor(
    private readonly parts: {
      readonly consent: Consent;
      readonly definitions: () => readonly ServerDefinition[];
      /** Why a server may not start. */
      readonly refusal: (definition: ServerDefinition) => HumanError | undefined;
      readonly log: Logger;
    },
  ) {}

  /** The servers that wait for nothing but an answer. One that a policy forbids, or an untrusted workspace, would not start with it either. */
  get waiting(): readonly ServerDefinition[] {
    return this.parts.definitions().filter((definition) => this.parts.refusal(definition)?.reason === 'notAgreed');
  }

  /** The user looks at the product for the first time: from now on they are told of servers to review. */
  wake(): void {
    this.#isAwake = true;
    this.definitionsChanged();
  }

  /** Other servers are configured, or may start. */
  definitionsChanged(): void {
    if (this.#isAwake) this.#announce().catch((error: unknown) => showError(error, this.parts.log));
  }

  /** Says quietly that there are servers to review, once for each. */
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

  /** Shows what each server would run and takes the person's choice. What is left out is not asked for again. */
  async review(): Promise<void> {
    const all = this.parts.definitions();
    if (all.length === 0) {
      void showInformation(l10n.t('No MCP server is configured. Add one to mcp.json.'));
      return;
    }
    const items = all.map((definition): QuickPickItem & { definition: ServerDefinition } => ({
      label: plainText(showable(definition.name, ' ')),
      description: plainText(definition.source.label),
      // Nothing in it may make a person read another command than the one that runs.
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
