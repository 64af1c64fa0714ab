import { beforeEach, describe, expect, it } from 'vitest';
import { commands, Selection } from 'vscode';
import type { WrittenText } from '../../../../src/core/mentions/features/mentioned';
import { HumanError } from '../../../../src/core/base/errors';
import { ContextSet, type PickedResource } from '../../../../src/core/context/contextSet';
import { registerCommands } from '../../../../src/host/commands/registerCommands';
import { roomCommands } from '../../../../src/host/base/manifest/commandIds';
import { withProof } from '../../../../src/host/base/proofs';
import { mentionCommands } from '../../../../src/host/mentions/mentionCommands';
import { FakeClock, settle } from '../../../support/fakeClock';
import { FakeStore } from '../../../support/fakeStore';
import { needsOf } from '../../../support/needsOf';
import { newServerActions } from '../../../support/newServerActions';
import { silent } from '../../../support/silent';
import type { FakeTextDocument } from '../../../support/vscode/documents';
import type { FakeTextEditor } from '../../../support/vscode/editors';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { listAll, newCatalog, resource } from '../../catalog/fixtures';
import { own } from '../../../support/own';

const shop = 'user//shop';
const lib = 'user//lib';
const address = (name: string) =>
  name.startsWith('lib:') ? { serverId: lib, uri: name } : { serverId: shop, uri: `note:${name}` };
const notAllowed = { kind: 'blocked', error: new HumanError('notAllowed', '“lib” waits.') };
const { shownTexts } = fakeVscode;
const names = (rows: readonly PickedResource[]): string[] => rows.map(({ name }) => name);

let prompt: FakeTextDocument;
let editor: FakeTextEditor;
let picked: ContextSet;
/** URIs mentioned in the whole document, and in a range by its first line. */
let mentioned: { readonly all: readonly string[]; readonly byLine: Readonly<Record<number, readonly string[]>> };
/** Mentions for which there is no resource. */
let unknown: readonly string[];
/** The state of the server. */
let state: { readonly kind: string; readonly error?: HumanError };
/** The state of a second server, whose resources begin with `lib:`. */
let libState: typeof state;
/** What the user does when they review the servers. */
let review: () => unknown;
let isMatched: boolean;
let servers: number;
let attached: string[];
let woken: number;

const run = async (id: string, ...args: unknown[]): Promise<void> => {
  await commands.executeCommand(`mcpResources.${id}`, ...args);
  await settle();
};
/** As from the line above the text. */
const runLens = (id: string, document: string): Promise<void> =>
  run(id, ...(withProof({ title: '', command: `mcpResources.${id}`, arguments: [document] }).arguments as unknown[]));

beforeEach(() => {
  prompt = fakeVscode.workspace.open('/a.md', 'Some\nlines\nthat\nmention\nthings\nhere\nand\nthere\nand\nnowhere');
  editor = fakeVscode.editors.show(prompt);
  fakeVscode.press(undefined);
  // The user selects everything in the list.
  fakeVscode.picks.answerAll(({ labels }) => labels);
  [isMatched, servers, attached, woken] = [true, 1, [], 0];
  mentioned = { all: ['a', 'b', 'unlisted'], byLine: { 2: ['b'], 5: ['a', 'b'] } };
  picked = new ContextSet(new FakeStore());
  const { catalog } = newCatalog();
  listAll(catalog, [resource('note:a', { name: 'a' }), resource('note:b', { name: 'b' })], shop);
  [unknown, state, libState] = [[], { kind: 'ready' }, notAllowed];
  const connectionOf = (id: string, stateNow: () => typeof state) => ({
    definition: { id, name: id.slice('user//'.length) },
    isAsleep: false,
    get state() {
      return stateNow();
    },
  });
  const connection = connectionOf(shop, () => state);
  const libConnection = connectionOf(lib, () => libState);
  const running = {
    mentionedIn: ({ range }: WrittenText) => {
      const uris = range ? (mentioned.byLine[range.start.line] ?? []) : mentioned.all;
      return Promise.resolve({ resources: uris.map(address), unknown });
    },
  };
  const never = () => ({ dispose: () => undefined });
  const parts = {
    catalog,
    picked,
    files: {},
    clock: new FakeClock(),
    language: { canMention: () => isMatched, get: () => Promise.resolve(running) },
    connections: {
      get all() {
        return servers === 0 ? [] : [connection];
      },
      get: (id: string) => (id === lib ? libConnection : connection),
      nameOf: (id: string) => (id === lib ? libConnection : connection).definition.name,
      onDidChange: never,
    },
    loaded: {
      actions: { attach: (rows: readonly PickedResource[]) => Promise.resolve(void attached.push(...names(rows))) },
    },
    configured: Promise.resolve(),
    wake: () => (woken += 1),
    serverActions: newServerActions([], { start: () => Promise.resolve(void review()) }),
    log: silent,
  };
  const table = mentionCommands({ ...needsOf(parts), ...parts } as unknown as Parameters<typeof mentionCommands>[0]);
  own(registerCommands(roomCommands.mentions, () => Promise.resolve(table), silent));
});

