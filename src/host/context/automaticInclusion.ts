import * as l10n from '@vscode/l10n';
import { commands, window, workspace, type QuickPickItem } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { Emitter, type Event } from '../../core/base/event';
import {
  AutomaticInclusion,
  type AutomaticPorts,
  type AutomaticRules,
  type Inclusion,
} from '../../core/context/automatic';
import type { InclusionReason } from '../../core/context/contextSet';
import type { RuleConsent } from '../../core/context/ruleConsent';
import type { ContextWeights } from '../../core/context/contextWeights';
import { isSentAsText } from '../../core/mentions/text/sentAsText';
import { describeResources, formatCount, joined } from '../../core/base/format';
import { describeReason } from './describeReason';
import { commands as ids, manageTrust, settings, views } from '../base/ids';
import { plainText } from '../base/plainText';
import { registerGuarded } from '../base/registerGuarded';
import type { SavedSearches } from '../panel/savedSearches';
import { uriOfWorkspacePath, workspacePath } from '../base/workspacePath';
import { automaticSetting, onDidChangeSetting, type AutomaticSetting } from '../base/settings';
import type { HostLogger } from '../base/log';
import { offer, showInformation, showWarning } from '../base/tell';
import { allowedSetting, RuleQuestion, writeChosen } from './workspaceRules';

export interface AutomaticParts extends Omit<AutomaticPorts, 'rules' | 'onDidChangeRules' | 'tokensOf'> {
  readonly log: HostLogger;
  readonly weights: ContextWeights;
  readonly savedSearches: Pick<SavedSearches, 'all' | 'onDidChange'>;
  readonly ruleConsent: RuleConsent;
  readonly onDidChangeVisibility: Event<void>;
  /** Attaches what is checked in the context. */
  readonly attachContext: () => Promise<void>;
}

const namedAtOnce = 3;

/** Includes resources in the context by the user's rules and those of the workspace that they allowed, and says what it added and why. */
export function registerAutomaticInclusion(parts: AutomaticParts): Disposable {
  const store = new DisposableStore();
  const { savedSearches, weights, ruleConsent, connections, log } = parts;
  const changed = store.add(new Emitter<void>());
  store.add(onDidChangeSetting(settings.automatic, () => changed.fire()));
  store.add(ruleConsent.onDidChange(() => changed.fire()));
  store.add(savedSearches.onDidChange(() => changed.fire()));
  store.add(parts.onDidChangeVisibility(() => changed.fire()));
  store.add(workspace.onDidGrantWorkspaceTrust(() => changed.fire()));
  const watcher = store.add(workspace.createFileSystemWatcher('**/*.md'));
  for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
    store.add(
      event((uri) => {
        const isRule = (path: string): boolean => uriOfWorkspacePath(path)?.toString() === uri.toString();
        if (automaticSetting().files.some(isRule)) changed.fire();
      }),
    );
  const rules = (): AutomaticRules | undefined => (workspace.isTrusted ? currentRules(parts) : undefined);
  const ports = { ...parts, rules, onDidChangeRules: changed.event, tokensOf: tokensBy(weights) };
  const inclusion = store.add(new AutomaticInclusion(ports));
  store.add(inclusion.onDidInclude((one) => void tellIncluded(one, parts)));
  store.add(registerGuarded(ids.chooseAutomatic, () => choose(parts), log));
  const question = new RuleQuestion({ consent: ruleConsent, connections, log });
  const ask = (): void => void question.ask();
  store.add(onDidChangeSetting(settings.automatic, ask));
  store.add(workspace.onDidGrantWorkspaceTrust(ask));
  store.add(connections.onDidChange(ask));
  ask();
  return store;
}

function tokensBy(weights: ContextWeights): AutomaticPorts['tokensOf'] {
  return (resource) => weights.weigh(resource).tokens || undefined;
}

function currentRules({ savedSearches: { all }, ruleConsent }: AutomaticParts): AutomaticRules {
  const setting = allowedSetting(ruleConsent);
  return { ...setting, searches: all.filter(({ name }) => setting.searches.includes(name)) };
}

async function tellIncluded({ added, leftOut }: Inclusion, parts: AutomaticParts): Promise<void> {
  const { picked, ruleConsent, attachContext, log } = parts;
  const why = describeReasons(added.map(({ reason }) => reason));
  const what = l10n.t('{0} added to Context ({1}). Attach them to send them.', describeResources(added.length), why);
  const { budget } = allowedSetting(ruleConsent);
  const rest = l10n.t('{0} more didn’t fit: the limit is {1} tokens.', formatCount(leftOut), formatCount(budget));
  const buttons = [
    { title: l10n.t('Attach to Chat'), run: attachContext },
    { title: l10n.t('Show'), run: () => commands.executeCommand(`${views.context}.focus`) },
    { title: l10n.t('Undo'), run: () => picked.remove(added.filter((item) => picked.get(item)?.reason)) },
    { title: l10n.t('Change…'), run: () => choose(parts) },
  ];
  await offer(showInformation, leftOut > 0 ? `${what} ${rest}` : what, buttons, log);
}

