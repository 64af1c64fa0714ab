// Rules of automatic inclusion that come with a workspace: they apply once the user has allowed them.
import * as l10n from '@vscode/l10n';
import { commands, workspace } from 'vscode';
import type { Clock } from '../../core/base/clock';
import { ago, formatCount, joined } from '../../core/base/format';
import { legible } from '../../core/base/legible';
import { cut } from '../../core/base/values';
import type { Connections } from '../../core/connection/connections';
import { hasRules } from '../../core/context/automatic';
import type { RuleConsent, WorkspaceRules } from '../../core/context/ruleConsent';
import { settings } from '../base/ids';
import type { HostLogger } from '../base/log';
import {
  automaticSetting,
  rulesOf,
  userAutomaticSetting,
  workspaceRules,
  writeAutomaticSetting,
  type AutomaticSetting,
} from '../base/settings';
import { offer, showInformation } from '../base/tell';
import type { PermissionKind } from '../servers/managePermissions';
import { describeReason } from './describeReason';

/**
 * Maximum length of rules in a notification, in characters, so that nothing of them is cut.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/common/notifications.ts (MAX_MESSAGE_LENGTH)
 */
const maxShown = 600;

/** The rules that may be applied: those of the workspace only once the user has allowed them. */
export function allowedSetting(consent: Pick<RuleConsent, 'state'>): AutomaticSetting {
  return areAllowed(consent) ? automaticSetting() : userAutomaticSetting();
}

/** True where the workspace has no rules of its own, or the user has allowed them. */
function areAllowed(consent: Pick<RuleConsent, 'state'>): boolean {
  const rules = rulesToAllow();
  return !rules || consent.state(rules) === 'allowed';
}

/** Saves rules that the user has just chosen, all of them: they need no question. */
export async function writeChosen(setting: AutomaticSetting, consent: Pick<RuleConsent, 'allow'>): Promise<void> {
  await consent.allow(rulesOf(setting));
  await writeAutomaticSetting(setting);
}

/** The rules of the workspace, where they make a difference. Nothing is asked about settings that switch all rules off. */
function rulesToAllow(): WorkspaceRules | undefined {
  const setting = automaticSetting();
  const isSame = JSON.stringify(rulesOf(setting)) === JSON.stringify(rulesOf(userAutomaticSetting()));
  return isSame || !hasRules(setting) ? undefined : workspaceRules();
}

/** `priority 1, db://sales/**, mentioned in AGENTS.md, up to 10,000 tokens` */
function describeRules({ priority, globs, searches, mentions, budget }: WorkspaceRules): string {
  const reasons = [
    ...(priority === true ? [describeReason({ kind: 'priority' })] : []),
    ...(globs ?? []).map((glob) => describeReason({ kind: 'glob', glob })),
    ...(searches ?? []).map((name) => describeReason({ kind: 'search', name })),
    ...(mentions ?? []).map((file) => describeReason({ kind: 'mention', file })),
  ];
  const limit = budget === undefined ? [] : [l10n.t('up to {0} tokens', formatCount(budget))];
  return legible(joined([...reasons, ...limit]));
}

/** The answers about rules of this workspace, to show and take back. */
export function rulePermissions(consent: RuleConsent, clock: Pick<Clock, 'now'>): PermissionKind {
  return {
    title: () => l10n.t('Automatic inclusion in this workspace'),
    onDidChange: consent.onDidChange,
    list: () =>
      consent.all().map(({ key, rules, isAllowed, at }) => ({
        label: describeRules(rules),
        description: [isAllowed ? l10n.t('allowed') : l10n.t('not allowed'), ago(at, clock.now())].join(' · '),
        takeBack: () => consent.forget(key),
      })),
  };
}

/**
 * Asks whether the rules of the workspace may be applied, once in a window for what they say. It waits for a server that is ready: before
 * that, there is nothing to include, and whether servers may start is the question to answer first.
 */
export class RuleQuestion {
  readonly #asked = new Set<string>();

  constructor(
    private readonly parts: {
      readonly consent: Pick<RuleConsent, 'state' | 'allow' | 'decline'>;
      readonly connections: Pick<Connections, 'all'>;
      readonly log: HostLogger;
    },
  ) {}

  async ask(): Promise<void> {
    const { consent, connections } = this.parts;
    const isReady = connections.all.some(({ state }) => state.kind === 'ready');
    const rules = workspace.isTrusted && isReady ? rulesToAllow() : undefined;
    const key = JSON.stringify(rules);
    if (!rules || this.#asked.has(key) || consent.state(rules) !== 'unknown') return;
    this.#asked.add(key);
    const text = describeRules(rulesOf(automaticSetting()));
    if (text.length <= maxShown) await this.#offer(rules, text, true);
    else await this.#offer(rules, `${cut(text, maxShown)}…`, false);
  }

  /** @param isSeen true where the user has seen all of the rules */
  async #offer(rules: WorkspaceRules, text: string, isSeen: boolean): Promise<void> {
    const { consent, log } = this.parts;
    const message = l10n.t(
      'Allow this workspace’s rules to add resources to the context automatically? Rules: {0}. Models still need your permission to read the resources.',
      text,
    );
    const allow = { title: l10n.t('Allow'), run: () => consent.allow(rules) };
    const show = { title: l10n.t('Show Rules'), run: () => this.#show(rules, text) };
    const decline = { title: l10n.t('Don’t Allow'), run: () => consent.decline(rules) };
    await offer(showInformation, message, [isSeen ? allow : show, decline], log);
  }

  /** Opens the settings, and asks again. Rules that changed meanwhile have a question of their own. */
  async #show(rules: WorkspaceRules, text: string): Promise<void> {
    const revealSetting = { key: settings.automatic, edit: false };
    await commands.executeCommand('workbench.action.openWorkspaceSettingsFile', { revealSetting });
    if (JSON.stringify(rulesToAllow()) === JSON.stringify(rules)) void this.#offer(rules, text, true);
  }
}
