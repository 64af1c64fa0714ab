// What a session of the Copilot harness, VS Code's agent host, makes of the tools, the skill and attachments, by the requests that its model got. Of
// results over 8,192 bytes it gives its model 500 characters and the name of a file.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CopilotChat } from '../../support/copilot/copilotChat.js';
import { allImagesOf, selectionOf, textsOf } from '../../support/copilot/harnessMessages.js';
import { inTurn, textOf, type Input, type ModelRequest } from '../../support/copilot/modelServer.js';
import { answerToolQuestion, readToolQuestion, waitForChips } from '../../support/workbench/chat.js';
import { runCommand } from '../../support/workbench/commands.js';
import { sampleTexts } from '../../support/copilot/sampleTexts.js';
import { clearNotifications } from '../../support/workbench/prompts.js';
import { waitFor } from '../../support/workbench/waiting.js';
import { demoServer, openResources } from '../base/product.js';
import { ContextRows } from '../context/contextRows.js';

const [one, two, long, big] = ['one', 'two', 'long', 'big'].map((name) => `box://desk/${name}.txt`) as [
  string,
  string,
  string,
  string,
];
const notes = Array.from({ length: 100 }, (_, index) => `box://notes/${index}.txt`);
const texts: Readonly<Record<string, string>> = {
  [one]: 'one: a\none: b\none: c\n',
  [two]: 'two: a\n',
  [long]: sampleTexts.prose(60_000, 1),
  [big]: sampleTexts.prose(100_000, 1),
  ...Object.fromEntries(notes.map((uri, index) => [uri, sampleTexts.prose(900, index)])),
};
const refunds = 'wiki://larkspur/handbook/refunds';
const coneflower = 'media://larkspur/photographs/echinacea.png';
const png = /^data:image\/png;base64,/u;

let chat: CopilotChat;
const context = new ContextRows(() => chat.workbench);
beforeAll(async () => {
  chat = await CopilotChat.start(texts, { harness: true, servers: { other: demoServer() } });
});
afterAll(() => chat.dispose());
afterEach(() => clearNotifications(chat.workbench.page));

const allTextOf = ({ messages }: ModelRequest): string => messages.map(textOf).join('\n');
const isSent = async (): Promise<boolean> => {
  const rows = await context.all();
  return rows.length > 0 && rows.every(({ ariaLabel }) => /, sent \d\d:\d\d/u.test(ariaLabel));
};

const isUpdated = async (): Promise<boolean> =>
  (await context.all()).some(({ description }) => description.startsWith('updated'));

async function serverProcesses(): Promise<readonly number[]> {
  const all = await chat.workbench.processes();
  return all.filter(({ command }) => command.includes('demo-server.js')).map(({ pid }) => pid);
}

/** The last request, with all that the session has by then. */
function lastRequest(): ModelRequest {
  const last = chat.requests.at(-1);
  if (!last) throw new Error('Nothing was sent.');
  return last;
}

describe('a long text in the first message', () => {
  it('is an excerpt, of which only the beginning is sent, which is said; from then on it is a file', async () => {
    await chat.begin('harness');
    await chat.attach(long);
    const request = await chat.send('First of all?');
    expect([selectionOf(request), await textsOf(request)]).toEqual(['long.txt', {}]);
    await waitFor(
      'the row',
      async () => (await context.all())[0]?.description.startsWith('only beginning sent') === true,
    );
    await chat.attach(long);
    expect(await textsOf(await chat.send('And now?'))).toEqual({ 'long.txt': texts[long] });
    await waitFor('the row to be sent', isSent);
  });
});

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
    const [rows, refund, range = ''] = await chat.callTools(
      inTurn([
        { tool: 'mcpResources', input: { query: 'refunds' } },
        { tool: 'readMcpResource', input: { uri: refunds, server: 'larkspur' }, asks: true },
        { tool: 'readMcpResource', input: { uri: one, startLine: 2, endLine: 2 }, asks: true },
      ]),
    );
    expect(rows).toContain(`{"uri":"${refunds}"`);
    expect(refund).toContain('half the price as credit');
    expect(['one: a', 'one: b', 'one: c'].filter((line) => range.includes(line))).toEqual(['one: b']);
    await chat.addToContext(two);
    expect(await chat.callTool('mcpContext', {}, false)).toContain(texts[two]);
  });

  it('return an image as an image', async () => {
    await chat.begin('harness');
    await chat.callTool('readMcpResource', { uri: coneflower, server: 'larkspur' });
    expect(allImagesOf(lastRequest())).toEqual([expect.stringMatching(png)]);
  });
});

