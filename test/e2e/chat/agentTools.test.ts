// What GitHub Copilot Chat, built into VS Code, makes of the tools and the skill: twenty tasks, whose calls are scripted.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeScreenshot } from '../../support/workbench/appearance.js';
import { answerToolQuestion, readToolQuestion } from '../../support/workbench/chat.js';
import { pressDialogButton, readDialog } from '../../support/workbench/prompts.js';
import { findRow, runContextAction, setExpanded } from '../../support/workbench/trees.js';
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

describe('a skill of a server', () => {
  const name = 'triage-bug-report';
  const uri = `skill://larkspur/support/${name}/SKILL.md`;
  const body = 'Write one sentence each';

  beforeAll(() => chat.begin('agent'));

  it('is found, and asked about, although models may read what the server lists', async () => {
    const { page } = chat.workbench;
    const [found] = await chat.callTools(inTurn([{ tool: 'mcpResources_list', input: { type: 'skill' } }]));
    expect(found).toContain(uri);
    const sent = chat.send(`call mcpResources_read ${JSON.stringify({ uri })}`);
    const question = await readToolQuestion(page);
    expect(question).toContain('Read Skill of MCP Server?');
    expect(question).toContain(`It belongs to the skill “${name}” of the server “larkspur”`);
    await takeScreenshot(page, 'skill-question');
    await answerToolQuestion(page, 'Skip');
    await sent;
    expect(chat.requests.map(allTextOf).join()).not.toContain(body);
  });

  it('is loaded without a question once the user allowed it, and says whose it is', async () => {
    const { page } = chat.workbench;
    await setExpanded(page, 'Resources', 'Skills');
    await runContextAction(page, 'Resources', name, 'Allow This Skill…');
    expect((await readDialog(page)).text).toContain('instructions that the server wrote, not you');
    await takeScreenshot(page, 'skill-allow');
    await pressDialogButton(page, 'Allow');
    // The focus is back where it was once the dialog has gone.
    const said = async (): Promise<string> => (await findRow(page, 'Resources', name)).innerText();
    await expect.poll(said).toContain('allowed');
    const text = await chat.callTool('mcpResources_read', { uri }, false);
    expect(text).toContain(body);
    expect(text).toContain(`"skill":{"name":"${name}","server":"larkspur","allowedByUser":true`);
    const file = uri.replace('SKILL.md', 'references/severity.md');
    expect(await chat.callTool('mcpResources_read', { uri: file }, false)).toContain('nobody can pay');
  });
});
