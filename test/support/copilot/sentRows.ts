// Messages with attachments in VS Code's own chat, for the tests and for `npm run chat-table`: how each is made, and what has to become of it.
import { chatChips, removeChip } from '../workbench/chat.js';
import { waitFor } from '../workbench/waiting.js';
import type { Blob } from '../../e2e/base/changingServer.js';
import { ContextRows } from '../../e2e/context/contextRows.js';
import { lastMessage, type CopilotChat, type Mode } from './copilotChat.js';
import type { ModelRequest } from './modelServer.js';
import type { Outcome } from './outcome.js';
import { sampleTexts, series } from './sampleTexts.js';

export interface SentRow {
  readonly name: string;
  readonly mode: Mode;
  /** What is attached, by URI. */
  readonly texts: Readonly<Record<string, string>>;
  /** What the server has for some of them, where it is not the text itself. */
  readonly served?: Readonly<Record<string, string | Blob>>;
  /** What the server says when the message is sent, where it is something else; `send` itself changes it, if there is one. */
  readonly later?: Readonly<Record<string, string>>;
  /** What the user does before attaching. */
  readonly before?: (chat: CopilotChat) => Promise<void>;
  /** What the user does after attaching, and after the server has changed. */
  readonly then?: (chat: CopilotChat) => Promise<void>;
  /** Sends; by default an ordinary message. */
  readonly send?: (chat: CopilotChat) => Promise<ModelRequest>;
  readonly outcome: Outcome;
  /** True where it is among the tests. */
  readonly isTest?: boolean;
}

const uriOf = (name: string): string => `box://desk/${name}`;
const prose = (kB: number, seed = 1): string => sampleTexts.prose(kB * 1_000, seed);
const code = (kB: number, seed = 1): string => sampleTexts.code(kB * 1_000, seed);
const numbers = (kB: number): string => sampleTexts.numbers(kB * 1_000, 1);
/** Some 4 characters for a token: of 49 kB, all lines fit into a message once, and not twice. */
function logOf(lines: number, words: number): string {
  const next = series(1);
  const packed = (): string => Array.from({ length: words }, () => `parcel ${next()} packed`).join(' ');
  return Array.from({ length: lines }, (_, index) => `${index} ${packed()}\n`).join('');
}
const python = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) =>
      `def order_${index}(items):\n    total = sum(item.price for item in items if item.weight > ${index})\n    return total * ${index}\n`,
  ).join('\n');

/** One text, and what it is later. */
function changing(name: string, text: string, later: string): Pick<SentRow, 'texts' | 'later'> {
  return { texts: { [uriOf(name)]: text }, later: { [uriOf(name)]: later } };
}

const many = (name: string, count: number, textOf: (index: number) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [uriOf(name.replace('*', String(index))), textOf(index)]),
  );

/** Attaches files of the workspace without this product. */
async function attachFiles(chat: CopilotChat, files: Readonly<Record<string, string>>): Promise<void> {
  const before = (await chatChips(chat.workbench.page)).length;
  for (const [name, text] of Object.entries(files)) await chat.workbench.writeFile(name, text);
  const uris = Object.keys(files).map((name) => ({ $uri: chat.fileUri(name) }));
  await chat.workbench.executeCommand('workbench.action.chat.open', { attachFiles: uris });
  await waitFor('the chips', async () => (await chatChips(chat.workbench.page)).length === before + uris.length);
}

/** Selects all of a file in an editor. */
async function selectAll(chat: CopilotChat, text: string): Promise<void> {
  await chat.workbench.writeFile('selected.txt', text);
  await chat.workbench.executeCommand('vscode.open', { $uri: chat.fileUri('selected.txt') });
  await chat.workbench.page.locator('.editor-instance .view-line').first().waitFor();
  await chat.workbench.executeCommand('editor.action.selectAll');
}

