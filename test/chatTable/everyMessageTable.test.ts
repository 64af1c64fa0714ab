// npm run chat-table: what is “In Every Message”, as VS Code's own chat sends it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CopilotChat } from '../support/copilot/copilotChat.js';
import { everyMessageRows, everyMessageTexts, runEveryMessageRow } from '../support/copilot/everyMessageRows.js';

const table: string[] = [];
let chat: CopilotChat;
beforeAll(async () => {
  chat = await CopilotChat.start(everyMessageTexts(everyMessageRows));
});
afterAll(async () => {
  console.log(table.join('\n'));
  await chat.dispose();
});

it.each(everyMessageRows)('$name', async (row) => {
  const outcome = await runEveryMessageRow(chat, row);
  table.push(`in every message | ${row.mode ?? 'agent'} | ${row.name} | ${JSON.stringify(outcome)}`);
  expect(outcome).toEqual(row.outcome);
});
