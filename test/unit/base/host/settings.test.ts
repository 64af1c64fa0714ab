import { expect, it } from 'vitest';
import { ConfigurationTarget } from 'vscode';
import { contextBudget, listLimits, maxima, maxReadBytes, pollInterval } from '../../../../src/host/base/settings';
import { settings } from '../../../../src/host/base/ids';
import { settingProperties } from '../../../support/vscode/commands';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

it('numbers of a workspace count up to what the settings allow', () => {
  for (const key of Object.keys(maxima) as (keyof typeof maxima)[])
    fakeVscode.settings.set(settings[key], 1e12, ConfigurationTarget.Workspace);
  expect([
    maxReadBytes(),
    listLimits().items,
    listLimits().connectTimeout,
    pollInterval.value(),
    contextBudget(),
  ]).toEqual([96_000_000, 1_000_000, 600_000, 86_400_000, 10_000_000]);
});

it('the manifest says the same', () => {
  const stated = Object.keys(maxima).map((key) => [
    key,
    settingProperties[settings[key as keyof typeof maxima]]?.['maximum'],
  ]);
  expect(Object.fromEntries(stated)).toEqual(maxima);
});
