import { beforeEach, describe, expect, it } from 'vitest';
import { commands } from 'vscode';
import { registerCommands } from '../../../../src/host/commands/registerCommands';
import { roomCommands } from '../../../../src/host/base/manifest/commandIds';
import { welcomeCommands } from '../../../../src/host/welcome/welcomeCommands';
import { own } from '../../../support/own';
import { settle } from '../../../support/fakeClock';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const { settings, messages, shownTexts } = fakeVscode;
const id = 'mcp-resource-picker.mcp-resource-picker';
const setting = 'extensions.supportAgentsWindow';

beforeEach(() =>
  own(registerCommands(roomCommands.welcome, () => Promise.resolve(welcomeCommands(id, silent)), silent)),
);

/** Runs the command and presses this button. Returns what stands in the user's settings then. */
async function run(button?: string): Promise<unknown> {
  fakeVscode.press(button);
  await commands.executeCommand('mcpResources.useInAgentsWindow');
  await settle();
  return settings.ofUser(setting);
}

describe('the command for the Agents window', () => {
  it('writes nothing where VS Code has no such setting, and says so', async () => {
    expect(await run('Allow')).toBeUndefined();
    expect(shownTexts).toEqual(['This version of VS Code doesn’t support extensions in the Agents window.']);
  });

  describe('where VS Code has the setting', () => {
    beforeEach(() => settings.register(setting, {}));

    it('asks, and writes nothing without a yes', async () => {
      expect(await run()).toBeUndefined();
      expect(messages.asked).toEqual([
        {
          severity: 'information',
          text: 'Allow MCP Resource Picker to run in the Agents window?',
          detail:
            'The extension will be added to the setting “extensions.supportAgentsWindow”. The Agents window doesn’t show views from extensions, so use commands there.',
          isModal: true,
          buttons: ['Allow'],
        },
      ]);
    });

    it('adds itself to what the user has, and says when it counts', async () => {
      settings.set(setting, { 'other.one': true, 'other.two': false });
      expect(await run('Allow')).toEqual({ 'other.one': true, 'other.two': false, [id]: true });
      expect(shownTexts[1]).toBe('Open or reload the Agents window to use MCP Resource Picker there.');
    });

    it('is done where it is allowed already, in any case of letters', async () => {
      const value = { [id.toUpperCase()]: true };
      settings.set(setting, value);
      expect(await run('Allow')).toEqual(value);
      expect(shownTexts).toEqual(['MCP Resource Picker is already allowed to run in the Agents window.']);
    });

    it.each([
      ['a no', { [id.toUpperCase()]: false, 'other.one': true }],
      ['something else than yes or no', { [id]: 'maybe' }],
      ['a value of another type', ['all']],
    ])('leaves %s of the user as it is, and opens the settings', async (_, value) => {
      settings.set(setting, value);
      expect(await run('Open Settings')).toEqual(value);
      expect(shownTexts).toEqual([
        'MCP Resource Picker is turned off for the Agents window. To turn it on, change the setting “extensions.supportAgentsWindow”.',
      ]);
      expect(fakeVscode.commands.executed).toContainEqual(['workbench.action.openSettings', setting]);
    });
  });
});
