import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendMessage, waitForChips } from '../../support/workbench/chat.js';
import { runCommand, setSectionExpanded } from '../../support/workbench/commands.js';
import {
  acceptQuickInput,
  readQuickInput,
  removePermissions,
  typeIntoQuickInput,
} from '../../support/workbench/prompts.js';
import { visibleRows } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { openAndAgree, openResources, Panel, rawServer, startWithServers } from '../base/product.js';

const secret = 'correct horse battery';
let workbench: Workbench;

async function waitForTokenQuestion(): Promise<void> {
  const { page } = workbench;
  await waitFor('the question', async () => (await readQuickInput(page)).message.includes('The token of the shop'));
}

async function giveToken(): Promise<void> {
  await waitForTokenQuestion();
  await typeIntoQuickInput(workbench.page, secret);
  await acceptQuickInput(workbench.page);
}

async function lastText(): Promise<string> {
  return (await workbench.chatRequests()).at(-1)?.references[0]?.text ?? '';
}

beforeAll(async () => {
  workbench = await startWithServers(
    {},
    {
      files: {
        '.vscode/mcp.json': {
          servers: {
            launch: {
              ...rawServer('echoLaunch'),
              env: { TOKEN: '${input:token}', HOME_OF: '${userHome}', GONE: null },
              envFile: '${workspaceFolder}/server.env',
            },
            other: rawServer('noSubscribe'),
          },
          inputs: [{ id: 'token', type: 'promptString', description: 'The token of the shop', password: true }],
        },
        'server.env': 'FROM_FILE="a value"\n',
      },
    },
  );
});

afterAll(async () => {
  await workbench.dispose();
});

it('values of a configuration are asked for, reach the server, are kept and in no log, and are asked for again', async () => {
  const { page } = workbench;
  await openAndAgree(page);

  // Starting the server asks for the values, and its process gets them together with those of the environment file.
  await giveToken();
  const panel = await Panel.open(page);
  await panel.search('uri:launch:**');
  await panel.row('info').click();
  await page.keyboard.press('Enter');
  await waitForChips(page, ['info.json']);
  await sendMessage(page, 'how were you started?');
  const { env, cwd } = JSON.parse(await lastText()) as { env: Record<string, string>; cwd: string };
  expect({ token: env['TOKEN'], file: env['FROM_FILE'], home: env['HOME_OF'], cwd }).toEqual({
    token: secret,
    file: 'a value',
    home: workbench.home,
    cwd: workbench.workspaceFolder,
  });

  // The values are saved for the next window, and appear in no log.
  await workbench.reload();
  await openResources(page);
  await waitFor('the server', async () => /\[launch\] Ready(.|\n)*\[launch\] Ready/.test(await workbench.logs()));
  expect(await workbench.logs()).not.toContain(secret);

  // Once the values are forgotten, the next start asks for them again.
  await removePermissions(page, 'token');
  await runCommand(page, 'MCP Resources: Restart Server');
  await waitFor('the servers', async () => (await readQuickInput(page)).items.length === 2);
  await typeIntoQuickInput(page, 'launch');
  await acceptQuickInput(page);
  await waitForTokenQuestion();
  await page.keyboard.press('Escape');
  await setSectionExpanded(page, 'Servers', true);
  await waitFor('the reason', async () =>
    (await visibleRows(page, 'Servers')).some(({ description }) =>
      description.includes('needs a value for “token”. Start the server again'),
    ),
  );
});
