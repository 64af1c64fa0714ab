// A model that was talked into sending data away makes up paths of virtual files: GitHub Copilot Chat's own tools ask for them before, or without, asking the user.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CopilotChat } from '../../support/copilot/copilotChat.js';
import { textOf } from '../../support/copilot/modelServer.js';
import { recordedReads } from '../../support/recordedReads.js';
import { waitFor } from '../../support/workbench/waiting.js';
import { madeUpPath } from '../base/madeUpPath.js';
import { rawServer } from '../base/product.js';

const alpha = 'note://demo/alpha';

let folder: string;
let record: string;
let chat: CopilotChat;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'doors-'));
  record = path.join(folder, 'record.jsonl');
  chat = await CopilotChat.start(
    { [alpha]: 'alpha: one' },
    { servers: { doors: rawServer('doors', '--record', record) } },
  );
});
afterAll(async () => {
  await chat.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** Every attachment shows a model what a path looks like. */
async function shownMac(): Promise<string> {
  await chat.begin('agent');
  await chat.attach(alpha);
  const request = await chat.send('What is in it?');
  const [, mac = ''] = /mcpres:\/\/[^"\s]*\?([\w-]{22})~/u.exec(request.messages.map(textOf).join('\n')) ?? [];
  return mac;
}

/** Answers the questions that VS Code asks until the message is answered. */
async function sendAllowing(text: string): Promise<void> {
  const sent = chat.send(text);
  let isAnswered = false;
  void sent.finally(() => (isAnswered = true)).catch(() => undefined);
  const buttons = chat.workbench.page.locator('.interactive-session .monaco-button:visible');
  const button = buttons.filter({ hasText: /^(?:Allow|Yes)/u }).first();
  await waitFor(
    'the answer',
    async () => {
      if (!isAnswered && (await button.isVisible())) await button.click({ timeout: 1_000 }).catch(() => undefined);
      return isAnswered;
    },
    60_000,
  );
  await sent;
}

it('no tool of the chat has a server read what a model makes up, and each is told of the tool that asks', async () => {
  const mac = await shownMac();
  const paths = [
    madeUpPath('leak://send/?k=SECRET', 'listed'),
    madeUpPath('door://listed', 'listed', `${mac}~`),
    madeUpPath('door://work.ipynb', 'work.ipynb', `${mac}~`),
  ];
  const offered = new Set(chat.requests.at(-1)?.tools?.map((tool) => tool.function.name));
  const calls: readonly (readonly [string, (file: string) => object])[] = [
    ['get_errors', (file) => ({ filePaths: [file] })],
    ['read_file', (filePath) => ({ filePath, startLine: 1, endLine: 100 })],
    ['view_image', (filePath) => ({ filePath })],
    ['copilot_getNotebookSummary', (filePath) => ({ filePath })],
    ['replace_string_in_file', (filePath) => ({ filePath, oldString: 'a', newString: 'b' })],
  ];
  for (const [tool, inputOf] of calls)
    await sendAllowing(paths.map((file) => `call ${tool} ${JSON.stringify(inputOf(file))}`).join('\n'));
  expect(await recordedReads(record)).toEqual([]);
  expect([...offered]).toEqual(expect.arrayContaining(calls.map(([tool]) => tool)));
  const results = chat.requests.flatMap(({ messages }) => messages.filter(({ role }) => role === 'tool').map(textOf));
  expect(results.filter((text) => text.includes('text of'))).toEqual([]);
  expect(results.join('\n')).toContain('the tool for reading MCP resources');
});