describe('attaching what is mentioned', () => {
  it('takes all of the file, also what its server does not list, and lets servers start for it', async () => {
    await run('attachMentioned');
    expect([attached, woken]).toEqual([['a', 'b', 'note:unlisted'], 1]);
  });

  it('takes what is selected, in several places each once', async () => {
    editor.selections = [new Selection(2, 0, 2, 4), new Selection(5, 0, 6, 1)];
    await run('attachMentioned');
    expect(attached).toEqual(['b', 'a']);
  });

  it('takes what a line above the text is about, whatever is selected elsewhere', async () => {
    editor.selections = [new Selection(2, 0, 2, 4)];
    await runLens('attachMentioned', 'file:///a.md');
    expect(attached).toEqual(['a', 'b', 'note:unlisted']);
    expect(fakeVscode.picks.asked).toEqual([]);
  });

  it.each(['attachMentioned', 'addMentioned'])(
    '%s shows first what anybody may have written into a file',
    async (id) => {
      fakeVscode.picks.answer(undefined, ['a']);
      await run(id, 'file:///a.md');
      await run(id, 'file:///a.md');
      expect(id === 'attachMentioned' ? attached : names(picked.items)).toEqual(['a']);
      expect(fakeVscode.picks.asked[0]?.items.map(({ detail }) => detail)).toEqual([
        'note:a',
        'note:b',
        'note:unlisted',
      ]);
    },
  );

  it('says why there is nothing to take', async () => {
    mentioned = { all: [], byLine: {} };
    await run('attachMentioned');
    editor.selections = [new Selection(9, 0, 9, 4)];
    await run('attachMentioned');
    isMatched = false;
    await run('attachMentioned');
    servers = 0;
    await run('attachMentioned');
    fakeVscode.editors.closeAll();
    await run('attachMentioned');
    expect([attached, shownTexts]).toEqual([
      [],
      [
        expect.stringMatching(/^No resources are mentioned here/u),
        expect.stringMatching(/^No resources are mentioned here/u),
        'Resources can only be mentioned in files that you can edit.',
        expect.stringMatching(/^No MCP servers are configured/u),
        expect.stringMatching(/^Open a file that mentions resources/u),
      ],
    ]);
  });
});

