// npm run chat-table: messages of many kinds in VS Code's own chat, what became of their attachments, and what was said of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CopilotChat } from '../support/copilot/copilotChat.js';
import { sendRow } from '../support/copilot/outcome.js';
import { sentWindows } from '../support/copilot/sentRows.js';

describe.each(sentWindows)('with $name', ({ name, models, rows }) => {
  const table: string[] = [];
  let chat: CopilotChat;
  beforeAll(async () => {
    chat = await CopilotChat.start({}, { models });
  });
  afterAll(async () => {
    console.log(table.join('\n'));
    await chat.dispose();
  });

  it.each(rows)('$mode mode: $name', async (row) => {
    const { outcome, said } = await sendRow(chat, row);
    table.push(`${name} | ${row.mode} | ${row.name} | ${outcome} | ${said.join('; ')}`);
    expect(outcome).toBe(row.outcome);
  });
});
