import { expect, it } from 'vitest';
import { commands } from 'vscode';
import { actionCommand, remedyAction, type ServerAction } from '../../../../src/host/base/serverActions';
import { HumanError } from '../../../../src/core/base/errors';
import { newServerActions } from '../../../support/newServerActions';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const about = { serverId: 'shop' };

it.each<[ServerAction, command: unknown[], done: unknown[]]>([
  [{ kind: 'start', ...about }, ['mcpResources.startServer', about], ['start', 'shop']],
  [{ kind: 'signIn', ...about }, ['mcpResources.signIn', about], ['signIn', 'shop']],
  [{ kind: 'restart', ...about }, ['mcpResources.restartServer', about], ['restart', 'shop']],
  [{ kind: 'review' }, ['mcpResources.reviewServers'], ['review']],
  // A server that was not allowed is reviewed before it starts.
  [{ kind: 'review', ...about }, ['mcpResources.startServer', about], ['start', 'shop']],
  [{ kind: 'log' }, ['mcpResources.showLog'], ['showLog']],
  [{ kind: 'refresh' }, ['mcpResources.refresh'], ['refreshAll']],
  [
    { kind: 'configuration', file: '/a', line: 2 },
    ['mcpResources.openConfiguration', { file: '/a', line: 2 }],
    ['openConfiguration', { kind: 'file', file: '/a', line: 2 }],
  ],
  [
    { kind: 'configuration', file: undefined, line: undefined },
    ['mcpResources.openConfiguration', { file: undefined, line: undefined }],
    ['openConfiguration', undefined],
  ],
])('what $kind does is done by a row’s command, and by a button without one', async (action, command, done) => {
  const did: unknown[][] = [];
  const made = actionCommand(action);
  await newServerActions(did).button(action).run();
  expect([[made.command, ...((made.arguments ?? []) as unknown[])], did]).toEqual([command, [done]]);
  expect(fakeVscode.commands.executed).toEqual([]);
});

it('what VS Code can do is its own command in both', async () => {
  const actions: ServerAction[] = [{ kind: 'trust' }, { kind: 'builtIn', command: 'workbench.a', argument: 'b' }];
  for (const action of actions) {
    await newServerActions().run(action);
    const { command, arguments: args = [] } = actionCommand(action);
    await commands.executeCommand(command, ...(args as unknown[]));
  }
  const [trust, other] = [['workbench.trust.manage'], ['workbench.a', 'b']];
  expect(fakeVscode.commands.executed).toEqual([trust, trust, other, other]);
});

it('a remedy is about its server, or about all', () => {
  expect((['start', 'signIn', 'review', 'trust', 'log'] as const).map((one) => remedyAction(one, 'shop'))).toEqual([
    { kind: 'start', serverId: 'shop' },
    { kind: 'signIn', serverId: 'shop' },
    { kind: 'review', serverId: 'shop' },
    { kind: 'trust' },
    { kind: 'log' },
  ]);
});

it('what fails is told as by a command', async () => {
  const failing = newServerActions([], { start: () => Promise.reject(new HumanError('exited', 'It ended.')) });
  fakeVscode.messages.answer(undefined);
  await failing.run({ kind: 'start', serverId: 'shop' });
  expect(fakeVscode.messages.asked).toMatchObject([{ severity: 'error', text: 'It ended.', buttons: ['Show Log'] }]);
});
