import { expect, it, onTestFinished, vi } from 'vitest';
import { activate } from '../../../../src/extension';
import { newExtensionContext } from '../../../support/vscode/extensionContext';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { newFolder } from '../../../support/newFolder';

it.each([
  ['in a watch build, when their scripts or styles were written', '1', ['webview.js', 'webview-style.css']],
  ['in no other build', undefined, []],
])('pages reload %s', async (_name, flag, reloadedBy) => {
  vi.stubEnv('IS_WATCH_BUILD', flag);
  onTestFinished(() => void vi.unstubAllEnvs());
  const context = newExtensionContext(await newFolder());
  onTestFinished(() => context.subscriptions.forEach((one) => void one.dispose()));
  await activate(context);
  const names = ['webview.js', 'webview-style.css', 'host.js', 'webview.js.map'];
  const reloads = (): number =>
    fakeVscode.commands.executed.filter(([id]) => id === 'workbench.action.webview.reloadWebviewAction').length;
  const reloading = names.filter((name) => {
    const before = reloads();
    fakeVscode.files.changed(`${context.extensionUri.path}/dist/${name}`);
    return reloads() > before;
  });
  expect(reloading).toEqual(reloadedBy);
});