/** Sends, and does something that sends again; returns the last request. */
async function again(
  chat: CopilotChat,
  change: Readonly<Record<string, string>>,
  act: () => Promise<void>,
): Promise<ModelRequest> {
  const { page } = chat.workbench;
  await chat.send('What do you see?');
  const rows = new ContextRows(() => chat.workbench);
  const isSent = async (word: string): Promise<boolean> =>
    (await rows.all()).every(({ ariaLabel }) => ariaLabel.includes(word));
  await waitFor('the row to be sent', () => isSent(', sent '));
  await chat.server.change(change);
  await waitFor('the row to be updated', () => isSent('updated'));
  // An editor's own reads of a document end within two seconds after a change.
  await page.waitForTimeout(2_500);
  const before = chat.requests.length;
  await act();
  const repeated = (): ModelRequest | undefined =>
    chat.requests.slice(before).find((request) => lastMessage(request).includes('What do you see?'));
  await waitFor('the request', () => Promise.resolve(repeated() !== undefined));
  await waitFor('the row to be sent again', async () => !(await isSent('updated'))).catch(() => undefined);
  return repeated()!;
}

const growing: readonly SentRow[] = (['agent', 'ask', 'edit'] as const).flatMap((mode): readonly SentRow[] => [
  {
    name: 'a log of 36 kB and 201 lines, which grows',
    mode,
    ...changing(`${mode}-log.log`, logOf(201, 9), `${logOf(201, 9)}the newest line\n`),
    outcome: 'hedged',
    isTest: mode === 'agent',
  },
  {
    name: '49 kB in 2 lines, which grow',
    mode,
    ...changing(`${mode}-wide.log`, logOf(2, 1_230), `${logOf(2, 1_230)}the newest line\n`),
    outcome: 'hedged',
    isTest: mode === 'agent',
  },
]);

const texts: readonly SentRow[] = [
  ...growing,
  {
    name: 'a log of 8 kB, which gets more lines than it has: it goes twice',
    mode: 'agent',
    ...changing('doubled.log', logOf(100, 4), logOf(900, 1)),
    outcome: 'hedged',
  },
  {
    name: 'a log of 50 kB, which gets far more lines: it goes twice, and does not fit',
    mode: 'agent',
    ...changing('burst.log', logOf(300, 8), logOf(1_300, 2)),
    outcome: 'said before',
    isTest: true,
  },
  { name: '40 kB, which shrink', mode: 'agent', ...changing('shrinking.log', prose(40), prose(9)), outcome: 'whole' },
  { name: '40 kB, rewritten', mode: 'agent', ...changing('rewritten.log', prose(40), prose(40, 7)), outcome: 'hedged' },
  {
    name: 'three logs of 9 kB, which grow',
    mode: 'agent',
    texts: many('three-*.log', 3, (index) => prose(9, index)),
    later: many('three-*.log', 3, (index) => `${prose(9, index)}\nthe newest line\n`),
    outcome: 'whole',
  },
];

