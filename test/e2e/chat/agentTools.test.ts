// What GitHub Copilot Chat, built into VS Code, makes of the tools and the skill: twenty tasks, whose calls are scripted.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CopilotChat } from '../../support/copilot/copilotChat.js';
import { inTurn, textOf, type ModelRequest } from '../../support/copilot/modelServer.js';
import { addedTexts, pickedUris, toolTasks } from '../../support/copilot/toolTasks.js';

let chat: CopilotChat;

beforeAll(async () => {
  chat = await CopilotChat.start(addedTexts);
  await chat.letModelsRead();
});
afterAll(() => chat.dispose());

const allTextOf = ({ messages }: ModelRequest): string => messages.map(textOf).join('\n');

describe('the skill', () => {
  it('is offered to the model with its description and its file', async () => {
    await chat.begin('agent');
    const text = allTextOf(await chat.send('Which skills?'));
    expect(text).toMatch(
      /<name>mcp-resources<\/name>\s*<description>Finds and reads resources of the user's MCP servers/u,
    );
    expect(text).toMatch(/<file>\S*\/skills\/mcp-resources\/SKILL\.md<\/file>/u);
  });
});

describe('a task', () => {
  beforeAll(async () => {
    await chat.begin('agent');
    await chat.addToContext(...pickedUris);
  });

  it.each(toolTasks)('$ask', async ({ calls, answer }) => {
    const results = await chat.callTools(inTurn(calls));
    expect([results.length, results.at(-1)]).toEqual([calls.length, expect.stringContaining(answer)]);
  });
});