describe('large results', () => {
  beforeEach(() => chat.begin('harness'));

  /** Calls a tool until no result names arguments to go on with. */
  const callToTheEnd = (tool: string, input: Input, nextIn: (result: string) => Input | undefined) =>
    chat.callTools((results) => {
      const last = results.at(-1);
      const next = last === undefined ? {} : nextIn(last);
      return next && { tool, input: { ...input, ...next } };
    });

  const found = (results: readonly string[], pattern: RegExp): string[] =>
    Array.from(results.join('\n').matchAll(pattern), ([, uri = '']) => uri);

  it('a text of 100 kB arrives whole in fifteen calls, each with the arguments of the next one', async () => {
    await chat.addToContext(big);
    const results = await callToTheEnd('readMcpResource', { uri: big }, (result) => {
      const [, next] = /^\{"callAgainWith":(\{[^}]*\})/u.exec(result) ?? [];
      return next === undefined ? undefined : (JSON.parse(next) as Input);
    });
    const contents = results.map((result) => /\n(=====.+=====)\n([^]*)\n\1/u.exec(result)?.[2] ?? '');
    expect(contents.join('\n')).toBe(texts[big]);
    expect(results).toHaveLength(15);
  });

  it('a list of a hundred arrives page by page', async () => {
    const results = await callToTheEnd('mcpResources', { query: 'notes', scheme: 'box', limit: 100 }, (result) => {
      const [, cursor] = /"nextCursor":"([^"]*)"/u.exec(result) ?? [];
      return cursor === undefined ? undefined : { cursor };
    });
    expect(new Set(found(results, /^\{"uri":"([^"]*)"/gmu))).toEqual(new Set(notes));
  });

  it('the context arrives with contents, and says what to read by itself', async () => {
    const uris = notes.slice(0, 12);
    await chat.addToContext(...uris);
    const results = await callToTheEnd('mcpContext', {}, (result) => {
      const [, start] = /Call again with \\"start\\": (\d+)/u.exec(result) ?? [];
      return start === undefined ? undefined : { start: Number(start) };
    });
    const leftOut = found(results, /^\{"uri":"([^"]*)".*"leftOut":/gmu);
    const read = found(results, /^\{"contentOf":\{"uri":"([^"]*)"/gmu);
    expect([...leftOut, ...read].sort()).toEqual([...uris].sort());
    expect(read.length).toBeGreaterThan(2);
    for (const uri of read) expect(results.join('\n')).toContain(texts[uri]);
  });
});

describe('what is attached', () => {
  afterEach(() => chat.server.change(texts));

  it('is a file with what the server says when the message is sent', async () => {
    await chat.begin('harness');
    await chat.attach(one, two);
    expect(await textsOf(await chat.send('First?'))).toEqual({ 'one.txt': texts[one], 'two.txt': texts[two] });
    await waitFor('the rows', isSent);
    await chat.attach(one);
    await chat.server.change({ [one]: 'one: changed\n' });
    await waitFor('the new content', isUpdated);
    expect(await textsOf(await chat.send('And now?'))).toEqual({ 'one.txt': 'one: changed\n' });
  });

  it('is what the server says after it was killed and came back', async () => {
    await chat.begin('harness');
    await chat.attach(two);
    const before = await serverProcesses();
    await chat.server.change({ [two]: 'two: from the next process\n' });
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await waitFor('the next process', async () => {
      const now = await serverProcesses();
      return now.length > 0 && !now.some((pid) => before.includes(pid));
    });
    await waitFor('the new content', isUpdated);
    expect(await textsOf(await chat.send('Back?'))).toEqual({ 'two.txt': 'two: from the next process\n' });
    await waitFor('the row', isSent);
  });

  it('is an image part where it is an image', async () => {
    await chat.begin('harness');
    await chat.attach(coneflower);
    expect(allImagesOf(await chat.send('What is on it?'))).toEqual([expect.stringMatching(png)]);
  });

  it('is in the context after a restart, and arrives again', async () => {
    await chat.begin('harness');
    await chat.attach(one, two);
    await chat.send('Before?');
    await waitFor('the rows', isSent);
    await chat.workbench.restart();
    const { page } = chat.workbench;
    await openResources(page);
    await context.waitFor(['one.txt', 'two.txt']);
    await chat.newChat('harness');
    await runCommand(page, 'MCP Resources: Attach Context');
    await waitForChips(page, ['one.txt', 'two.txt']);
    expect(await textsOf(await chat.send('After?'))).toEqual({ 'one.txt': texts[one], 'two.txt': texts[two] });
  });
});

describe('@resources', () => {
  it('answers where it is typed, and its button attaches', async () => {
    const { page } = chat.workbench;
    await chat.begin('harness');
    await chat.type('@resources one scheme:box');
    const answer = page.locator('.part.auxiliarybar .interactive-response').last();
    await answer.getByRole('button', { name: 'Attach All', exact: true }).click();
    await waitForChips(page, ['one.txt']);
    expect(await textsOf(await chat.send('With it?'))).toEqual({ 'one.txt': texts[one] });
  });
});

describe('Allow in this Session', () => {
  const input = { uri: refunds, server: 'larkspur' };

  it('allows every server, new sessions and the own chat of VS Code until a reload, as the question says', async () => {
    const { page } = chat.workbench;
    await chat.begin('harness');
    // The first message asks in a dialog, which has no such button.
    await chat.send('Hello.');
    const inputs = [input, { ...input, server: 'other' }];
    const called = chat.callTools(inTurn(inputs.map((one) => ({ tool: 'readMcpResource', input: one }))));
    expect(await readToolQuestion(page)).toContain('“Allow in this Session” allows all resources of all servers');
    await answerToolQuestion(page, 'Allow in this Session');
    expect((await called).map((result) => result.includes('half the price'))).toEqual([true, true]);
    await chat.begin('harness');
    expect(await chat.callTool('readMcpResource', { uri: one }, false)).toContain(texts[one]);
    await chat.begin('agent');
    expect(await chat.callTool('mcpResources_read', { uri: two }, false)).toContain(texts[two]);
    await chat.workbench.reload();
    await openResources(page);
    await chat.begin('harness');
    expect(await chat.callTool('readMcpResource', { uri: two })).toContain(texts[two]);
  });
});
