// npm run chat-table: what the real chat client sends of attachments, by the requests that its model got. No row may lose anything unsaid.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/terminal.mjs';
import { ContextRows } from '../e2e/context/contextRows.js';
import { CopilotChat, type Mode } from '../support/copilot/copilotChat.js';
import { textOf, type ModelRequest } from '../support/copilot/modelServer.js';
import { sampleTexts, type SampleKind } from '../support/copilot/sampleTexts.js';
import { notifications, pressDialogButton } from '../support/workbench/prompts.js';
import { waitFor } from '../support/workbench/waiting.js';

/** So many texts of a kind, each of so many kB, in one message. */
type Row = readonly [Mode, SampleKind, number, number];

interface Setting {
  readonly name: string;
  readonly maxInputTokens: number;
  /** Tools of another extension, in addition to those that VS Code has. */
  readonly tools: number;
  readonly rows: readonly Row[];
}

const small: readonly Row[] = [
  ...(['prose', 'code', 'cjk', 'numbers', 'json'] as const).flatMap((kind): readonly Row[] => [
    ['agent', kind, 1, 10],
    ['agent', kind, 1, 60],
    ['agent', kind, 3, 4],
    ['agent', kind, 9, 2],
  ]),
  ['agent', 'prose', 1, 80],
  ['agent', 'prose', 2, 50],
  ['agent', 'code', 3, 20],
  ['agent', 'prose', 30, 1],
  ['agent', 'json', 30, 1],
  ['ask', 'prose', 1, 60],
  ['ask', 'numbers', 1, 20],
  ['ask', 'code', 3, 10],
  ['edit', 'prose', 1, 10],
  ['edit', 'code', 3, 10],
];

const settings: readonly Setting[] = [
  { name: '128k', maxInputTokens: 128_000, tools: 0, rows: small },
  {
    name: '1M',
    maxInputTokens: 1_000_000,
    tools: 0,
    rows: [
      ['agent', 'prose', 1, 400],
      ['agent', 'code', 3, 100],
      ['agent', 'numbers', 3, 60],
      ['agent', 'cjk', 9, 20],
      ['agent', 'json', 30, 5],
      ['ask', 'prose', 1, 400],
    ],
  },
  {
    name: '128k, 82 more tools',
    maxInputTokens: 128_000,
    tools: 82,
    rows: [
      ['agent', 'prose', 1, 10],
      ['agent', 'prose', 1, 55],
      ['agent', 'code', 3, 20],
      ['agent', 'numbers', 1, 15],
      ['agent', 'cjk', 9, 2],
      ['agent', 'json', 30, 1],
    ],
  },
];

const outcomes = { whole: 'whole', before: 'said before', after: 'said after', lost: 'LOST UNSAID' } as const;

const uriOf = ([mode, kind, count, kB]: Row, index: number): string =>
  `box://desk/${mode}-${kind}-${count}-${kB}/${kind}-${index}.${kind === 'code' ? 'ts' : kind === 'json' ? 'json' : 'txt'}`;

function textsOf(rows: readonly Row[]): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap((row) =>
      Array.from(
        { length: row[2] },
        (_, index) => [uriOf(row, index), sampleTexts[row[1]](row[3] * 1_000, index)] as const,
      ),
    ),
  );
}

/** Writes an extension with tools that do nothing. @returns its folder */
async function toolExtension(count: number): Promise<string> {
  const folder = path.join(root, 'test/output/tools');
  await mkdir(folder, { recursive: true });
  const languageModelTools = Array.from({ length: count }, (_, index) => ({
    name: `shelf_${index}`,
    displayName: `Shelf ${index}`,
    toolReferenceName: `shelf${index}`,
    canBeReferencedInPrompt: true,
    modelDescription:
      `Says what stands on shelf ${index} of the shop, with the date of the last count and who counted. `.repeat(3),
    inputSchema: { type: 'object', properties: { row: { type: 'number', description: 'The row, from the left' } } },
  }));
  const manifest = { name: 'shelves', publisher: 'test', version: '0.0.1', engines: { vscode: '^1.100.0' } };
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({
      ...manifest,
      main: 'main.js',
      activationEvents: ['onStartupFinished'],
      contributes: { languageModelTools },
    }),
  );
  await writeFile(
    path.join(folder, 'main.js'),
    `const { lm } = require('vscode');
exports.activate = () => Array.from({ length: ${count} }, (_, index) => lm.registerTool('shelf_' + index, { invoke: () => undefined }));`,
  );
  return folder;
}

describe.each(settings)('with $name', ({ name, maxInputTokens, tools, rows }) => {
  const texts = textsOf(rows);
  let chat: CopilotChat;
  const table: string[] = [];

  beforeAll(async () => {
    const extensions = tools === 0 ? undefined : [root, await toolExtension(tools)];
    chat = await CopilotChat.start(Object.fromEntries(texts), { maxInputTokens, ...(extensions && { extensions }) });
  });

  afterAll(async () => {
    console.log(table.join('\n'));
    await chat.dispose();
  });

  /** Attaches, and all of it where the product asks. @returns true where it asked */
  async function attachAll(uris: readonly string[]): Promise<boolean> {
    const dialog = chat.workbench.page.locator('.monaco-dialog-box');
    const attaching = chat.attaching(...uris).then(() => false);
    const isAsked = await Promise.race([attaching, dialog.waitFor().then(() => true)]);
    if (isAsked) await pressDialogButton(chat.workbench.page, 'Attach All');
    await attaching;
    return isAsked;
  }

  async function isSaidAfter(): Promise<boolean> {
    const rowsOfContext = new ContextRows(() => chat.workbench);
    await waitFor('it to be sent', async () =>
      (await rowsOfContext.all()).some(({ description }) => description.includes('sent')),
    );
    const isInRow = (await rowsOfContext.all()).some(({ description }) => description.includes('may be'));
    return isInRow || (await notifications(chat.workbench.page)).some(({ message }) => message.startsWith('Sent, but'));
  }

  it.each(rows)('%s mode, %s: %i of %i kB', async (...row) => {
    const [mode, kind, count, kB] = row;
    const uris = Array.from({ length: count }, (_, index) => uriOf(row, index));
    await chat.begin(mode);
    const isAsked = await attachAll(uris);
    const request = await chat.send('What do you see?');
    const missing = uris.filter((uri) => !isIn(request, texts.get(uri) ?? ''));
    const isSaid = isAsked || (missing.length > 0 && (await isSaidAfter()));
    const outcome = missing.length === 0 ? 'whole' : isAsked ? 'before' : isSaid ? 'after' : 'lost';
    const alarm = missing.length === 0 && isAsked ? ', asked about' : '';
    table.push(
      `${name} | ${request.tools?.length ?? 0} tools | ${mode} | ${kind} | ${count} × ${kB} kB | ${outcomes[outcome]}${alarm}` +
        (missing.length > 0 ? ` (${missing.length} not whole)` : ''),
    );
    expect(outcomes[outcome]).not.toBe(outcomes.lost);
  });
});

/** True where all of a text is in what the model got. */
function isIn({ messages }: ModelRequest, text: string): boolean {
  return messages.some((message) => textOf(message).includes(text));
}
