// What is “In Every Message”, as VS Code's own chat sends it. `npm run chat-table` has more rows.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CopilotChat } from '../../support/copilot/copilotChat.js';
import { everyMessageRows, everyMessageTexts, runEveryMessageRow } from '../../support/copilot/everyMessageRows.js';

const rows = everyMessageRows.filter(({ isTest }) => isTest);

let chat: CopilotChat;
beforeAll(async () => {
  chat = await CopilotChat.start(everyMessageTexts(rows));
});
afterAll(() => chat.dispose());

it.each(rows)('$name', async (row) => {
  expect(await runEveryMessageRow(chat, row)).toEqual(row.outcome);
});
