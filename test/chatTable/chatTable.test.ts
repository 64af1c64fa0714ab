// npm run chat-table: what VS Code's own chat sends of attachments, by the requests that its model got, and what is said of it. No row may lose
// anything unsaid.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/terminal.mjs';
import { CopilotChat, type Mode } from '../support/copilot/copilotChat.js';
import { sendRow } from '../support/copilot/outcome.js';
import { sampleTexts, type SampleKind } from '../support/copilot/sampleTexts.js';
import { sentWindows, servedBy, type SentRow } from '../support/copilot/sentRows.js';

/** Messages in one window, with these models and so many tools of another extension. */
interface TableWindow {
  readonly name: string;
  readonly models: (typeof sentWindows)[number]['models'] | readonly { readonly maxInputTokens: number }[];
  readonly tools?: number;
  readonly rows: readonly (Omit<SentRow, 'outcome'> & { readonly outcome: SentRow['outcome'] | undefined })[];
}

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

const uriOf = ([mode, kind, count, kB]: Row, index: number): string =>
  `box://desk/${mode}-${kind}-${count}-${kB}/${kind}-${index}.${kind === 'code' ? 'ts' : kind === 'json' ? 'json' : 'txt'}`;

function textsOf(row: Row): Readonly<Record<string, string>> {
  const [, kind, count, kB] = row;
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [uriOf(row, index), sampleTexts[kind](kB * 1_000, index)]),
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

const sizes: readonly TableWindow[] = settings.map(({ name, maxInputTokens, tools, rows }) => ({
  name,
  models: [{ maxInputTokens }],
  tools,
  rows: rows.map((row) => {
    const [mode, kind, count, kB] = row;
    return { name: `${kind}: ${count} × ${kB} kB`, mode, texts: textsOf(row), outcome: undefined };
  }),
}));

describe.each([...sizes, ...sentWindows])('with $name', ({ name, models, tools = 0, rows }: TableWindow) => {
  const table: string[] = [];
  let chat: CopilotChat;

  beforeAll(async () => {
    const extensions = tools === 0 ? {} : { extensions: [root, await toolExtension(tools)] };
    chat = await CopilotChat.start(servedBy(rows), { models, ...extensions });
  });

  afterAll(async () => {
    console.log(table.join('\n'));
    await chat.dispose();
  });

  it.each(rows)('$mode mode: $name', async (row) => {
    const { outcome, said } = await sendRow(chat, row);
    table.push(`${name} | ${row.mode} | ${row.name} | ${outcome} | ${said.join('; ')}`);
    if (row.outcome) expect(outcome).toBe(row.outcome);
    else expect(outcome).not.toBe('LOST UNSAID');
  });
});