const others: readonly SentRow[] = [
  {
    name: '27 kB beside two tiny files',
    mode: 'agent',
    texts: { [uriOf('beside.txt')]: prose(27) },
    then: (chat) => attachFiles(chat, { 'one.txt': 'one\n', 'two.txt': 'two\n' }),
    outcome: 'whole',
    isTest: true,
  },
  {
    name: '27 kB of Python beside two tiny files',
    mode: 'agent',
    texts: { [uriOf('beside.py')]: python(210) },
    then: (chat) => attachFiles(chat, { 'one.txt': 'one\n', 'two.txt': 'two\n' }),
    outcome: 'whole',
    isTest: true,
  },
  {
    name: '49 kB before a file of 62 kB',
    mode: 'agent',
    texts: { [uriOf('before-large.txt')]: prose(49) },
    then: (chat) => attachFiles(chat, { 'large.txt': prose(62, 5) }),
    outcome: 'hedged',
  },
  {
    name: '49 kB after a file of 62 kB of numbers',
    mode: 'agent',
    texts: { [uriOf('beside-large.txt')]: prose(49) },
    before: (chat) => attachFiles(chat, { 'large.csv': numbers(62) }),
    outcome: 'hedged',
  },
  {
    name: '49 kB before a file of 62 kB of numbers',
    mode: 'agent',
    texts: { [uriOf('before-numbers.txt')]: prose(49) },
    then: (chat) => attachFiles(chat, { 'large.csv': numbers(62) }),
    outcome: 'said after',
    isTest: true,
  },
  {
    name: '7 kB beside ten files of 10 kB',
    mode: 'agent',
    texts: { [uriOf('beside-ten.txt')]: prose(7) },
    then: (chat) =>
      attachFiles(
        chat,
        Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`ten-${index}.txt`, prose(10, index)])),
      ),
    outcome: 'whole',
  },
  {
    name: '20 kB of TypeScript beside five tiny files',
    mode: 'agent',
    texts: { [uriOf('beside.ts')]: code(20) },
    then: (chat) =>
      attachFiles(chat, Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`tiny-${index}.txt`, 'tiny\n']))),
    outcome: 'whole',
  },
  {
    name: 'five small ones beside a selection of 62 kB',
    mode: 'agent',
    texts: many('small-*.txt', 5, (index) => prose(2, index)),
    before: (chat) => selectAll(chat, numbers(62)),
    outcome: 'said before',
    isTest: true,
  },
  {
    name: '20 kB beside 45 kB that was opened from the chat, which selects and so adds it again',
    mode: 'agent',
    texts: { [uriOf('not-opened.txt')]: prose(20), [uriOf('opened.txt')]: prose(45, 2) },
    then: async ({ workbench: { page } }) => {
      await page
        .locator('.chat-attached-context-attachment')
        .filter({ hasText: /^opened/u })
        .first()
        .click();
      await page.locator('.editor-instance .view-line').first().waitFor();
    },
    outcome: 'said after',
    isTest: true,
  },
  {
    name: 'five small ones, and then a selection of 62 kB',
    mode: 'agent',
    texts: many('before-*.txt', 5, (index) => prose(2, index)),
    then: (chat) => selectAll(chat, numbers(62)),
    outcome: 'said after',
  },
  {
    name: '20 kB beside a selection of 2 kB',
    mode: 'agent',
    texts: { [uriOf('beside-selection.txt')]: prose(20) },
    before: (chat) => selectAll(chat, prose(2, 3)),
    outcome: 'whole',
  },
];

const one = (name: string): SentRow['texts'] => ({ [uriOf(name)]: `${name}: one\n` });
const two = (name: string): SentRow['texts'] => ({ [uriOf(name)]: `${name}: two\n` });

const marks: readonly SentRow[] = [
  { name: 'a small one', mode: 'agent', texts: one('small.txt'), outcome: 'whole' },
  {
    name: 'after Retry',
    mode: 'agent',
    texts: one('retried.txt'),
    later: two('retried.txt'),
    send: (chat) =>
      again(chat, two('retried.txt'), () =>
        chat.workbench.page.locator('.chat-footer-toolbar .action-label[aria-label^="Retry"]').last().click(),
      ),
    outcome: 'whole',
    isTest: true,
  },
  {
    name: 'after the message was edited',
    mode: 'agent',
    texts: one('edited.txt'),
    later: two('edited.txt'),
    send: (chat) =>
      again(chat, two('edited.txt'), async () => {
        const { page } = chat.workbench;
        await page.locator('.interactive-session .interactive-request .rendered-markdown').last().click();
        await page.locator('.interactive-request .interactive-input-editor .view-line').first().waitFor();
        await page.keyboard.press('End');
        await page.keyboard.type(' Again.');
        await page.keyboard.press('Enter');
      }),
    outcome: 'whole',
    isTest: true,
  },
  {
    name: 'changed, attached again, and the chip removed',
    mode: 'agent',
    texts: one('taken-back.txt'),
    later: two('taken-back.txt'),
    send: (chat) => sendWithout(chat, 'taken-back.txt', () => removeChip(chat.workbench.page, 'taken-back.txt')),
    outcome: 'said after',
    isTest: true,
  },
  {
    name: 'changed, attached again, and a new chat begun',
    mode: 'agent',
    texts: one('new-chat.txt'),
    later: two('new-chat.txt'),
    send: (chat) =>
      sendWithout(chat, 'new-chat.txt', async () => {
        await chat.workbench.executeCommand('workbench.action.chat.newChat');
        await waitFor('no chips', async () => (await chatChips(chat.workbench.page)).length === 0);
      }),
    outcome: 'said after',
    isTest: true,
  },
];