/** `priority 1 (2), db://sales/** (1)` */
function describeReasons(reasons: readonly InclusionReason[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(describeReason(reason), (counts.get(describeReason(reason)) ?? 0) + 1);
  const texts = [...counts].map(([text, count]) => `${text} (${formatCount(count)})`);
  return joined(texts.slice(0, namedAtOnce)) + (texts.length > namedAtOnce ? '…' : '');
}

/**
 * Asks for the rules, step by step, and keeps them for the workspace. It begins with those that apply, so that rules which the user has not
 * allowed are not chosen by leaving a box as it is.
 */
async function choose({ savedSearches, ruleConsent }: AutomaticParts): Promise<void> {
  if (!workspace.isTrusted) return void tellUntrusted();
  if ((workspace.workspaceFolders ?? []).length === 0) {
    void showInformation(l10n.t('Automatic inclusion is set up per folder. Open a folder and try again.'));
    return;
  }
  const before = allowedSetting(ruleConsent);
  const rules = await askRules(before, savedSearches);
  const globs = rules?.hasGlobs ? await askGlobs(before.globs) : [];
  if (!rules || !globs) return;
  const { isPriority, searches, files } = rules;
  const isOn = isPriority || globs.length + searches.length + files.length > 0;
  const budget = isOn ? await askBudget(before.budget) : before.budget;
  if (budget === undefined) return;
  await writeChosen({ isPriority, globs, searches, files, budget }, ruleConsent);
  if (!isOn) window.setStatusBarMessage(l10n.t('Automatic inclusion is off'), 5_000);
}

/** Explains that nothing is included in an untrusted workspace. */
export async function tellUntrusted(): Promise<void> {
  const manage = l10n.t('Manage Trust');
  const message = l10n.t('Automatic inclusion isn’t available in Restricted Mode. To use it, trust this workspace.');
  if ((await showWarning(message, manage)) === manage) await commands.executeCommand(manageTrust);
}

async function askRules(
  before: AutomaticSetting,
  savedSearches: Pick<SavedSearches, 'all'>,
): Promise<(Pick<AutomaticSetting, 'isPriority' | 'searches' | 'files'> & { readonly hasGlobs: boolean }) | undefined> {
  const isPriority: QuickPickItem = {
    label: l10n.t('Resources with priority 1'),
    description: l10n.t('except resources meant only for the user'),
    picked: before.isPriority,
  };
  const hasGlobs: QuickPickItem = {
    label: l10n.t('Resources that match a glob'),
    description:
      before.globs.length > 0 ? plainText(before.globs.join(' ')) : l10n.t('enter the globs in the next step'),
    picked: before.globs.length > 0,
  };
  const searches = savedSearches.all.map(({ name }) => ({
    name,
    label: plainText(l10n.t('Results of the search “{0}”', name)),
    picked: before.searches.includes(name),
  }));
  const files = [...new Set([...before.files, ...shownInstructions()])].map((file) => ({
    file,
    label: plainText(l10n.t('Resources mentioned in {0}', file)),
    picked: before.files.includes(file),
  }));
  const options = { canPickMany: true, title: l10n.t('Include Resources Automatically') } as const;
  const placeholder = l10n.t('Select what to add automatically to the context of this workspace');
  const chosen = await window.showQuickPick<QuickPickItem>([isPriority, hasGlobs, ...searches, ...files], {
    ...options,
    placeHolder: placeholder,
  });
  if (!chosen) return undefined;
  return {
    isPriority: chosen.includes(isPriority),
    hasGlobs: chosen.includes(hasGlobs),
    searches: searches.filter((one) => chosen.includes(one)).map(({ name }) => name),
    files: files.filter((one) => chosen.includes(one)).map(({ file }) => file),
  };
}

/** The instruction or prompt file in the active editor, as rules name it. */
function shownInstructions(): readonly string[] {
  const { uri } = window.activeTextEditor?.document ?? {};
  return uri && isSentAsText(uri.toString()) ? [workspacePath(uri) ?? []].flat() : [];
}

async function askGlobs(before: readonly string[]): Promise<readonly string[] | undefined> {
  const text = await window.showInputBox({
    title: l10n.t('Include Resources Automatically'),
    prompt: l10n.t('URI globs separated by spaces, such as db://sales/** or *.md'),
    value: before.join(' '),
    validateInput: (value) => (value.trim() === '' ? l10n.t('Enter a glob, such as db://sales/**.') : undefined),
  });
  return text?.trim().split(/\s+/u);
}

async function askBudget(before: number): Promise<number | undefined> {
  const text = await window.showInputBox({
    title: l10n.t('Include Resources Automatically'),
    prompt: l10n.t('Maximum number of tokens for all included resources'),
    value: String(before),
    validateInput: (value) => (/^\s*[1-9]\d{0,6}\s*$/u.test(value) ? undefined : l10n.t('Enter a whole number.')),
  });
  return text === undefined ? undefined : Number(text);
}