describe('what cannot be had', () => {
  const left = (count: string, reason: string) => `Skipped ${count} mentioned resources. ${reason}`;

  it('is left out while its server waits for the user, and follows once they agreed', async () => {
    mentioned = { all: ['a', 'lib:1', 'lib:2'], byLine: {} };
    let press: (button: string) => void = () => undefined;
    fakeVscode.messages.answerAll(() => new Promise((resolve) => (press = resolve)));
    review = () => (libState = { kind: 'ready' });
    await run('attachMentioned');
    const before = [...attached];
    press('Review and Start…');
    await settle();
    expect([before, attached, shownTexts]).toEqual([['a'], ['a', 'lib:1', 'lib:2'], [left('2 of 3', '“lib” waits.')]]);
  });

  it('is not spoken of again where the user decided against its server', async () => {
    mentioned = { all: ['lib:1'], byLine: {} };
    fakeVscode.press('Review and Start…');
    review = () => (libState = { kind: 'blocked', error: new HumanError('declined', 'No.') });
    await run('addMentioned');
    expect([names(picked.items), shownTexts]).toEqual([[], ['Skipped 1 of 1 mentioned resources. “lib” waits.']]);
  });

  it('is spoken of once where what the user chose mends nothing', async () => {
    mentioned = { all: ['lib:1'], byLine: {} };
    libState = { kind: 'failed', error: new HumanError('exited', 'It ended.') };
    fakeVscode.press('Show Log');
    await run('attachMentioned');
    await settle();
    expect([attached, shownTexts]).toEqual([[], ['Skipped 1 of 1 mentioned resources. lib: It ended.']]);
  });

  it('says of several servers that wait how many they are', async () => {
    [mentioned, state] = [{ all: ['a', 'lib:1'], byLine: {} }, notAllowed];
    await run('attachMentioned');
    expect([attached, shownTexts]).toEqual([[], [left('2 of 2', '2 servers need your permission to start.')]]);
  });

  it('is named where no server has it, beside what is taken', async () => {
    unknown = ['@shop:1', '@shop:2', '@shop:3', '@shop:4'];
    await run('attachMentioned');
    mentioned = { all: [], byLine: {} };
    await run('attachMentioned');
    const message = 'Skipped @shop:1, @shop:2, @shop:3 and 1 more: not found on any server.';
    expect([attached, shownTexts]).toEqual([
      ['a', 'b', 'note:unlisted'],
      [message, message],
    ]);
  });
});

describe('what is mentioned', () => {
  it('goes into the context once', async () => {
    await picked.add([{ ...address('a'), name: 'a', title: undefined, mimeType: undefined, size: undefined }]);
    await run('addMentioned');
    await run('addMentioned');
    expect([names(picked.items), shownTexts]).toEqual([
      ['a', 'b', 'note:unlisted'],
      ['2 resources added to the context', 'All mentioned resources are already in the context.'],
    ]);
  });

  it('is picked where a set added it', async () => {
    const facts = { name: 'a', title: undefined, mimeType: undefined, size: undefined };
    await picked.add([{ ...address('a'), ...facts, reason: { set: 'Sales', state: 'new' } }]);
    await run('addMentioned');
    expect([names(picked.items), picked.isChosen(address('a'))]).toEqual([['a', 'b', 'note:unlisted'], true]);
    expect(shownTexts).toEqual(['2 resources added to the context']);
  });

  it('leaves it again when that is undone, and nothing else does', async () => {
    let press: (button: string) => void = () => undefined;
    fakeVscode.messages.answerAll(() => new Promise((resolve) => (press = resolve)));
    await run('addMentioned');
    await picked.add([{ ...address('c'), name: 'c', title: undefined, mimeType: undefined, size: undefined }]);
    press('Undo');
    await settle();
    expect(names(picked.items)).toEqual(['c']);
  });
});

const of = (...uris: readonly string[]) => ({
  resources: uris.map((uri) => ({ serverId: shop, uri, name: uri, title: undefined })),
});

describe('copying as a mention', () => {
  it('writes each on a line, so that it is found again', async () => {
    await run('copyMention', of('note:a', 'note:a b.'));
    expect([fakeVscode.env.copied, shownTexts]).toEqual([
      '@shop:note:a\n@shop:<note:a b.>',
      ['Copied to the clipboard'],
    ]);
  });

  it('says of which there is no way to write them', async () => {
    await run('copyMention', of('note:a', 'note:<b>'));
    expect([fakeVscode.env.copied, shownTexts]).toEqual([
      '@shop:note:a',
      ['Skipped note:<b>: some characters in the URI aren’t allowed in mentions.', 'Copied to the clipboard'],
    ]);
    await run('copyMention', of('<1>', '<2>', '<3>', '<4>', '<5>'));
    expect(shownTexts.at(-1)).toMatch(/^Skipped <1>, <2>, <3> and 2 more: /u);
  });
});