/** Sends a resource, attaches its next version, takes that away, and sends a message without it. */
async function sendWithout(chat: CopilotChat, name: string, takeAway: () => Promise<void>): Promise<ModelRequest> {
  const rows = new ContextRows(() => chat.workbench);
  const isIn = async (word: string): Promise<boolean> =>
    (await rows.all()).some(({ ariaLabel }) => ariaLabel.includes(word));
  await chat.send('Number one?');
  await waitFor('the row to be sent', () => isIn(', sent '));
  await chat.server.change(two(name));
  await waitFor('the row to be updated', () => isIn('updated'));
  await chat.attach(uriOf(name));
  await takeAway();
  return chat.send('Number two?');
}

/** One text in another encoding, or with what a chat takes for bytes. */
const encoded = (mode: Mode, name: string, text: string, served: string | Blob): SentRow => ({
  name,
  mode,
  texts: { [uriOf(`${mode}-${name}.txt`)]: text },
  served: { [uriOf(`${mode}-${name}.txt`)]: served },
  outcome: 'whole',
});

const blobOf = (charset: string, bytes: Buffer): Blob => ({
  mimeType: charset === '' ? 'text/plain' : `text/plain; charset=${charset}`,
  blob: bytes.toString('base64'),
});

const greeting = 'Grüße aus dem Gewächshaus\n'.repeat(20);

const encodings: readonly SentRow[] = (['agent', 'ask'] as const).flatMap((mode) => [
  encoded(mode, 'iso-8859-1', greeting, blobOf('iso-8859-1', Buffer.from(greeting, 'latin1'))),
  encoded(mode, 'shift_jis', 'ご注文', blobOf('shift_jis', Buffer.from([0x82, 0xb2, 0x92, 0x8d, 0x95, 0xb6]))),
  encoded(mode, 'utf-16le', greeting, blobOf('utf-16le', Buffer.from(greeting, 'utf16le'))),
  encoded(mode, 'byte-order-mark', greeting, blobOf('', Buffer.from(`\ufeff${greeting}`))),
  encoded(mode, 'nul', 'one␀two', 'one\0two'),
]);

/** Texts of 130 kB and 40 kB with two models: VS Code does not say which of them is chosen. */
const models: readonly SentRow[] = [
  {
    name: '130 kB for the smaller model, after @resources with the larger one',
    mode: 'agent',
    texts: { [uriOf('for-small.txt')]: prose(130) },
    before: async (chat) => {
      await chat.choose('large');
      await chat.workbench.executeCommand('workbench.action.chat.open', { mode: 'ask' });
      await chat.type('@resources scheme:box');
      await chat.workbench.page
        .locator('.interactive-response')
        .getByRole('button', { name: 'Attach All' })
        .first()
        .waitFor();
      await chat.workbench.executeCommand('workbench.action.chat.open', { mode: 'agent' });
    },
    then: (chat) => chat.choose('small'),
    outcome: 'said before',
    isTest: true,
  },
  {
    name: '130 kB for the larger model',
    mode: 'agent',
    texts: { [uriOf('for-large.txt')]: prose(130) },
    then: (chat) => chat.choose('large'),
    outcome: 'false alarm',
    isTest: true,
  },
  {
    name: '40 kB for the smaller model',
    mode: 'agent',
    texts: { [uriOf('both.txt')]: prose(40) },
    then: (chat) => chat.choose('small'),
    outcome: 'hedged',
  },
  {
    name: '130 kB for the smaller model in ask mode',
    mode: 'ask',
    texts: { [uriOf('asked.txt')]: prose(130) },
    then: (chat) => chat.choose('small'),
    outcome: 'false alarm',
  },
];

/** The rows of each window, which has these models. */
export const sentWindows = [
  { name: 'one model', models: [{}], rows: [...texts, ...others, ...marks, ...encodings] },
  {
    name: 'two models',
    models: [
      { id: 'small', name: 'Small' },
      { id: 'large', name: 'Large', maxInputTokens: 1_000_000 },
    ],
    rows: models,
  },
] as const;

/** What a server needs for rows, by URI. */
export function servedBy(rows: readonly Pick<SentRow, 'texts' | 'served'>[]): Readonly<Record<string, string | Blob>> {
  return Object.fromEntries(rows.flatMap(({ texts, served }) => Object.entries({ ...texts, ...served })));
}
