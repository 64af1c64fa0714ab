import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  answerToolQuestion,
  beginMessage,
  chatDraft,
  openChat,
  readToolQuestion,
  sendMessage,
} from '../../support/workbench/chat.js';
import type { ToolResult } from '../../support/workbench/chatRequests.js';
import { openView } from '../../support/workbench/commands.js';
import { pressDialogButton, readDialog, removePermissions } from '../../support/workbench/prompts.js';
import { allRows, runContextAction, runInlineAction, setExpanded, waitForRow } from '../../support/workbench/trees.js';
import { waitForSuggestions } from '../../support/workbench/editors.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { freshStart } from '../base/freshStart.js';
import { demoServer, openAndAgree, rawServer, startWithServers } from '../base/product.js';

let workbench: Workbench;

beforeAll(async () => {
  const servers = {
    larkspur: demoServer(),
    files: rawServer('multiContent'),
    gone: rawServer('notFound'),
    large: rawServer('bigText', '--bytes', '100000'),
  };
  workbench = await startWithServers(servers);
  await openAndAgree(workbench.page);
  await waitForRow(workbench.page, 'Resources', 'wiki');
});

afterAll(async () => {
  await workbench.dispose();
});

beforeEach(() => freshStart(workbench));

const lineFor = (tool: string, input: object): string => `call ${tool} ${JSON.stringify(input)}`;

async function lastResult(): Promise<ToolResult> {
  const result = (await workbench.chatRequests()).at(-1)?.toolResults[0];
  if (!result) throw new Error('No tool was called.');
  return result;
}

const textOf = ({ parts = [] }: ToolResult): string => parts.map(({ text }) => text ?? '').join('');

/** Calls a tool that asks the user nothing. */
async function call(tool: string, input: object = {}): Promise<ToolResult> {
  await sendMessage(workbench.page, lineFor(tool, input));
  return lastResult();
}

async function callAndAllow(tool: string, input: object): Promise<{ question: string; result: ToolResult }> {
  const answered = await beginMessage(workbench.page, lineFor(tool, input));
  const question = await readToolQuestion(workbench.page);
  await answerToolQuestion(workbench.page, 'Allow Once');
  await answered();
  return { question, result: await lastResult() };
}

/** Calls the listing tool and parses its lines of JSON. */
async function listed(input: object): Promise<readonly Record<string, unknown>[]> {
  const lines = textOf(await call('mcpResources_list', input))
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the tools', () => {
  it('are offered to the model, each with what it is for', async () => {
    await call('mcpResources_list', { limit: 1 });
    const { toolsOffered = [] } = (await workbench.chatRequests()).at(-1) ?? {};
    const own = toolsOffered.filter(({ name }) => name.startsWith('mcpResources_'));
    expect(own.map(({ name }) => name).sort()).toEqual([
      'mcpResources_context',
      'mcpResources_list',
      'mcpResources_read',
    ]);
    expect(own.filter(({ description }) => description.length < 200)).toEqual([]);
  });

  it('can be named in the prompt', async () => {
    const { page } = workbench;
    await openChat(page);
    await page.keyboard.type('#mcpRes');
    await waitForSuggestions(page, 'the tool', (texts) => texts.some((text) => text.includes('mcpResources')));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await waitFor('an empty input', async () => (await chatDraft(page)) === '');
  });

  it('find a resource, read it once the user allows it, and name its source', async () => {
    const [head, ...found] = await listed({ query: 'wiki', scheme: 'wiki', limit: 5 });
    const first = found.find((row) => 'uri' in row);
    expect(head).toMatchObject({ shown: expect.stringMatching(/^1-/u) as unknown });
    const uri = String(first?.['uri']);
    expect([first?.['server'], uri.startsWith('wiki:')]).toEqual(['larkspur', true]);
    const { question, result } = await callAndAllow('mcpResources_read', { uri });
    expect(question).toContain('Read MCP Resource?');
    expect(question).toContain(uri);
    expect(question).toContain('“larkspur”');
    const text = textOf(result);
    expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ uri, server: 'larkspur', secondsOld: 0 });
    expect(text).toContain('=====\n');
  });

  it('say what the user skipped', async () => {
    const answered = await beginMessage(workbench.page, lineFor('mcpResources_read', { uri: 'gone://here' }));
    await readToolQuestion(workbench.page);
    await answerToolQuestion(workbench.page, 'Skip');
    await answered();
    expect(textOf(await lastResult())).not.toContain('=====\nhere');
  });

  it('give a long text in parts that chats leave in their message, and name what follows', async () => {
    const { result } = await callAndAllow('mcpResources_read', { uri: 'text://big' });
    const sizes = (result.parts ?? []).map(({ text = '' }) => Buffer.byteLength(text));
    expect(Math.max(...sizes)).toBeLessThan(8_192);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(32_000);
    expect(textOf(result)).toContain('Give the tool for reading MCP resources the same resource with');
  });

  it('take a mention, also as query of the list', async () => {
    const { question, result } = await callAndAllow('mcpResources_read', { uri: '@gone:gone://here' });
    expect(question).toContain('gone://here');
    expect(textOf(result)).toContain('=====\nhere');
    const [head, row] = await listed({ query: '@gone:gone://here' });
    expect([head?.['total'], row]).toEqual([1, expect.objectContaining({ uri: 'gone://here', server: 'gone' })]);
  });

  it('give an image as an image, among several contents', async () => {
    const { result } = await callAndAllow('mcpResources_read', { uri: 'multi://three' });
    expect(result.parts?.filter(({ mimeType }) => mimeType !== undefined)).toEqual([
      { mimeType: 'image/png', size: 70 },
    ]);
    expect(textOf(result)).toContain('# Notes');
  });

  it('give the model what it can do about a mistake', async () => {
    const { result } = await callAndAllow('mcpResources_read', { uri: 'gone://wor' });
    expect(result.error ?? textOf(result)).toContain('has no resource with this URI');
  });

  it('read what the user picked without asking', async () => {
    const { page } = workbench;
    await setExpanded(page, 'Resources', 'gone');
    await runInlineAction(page, 'Resources', 'here', 'Attach to Chat');
    await waitForRow(page, 'Context', 'here');
    expect(textOf(await call('mcpResources_read', { uri: 'gone://here' }))).toContain('=====\nhere');
    const context = textOf(await call('mcpResources_context'));
    expect(context).toContain('{"picked":1}');
    expect(context).toContain('=====\nhere');
  });

  it('read from a server without asking for as long as the user allows it', async () => {
    const { page } = workbench;
    await openView(page, 'MCP Resources', 'Servers');
    await runContextAction(page, 'Servers', 'files', 'Let Models Read Without Asking…');
    expect((await readDialog(page)).text).toContain('“files”');
    await pressDialogButton(page, 'Let Models Read');
    await setExpanded(page, 'Servers', 'files');
    const isShown = async (): Promise<boolean> =>
      (await allRows(page, 'Servers')).some(
        ({ label, description }) => `${label} ${description}` === 'Models can read resources without asking',
      );
    await waitFor('the fact', isShown);
    expect(textOf(await call('mcpResources_read', { uri: 'multi://three' }))).toContain('# Notes');
    await removePermissions(page, 'files');
    await waitFor('the fact to be gone', async () => !(await isShown()));
    const { result } = await callAndAllow('mcpResources_read', { uri: 'multi://three' });
    expect(textOf(result)).toContain('# Notes');
  });
});
