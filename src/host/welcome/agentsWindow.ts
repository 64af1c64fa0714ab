import * as l10n from '@vscode/l10n';
import { commands, ConfigurationTarget, workspace } from 'vscode';
import { isFields } from '../../core/base/values';
import type { HostLogger } from '../base/log';
import { offer, showInformation } from '../base/tell';

/**
 * VS Code's setting with the extensions that run in its Agents window: by id, `false` for one that must not.
 * https://code.visualstudio.com/docs/agents/run/agents-window
 */
const setting = 'extensions.supportAgentsWindow';

/** Asks for the user's permission to run in the Agents window, and writes it to the user's settings. */
export async function useInAgentsWindow(extensionId: string, log: HostLogger): Promise<void> {
  const { defaultValue, globalValue = {} } = workspace.getConfiguration().inspect<unknown>(setting) ?? {};
  // Every setting that VS Code registers has a default.
  if (defaultValue === undefined) {
    void showInformation(l10n.t('This version of VS Code doesn’t support extensions in the Agents window.'));
    return;
  }
  const entries = isFields(globalValue) ? globalValue : { [extensionId]: globalValue };
  const answer = answerFor(extensionId, entries);
  if (answer === true)
    void showInformation(l10n.t('MCP Resource Picker is already allowed to run in the Agents window.'));
  else if (answer !== undefined) void offerSettings(log);
  else if (await isAllowed()) await allow(extensionId, entries);
}

/** VS Code ignores the case of ids. */
function answerFor(extensionId: string, entries: Readonly<Record<string, unknown>>): unknown {
  const [, answer] = Object.entries(entries).find(([id]) => id.toLowerCase() === extensionId.toLowerCase()) ?? [];
  return answer;
}

/** Only the user changes what the user wrote. */
async function offerSettings(log: HostLogger): Promise<void> {
  const message = l10n.t(
    'MCP Resource Picker is turned off for the Agents window. To turn it on, change the setting “{0}”.',
    setting,
  );
  const run = () => commands.executeCommand('workbench.action.openSettings', setting);
  await offer(showInformation, message, [{ title: l10n.t('Open Settings'), run }], log);
}

async function isAllowed(): Promise<boolean> {
  const allowButton = l10n.t('Allow');
  const message = l10n.t('Allow MCP Resource Picker to run in the Agents window?');
  const detail = l10n.t(
    'The extension will be added to the setting “{0}”. The Agents window doesn’t show views from extensions, so use commands there.',
    setting,
  );
  return (await showInformation(message, { modal: true, detail }, allowButton)) === allowButton;
}

async function allow(extensionId: string, entries: Readonly<Record<string, unknown>>): Promise<void> {
  const value = { ...entries, [extensionId]: true };
  await workspace.getConfiguration().update(setting, value, ConfigurationTarget.Global);
  void showInformation(l10n.t('Open or reload the Agents window to use MCP Resource Picker there.'));
}
