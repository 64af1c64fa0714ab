// What Context and mcpContext say of a message is what its model got, in VS Code's own chat. `npm run chat-table` has more messages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CopilotChat } from '../../support/copilot/copilotChat.js';
import { sendRow } from '../../support/copilot/outcome.js';
import { sentWindows } from '../../support/copilot/sentRows.js';

describe.each(sentWindows)('with $name', ({ models, rows }) => {
  let chat: CopilotChat;
  beforeAll(async () => {
    chat = await CopilotChat.start({}, { models });
  });
  afterAll(() => chat.dispose());

  it.each(rows.filter(({ isTest }) => isTest))('$mode mode: $name', async (row) => {
    const { outcome, said } = await sendRow(chat, row);
    expect([outcome, said]).toEqual([row.outcome, said]);
  });
});
