// What a session of the Copilot harness, VS Code's agent host, makes of the tools, the skill and attachments, by the requests that its model got.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CopilotChat } from '../../support/copilot/copilotChat.js';
import { allImagesOf, textsOf } from '../../support/copilot/harnessMessages.js';
import { textOf, type ModelRequest } from '../../support/copilot/modelServer.js';
import { clearNotifications } from '../../support/workbench/prompts.js';
import { waitFor } from '../../support/workbench/waiting.js';
import { ContextRows } from '../context/contextRows.js';

const [one, two] = ['box://desk/one.txt', 'box://desk/two.txt'];
const texts: Readonly<Record<string, string>> = { [one]: 'one: a\none: b\none: c\n', [two]: 'two: a\n' };
const refunds = 'wiki://larkspur/handbook/refunds';
const coneflower = 'media://larkspur/photographs/echinacea.png';
const png = /^data:image\/png;base64,/u;

let chat: CopilotChat;
const context = new ContextRows(() => chat.workbench);
beforeAll(async () => {
  chat = await CopilotChat.start(texts, { harness: true });
});
afterAll(() => chat.dispose());
afterEach(() => clearNotifications(chat.workbench.page));

const allTextOf = ({ messages }: ModelRequest): string => messages.map(textOf).join('\n');
const isSent = async (): Promise<boolean> => {
  const rows = await context.all();
  return rows.length > 0 && rows.every(({ ariaLabel }) => ariaLabel.includes('sent just now'));
};

/** The last request, with all that the session has by then. */
function lastRequest(): ModelRequest {
  const last = chat.requests.at(-1);
  if (!last) throw new Error('Nothing was sent.');
  return last;
}

describe('the skill', () => {
  it('is offered, and loads', async () => {
    await chat.begin('harness');
    const { tools } = await chat.send('Which skills?');
    expect(JSON.stringify(tools)).toContain('<name>mcp-resources</name>');
    expect(await chat.callTool('skill', { skill: 'mcp-resources' }, false)).toContain('loaded successfully');
    expect(allTextOf(lastRequest())).toContain('Three tools find and read resources of MCP servers.');
  });
});

describe('the tools', () => {
  it('are offered, and find, read and show the context', async () => {
    await chat.begin('harness');
    const { tools = [] } = await chat.send('Which tools?');
    const names = tools.map((tool) => tool.function.name);
    expect(names).toEqual(expect.arrayContaining(['mcpResources', 'readMcpResource', 'mcpContext']));
    expect(await chat.callTool('mcpResources', { query: 'refunds' }, false)).toContain(`{"uri":"${refunds}"`);
    expect(await chat.callTool('readMcpResource', { uri: refunds })).toContain('half the price as credit');
    const range = await chat.callTool('readMcpResource', { uri: one, startLine: 2, endLine: 2 });
    expect(['one: a', 'one: b', 'one: c'].filter((line) => range.includes(line))).toEqual(['one: b']);
    await chat.addToContext(two);
    expect(await chat.callTool('mcpContext', {}, false)).toContain(texts[two]);
  });

  it('return an image as an image', async () => {
    await chat.begin('harness');
    await chat.callTool('readMcpResource', { uri: coneflower });
    expect(allImagesOf(lastRequest())).toEqual([expect.stringMatching(png)]);
  });
});

describe('attached texts', () => {
  it('are files with what the server says when the message is sent', async () => {
    await chat.begin('harness');
    await chat.attach(one, two);
    expect(await textsOf(await chat.send('First?'))).toEqual({ 'one.txt': texts[one], 'two.txt': texts[two] });
    await waitFor('the rows', isSent);
    await chat.attach(one);
    await chat.server.change({ [one]: 'one: changed\n' });
    expect(await textsOf(await chat.send('And now?'))).toEqual({ 'one.txt': 'one: changed\n' });
    await chat.server.change({ [one]: texts[one] ?? '' });
  });
});
