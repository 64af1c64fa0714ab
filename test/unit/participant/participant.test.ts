import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import type { ContextItem } from '../../../src/core/context/contextSet';
import { commands, participant as participantId } from '../../../src/host/base/ids';
import { resource } from '../catalog/fixtures';
import { definition } from '../connection/fakeServer';
import { ChatResponseTurn } from '../../support/vscode/languageModels';
import { fakeVscode } from '../../support/vscode/fakeVscode';
import { day } from '../search/fixtures';
import { fileOf, fixture, saying } from './fixture';

const participants = (): string[] => [...fakeVscode.models.participants.keys()];

const serverId = definition('shop').id;
const orders = resource('db://orders', { title: 'The orders', size: 1_500, mimeType: 'text/csv', priority: 0.5 });
const customers = resource('db://customers', { title: 'Customers' });
const notes = resource('note://notes', { title: 'Notes', priority: 1 });

function pickedOf({ uri, name, title, mimeType, size }: typeof orders) {
  return { serverId, uri, name, title, mimeType, size };
}

/** A reference of a message to a resource, or to any other file. */
function reference(value: unknown, range?: [number, number]): vscode.ChatPromptReference {
  return { id: 'reference', value, ...(range && { range }) };
}

function buttons(parts: readonly unknown[]): unknown[] {
  return parts
    .filter((part) => Array.isArray(part) && part[0] === 'button')
    .map((part) => (part as unknown[]).slice(1));
}

function said(parts: readonly unknown[]): string {
  return parts.filter((part) => typeof part === 'string').join('');
}

describe('@resources', () => {
  it('is what package.json says', () => {
    fixture();
    const file = new URL('../../../package.json', import.meta.url);
    const { contributes } = JSON.parse(readFileSync(file, 'utf8')) as {
      contributes: { chatParticipants: { id: string; name: string; commands: { name: string }[] }[] };
    };
    expect(contributes.chatParticipants.map(({ id, name }) => [id, name])).toEqual([[participantId, 'resources']]);
    expect(contributes.chatParticipants[0]?.commands.map(({ name }) => name)).toEqual(['find', 'explain', 'changed']);
    expect(participants()).toEqual([participantId]);
  });

  it('is not there where VS Code has no participants', () => {
    const { chat } = vscode;
    const { createChatParticipant } = chat;
    onTestFinished(() => void Object.assign(chat, { createChatParticipant }));
    Object.assign(chat, { createChatParticipant: undefined });
    fixture();
    expect(participants()).toEqual([]);
  });
});

describe('/find', () => {
  it('lists what the search finds, each with a button, and all with one', async () => {
    const { serve, ask, asked, noted, clock } = fixture();
    await serve('shop', [{ ...orders, lastModified: clock.now() - 3 * day }, customers, notes]);
    const { parts, result } = await ask('scheme:db', { command: 'find' });
    expect(parts).toEqual([
      '2 of 3 resources match:\n\n- **The orders** ',
      ['anchor', '/db://orders', 'db://orders'],
      ' — shop · text\\/csv · 1\\.5 kB · 3 d\n- **Customers** ',
      ['anchor', '/db://customers', 'db://customers'],
      ' — shop\n',
      ['button', 'Attach All 2', commands.attach, { resources: [pickedOf(orders), pickedOf(customers)] }],
      ['button', 'Attach “The orders”', commands.attach, { resources: [pickedOf(orders)] }],
      ['button', 'Attach “Customers”', commands.attach, { resources: [pickedOf(customers)] }],
    ]);
    expect(result.metadata).toMatchObject({ kind: 'found', words: 'scheme:db' });
    expect([asked, noted]).toEqual([[], ['model']]);
  });

  it('shows the first ten, and leads to the panel for the rest', async () => {
    const { serve, ask } = fixture();
    await serve(
      'shop',
      Array.from({ length: 12 }, (_, at) => resource(`db://t${at}`)),
    );
    const { parts } = await ask('', { command: 'find' });
    expect(said(parts)).toContain('12 of 12 resources match. The first 10:');
    const all = buttons(parts);
    expect([all.length, all[0], all.at(-1)]).toEqual([
      12,
      ['Attach All 10', commands.attach, { resources: expect.any(Array) as unknown }],
      ['Show All in the Search Panel', commands.search, ''],
    ]);
  });

  it('says why nothing is there and what to do', async () => {
    const { serve, ask, followups } = fixture();
    const none = await ask('orders', { command: 'find' });
    expect(said(none.parts)).toContain('No MCP server is configured');
    expect(buttons(none.parts).map((button) => (button as unknown[]).slice(0, 2))).toEqual([
      ['Add Server…', 'workbench.mcp.addConfiguration'],
      ['Open User Configuration', 'workbench.mcp.openUserMcpJson'],
    ]);
    await serve('shop', [orders]);
    const { parts, result } = await ask('orders unicorns', { command: 'find' });
    expect(said(parts)).toBe('**Nothing matches**\n\nWithout “unicorns” there is 1\\.\n\n');
    expect(followups(result)).toEqual([
      { command: 'find', prompt: 'orders unicorns', label: 'Find “orders unicorns”' },
    ]);
  });

  it('says what it does not understand of the words', async () => {
    const { serve, ask } = fixture();
    await serve('shop', [orders]);
    const { parts } = await ask('orders size:big', { command: 'find' });
    expect(said(parts)).toMatch(/^.*size.*\n\n1 of 1 resources match/u);
  });

  it('shows what servers wrote as text', async () => {
    const { serve, ask } = fixture();
    const evil = '[x](command:y) ![p](https://e.example)';
    await serve('shop', [resource('db://a', { title: evil, mimeType: '<b>https://e.example</b>' })]);
    const { parts } = await ask('', { command: 'find' });
    expect(said(parts)).toBe(
      '1 of 1 resources match:\n\n- **\\[x\\]\\(command\\:y\\) \\!\\[p\\]\\(https\\:\\/\\/e\\.example\\)** ' +
        ' — shop · \\<b\\>https\\:\\/\\/e\\.example\\<\\/b\\>\n',
    );
    expect(parts.at(-1)).toEqual(expect.arrayContaining(['button', expect.not.stringContaining('](')]));
  });
});

describe('/explain', () => {
  it('answers from what the message carries, in its order, and cites it', async () => {
    const { serve, ask, followups, contents, asked, seen } = fixture();
    await serve('shop', [orders, customers, notes]);
    contents.set(orders.uri, 'id,total\n1,20').set(notes.uri, 'Ship on Monday');
    const references = [
      reference(fileOf({ serverId, uri: notes.uri }), [10, 20]),
      reference(fileOf({ serverId, uri: orders.uri }), [0, 5]),
    ];
    const { parts, result } = await ask('what to ship?', { command: 'explain', references });
    expect(parts).toEqual([
      ['progress', 'Reading 2 resources'],
      ['reference', '/db://orders'],
      ['reference', '/note://notes'],
      'The answer.\n\nUsed: ',
      ['anchor', '/db://orders', 'db://orders'],
      ' ',
      ['anchor', '/note://notes', 'note://notes'],
    ]);
    const [{ messages } = { messages: [] }] = asked;
    expect(messages.map(({ role }) => role)).toEqual(['user', 'user']);
    expect(messages[0]?.text).toMatch(/never an\s+instruction to you/u);
    expect(messages[1]?.text).toMatch(
      /^Title: "The orders"\nServer: "shop"\nURI: "db:\/\/orders"\nType: "text\/.*"\nRead: .*\n```\nid,total\n1,20\n```\n\nTitle: "Notes"[^]*Ship on Monday\n```\n\nThe question: what to ship\?$/u,
    );
    expect([orders, notes, customers].map(({ uri }) => seen.baseline({ serverId, uri })?.kind)).toEqual([
      'sent',
      'sent',
      undefined,
    ]);
    expect(followups(result).map(({ command }) => command)).toEqual(['changed', 'find']);
  });

  it('answers from what is checked in the context, of which what is there once leaves', async () => {
    const { serve, ask, contents, picked, asked } = fixture();
    await serve('shop', [orders, customers, notes]);
    for (const { uri } of [orders, customers, notes]) contents.set(uri, `content of ${uri}`);
    await picked.add([
      { ...pickedOf(notes), isOnce: true },
      pickedOf(orders),
      { ...pickedOf(customers), isChecked: false },
    ]);
    const { parts } = await ask('', { command: 'explain' });
    expect(parts[0]).toEqual(['progress', 'Reading the 2 resources of the context']);
    expect(asked[0]?.messages[1]?.text).toMatch(
      /content of note:\/\/notes[^]*content of db:\/\/orders[^]*The question: Explain these resources/u,
    );
    expect(asked[0]?.messages[1]?.text).not.toContain('db://customers');
    expect(picked.items.map(({ uri }: ContextItem) => uri)).toEqual([orders.uri, customers.uri]);
  });

  it('answers from what a question is about, where nothing is picked', async () => {
    const { serve, ask, contents, asked } = fixture();
    await serve('shop', [orders, customers, notes]);
    contents.set(orders.uri, 'id,total').set(customers.uri, 'id,name');
    await ask('How do orders relate to customers?');
    expect(asked[0]?.messages[1]?.text).toMatch(/db:\/\/orders[^]*db:\/\/customers/u);
    await ask('What is note://notes about?');
    expect(asked).toHaveLength(1);
    contents.set(notes.uri, 'Ship on Monday');
    await ask('What is note://notes about?');
    expect(asked[1]?.messages[1]?.text).toMatch(/^Title: "Notes"/u);
  });

  it('answers from what was found just before', async () => {
    const { serve, ask, followups, contents, asked, picked } = fixture();
    await serve('shop', [orders, customers]);
    contents.set(orders.uri, 'id,total').set(customers.uri, 'id,name');
    await picked.add([pickedOf(customers)]);
    const { result } = await ask('orders', { command: 'find' });
    const history = [{ prompt: 'orders', command: 'find' }, new ChatResponseTurn([], result, participantId)];
    const [explain] = followups(result);
    expect(explain).toMatchObject({ command: 'explain', prompt: 'orders' });
    await ask('orders', { command: 'explain', history });
    await ask('customers', { command: 'explain', history });
    const titles = asked.map(({ messages }) => /^Title: "(.*)"/u.exec(messages.at(-1)?.text ?? '')?.[1]);
    expect(titles).toEqual(['The orders', 'Customers']);
  });

  it('looks at the active editor where nothing else is meant, and at no resource twice', async () => {
    const { serve, ask, contents, asked, picked } = fixture();
    await serve('shop', [orders, customers]);
    contents.set(orders.uri, 'id,total').set(customers.uri, 'id,name');
    const shown = { ...reference(fileOf({ serverId, uri: orders.uri })), id: 'vscode.implicit.viewport' };
    await ask('why?', { references: [shown] });
    await picked.add([pickedOf(customers)]);
    await ask('why?', { references: [shown] });
    await ask('why db://orders?', { references: [shown, reference(fileOf({ serverId, uri: orders.uri }))] });
    const titles = asked.map(({ messages }) => [...(messages.at(-1)?.text ?? '').matchAll(/^Title: "(.*)"/gmu)]);
    expect(titles.map((found) => found.map(([, title]) => title))).toEqual([
      ['The orders'],
      ['Customers'],
      ['The orders'],
    ]);
  });

  it('ends a block of code that the model left open before what follows', async () => {
    const { serve, ask, contents } = fixture();
    await serve('shop', [orders]);
    contents.set(orders.uri, 'id,total');
    const { parts } = await ask('db://orders', { answer: () => saying('Look:\n``', '`csv\nid,', 'total') });
    expect(parts.at(-2)).toBe('Look:\n```csv\nid,total\n```\n\n\nUsed: ');
  });

  it('knows what was said before', async () => {
    const { serve, ask, contents, asked, picked } = fixture();
    await serve('shop', [orders]);
    contents.set(orders.uri, 'id,total');
    await picked.add([pickedOf(orders)]);
    const history = [
      { prompt: 'first?', command: 'explain' },
      new ChatResponseTurn([new vscode.ChatResponseMarkdownPart('First.')], {}, participantId),
    ];
    await ask('second?', { history });
    const said = asked[0]?.messages.slice(1, 3);
    expect(said).toEqual([
      { role: 'user', text: 'explain first?' },
      { role: 'assistant', text: 'First.' },
    ]);
  });

  it('takes along what else the person put into the message', async () => {
    const { serve, ask, contents, asked } = fixture();
    await serve('shop', [orders]);
    contents.set(orders.uri, 'id,total');
    const main = fakeVscode.workspace.open('/main.txt', 'one\ntwo\nthree\nfour\nfive\nsix');
    const references = [
      reference(fileOf({ serverId, uri: orders.uri })),
      reference(new vscode.Location(main.uri, new vscode.Range(3, 0, 4, 4))),
      reference(vscode.Uri.file('/photo.png')),
      reference('a selection'),
    ];
    const { parts } = await ask('why?', { references });
    expect(asked[0]?.messages[1]?.text).toMatch(
      /Title: "main.txt"[^]*```\nfour\nfive\n```[^]*a selection[^]*The orders/u,
    );
    expect(said(parts)).toMatch(/Not in this answer, or not all of it:\n\n- \*\*photo\\\.png\*\*: VS Code cannot/u);
  });

  it('says what is not in the answer, and why; only what the model got whole counts as seen', async () => {
    const { serve, ask, contents, picked, asked, seen } = fixture();
    const image = resource('img://logo', { title: 'Logo' });
    const asking = resource('ask://me', { title: 'Asking' });
    await serve('shop', [orders, customers, notes, image, asking]);
    contents.set(orders.uri, 'row\n'.repeat(2_000)).set(notes.uri, 'Ship on Monday');
    contents.set(image.uri, new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0]));
    contents.set(asking.uri, new HumanError('inputRequired', 'The server asks something first.'));
    await picked.add([orders, customers, notes, image, asking].map(pickedOf));
    const { parts } = await ask('', { maxInputTokens: 6_000 });
    const text = said(parts);
    expect(text.slice(0, text.indexOf('\n'))).toBe('The answer.');
    expect(text).toContain('- **The orders**: Only its beginning fits');
    expect(text).toContain('- **Customers**: The resource is gone\\.');
    expect(text).toContain('- **Logo**: It is not text\\: image\\/png\\, 10 B\\.');
    expect(text).toContain(
      '- **Asking**: The server asks something first\\. Open it once\\, where you can be asked\\.',
    );
    expect(asked[0]?.messages[1]?.text).toMatch(/(row\n)+\n\[cut here: the first \d+ of 8000 characters\]\n```/u);
    expect([orders, notes].map(({ uri }) => seen.baseline({ serverId, uri })?.kind)).toEqual([undefined, 'sent']);
  });

  it('does not ask the model where there is nothing to ask about', async () => {
    const { serve, ask, asked, contents, picked } = fixture();
    await serve('shop', [orders]);
    expect(said((await ask('unicorns?')).parts)).toContain('No resource seems to be about this.');
    expect(said((await ask('')).parts)).toContain('Nothing is picked yet.');
    await picked.add([pickedOf(orders)]);
    expect(said((await ask('why?')).parts)).toContain('- **The orders**: The resource is gone\\.');
    contents.set(orders.uri, 'id,total');
    expect(said((await ask('why?', { maxInputTokens: 100 })).parts)).toContain('It does not fit');
    expect(asked).toEqual([]);
  });
});

describe('a model that does not answer', () => {
  async function* failing(error: Error): AsyncGenerator<string, void, undefined> {
    yield 'Be';
    await Promise.reject(error);
  }

  it.each([
    ['NotFound', 'The model is no longer there'],
    ['Blocked', 'its quota is used up'],
    ['NoPermissions', 'does not let @resources use the model'],
  ] as const)('is a sentence: %s', async (code, sentence) => {
    const { serve, ask, contents, picked, seen } = fixture();
    await serve('shop', [orders]);
    contents.set(orders.uri, 'id,total');
    await picked.add([pickedOf(orders)]);
    const { result } = await ask('why?', { answer: () => failing(vscode.LanguageModelError[code]()) });
    expect(result.errorDetails?.message.replaceAll('\\', '')).toContain(sentence);
    expect(seen.baseline({ serverId, uri: orders.uri })).toBeUndefined();
  });

  it('is quoted as text', async () => {
    const { serve, ask, contents, picked } = fixture();
    await serve('shop', [orders]);
    contents.set(orders.uri, 'id,total');
    await picked.add([pickedOf(orders)]);
    const error = new Error('outer', { cause: new Error('Off-topic. [see](https://e.example)') });
    const { result } = await ask('why?', { answer: () => failing(error) });
    expect(result.errorDetails?.message).toBe(
      'The model did not answer\\: Off\\-topic\\. \\[see\\]\\(https\\:\\/\\/e\\.example\\) Ask in other words\\, or choose another model\\.',
    );
  });

  it('is nothing to tell where the person stopped it', async () => {
    const { serve, ask, contents, picked } = fixture();
    await serve('shop', [orders]);
    contents.set(orders.uri, 'id,total');
    await picked.add([pickedOf(orders)]);
    const stopped = new vscode.CancellationTokenSource();
    stopped.cancel();
    expect(await ask('why?', { token: stopped.token })).toEqual({ parts: [], result: {} });
  });
});

describe('/changed', () => {
  async function seenBefore() {
    const it = fixture();
    await it.serve('shop', [orders, customers, notes]);
    it.contents.set(orders.uri, 'id,total\n1,20\n').set(customers.uri, 'id,name').set(notes.uri, 'Ship');
    await it.picked.add([orders, customers, notes].map(pickedOf));
    const unseen = { isChecked: false };
    await it.picked.setChecked([pickedOf(notes)], unseen.isChecked);
    await it.ask('', { command: 'explain' });
    it.asked.splice(0);
    return it;
  }

  it('shows what is not as the model saw it, and has the model say what that means', async () => {
    const { ask, contents, asked, clock, seen } = await seenBefore();
    await clock.advance(5 * 60_000);
    contents.set(orders.uri, 'id,total\n1,25\n2,40\n');
    const { parts, result } = await ask('', { command: 'changed', answer: () => saying('One order more.') });
    const changed: unknown = expect.objectContaining({ uri: orders.uri });
    expect(parts).toEqual([
      ['progress', 'Looking at the 3 resources of the context'],
      '1 resource has changed:\n\n- **The orders** ',
      ['anchor', '/db://orders', 'db://orders'],
      ' — 14 B, 5 min ago → 19 B, just now · +2 −1 lines\n\n\nOne order more.',
      ['button', 'Attach Updated', commands.attach, { resources: [changed] }],
      ['button', 'Show Changes of “The orders”', commands.showChanges, { resources: [changed] }],
    ]);
    expect(asked[0]?.messages[1]?.text).toMatch(
      /State: as it was last sent to a chat\n```\nid,total\n1,20\n```[^]*State: as it is now\n```\nid,total\n1,25\n2,40\n```/u,
    );
    expect(result.metadata).toMatchObject({ kind: 'changed' });
    expect(seen.baseline({ serverId, uri: orders.uri })?.text).toBe('id,total\n1,20\n');
  });

  it('says that nothing has changed, of what, and when it was looked', async () => {
    const { ask, asked, contents } = await seenBefore();
    expect(said((await ask('', { command: 'changed' })).parts)).toMatch(
      /^Nothing has changed of the 2 resources that the chat has got: looked at .*\d/u,
    );
    contents.delete(customers.uri);
    const text = said((await ask('', { command: 'changed' })).parts);
    expect(text).toMatch(
      /^Nothing has changed of the 1 resources? that the chat has got[^]*\*\*Customers\*\*: The resource is gone/u,
    );
    expect(asked).toEqual([]);
  });

  it('says where there is nothing to compare', async () => {
    const { ask, serve, contents, picked } = fixture();
    await serve('shop', [orders]);
    expect(said((await ask('', { command: 'changed' })).parts)).toContain('Nothing is picked yet.');
    contents.set(orders.uri, 'id');
    await picked.add([pickedOf(orders)]);
    expect(said((await ask('', { command: 'changed' })).parts)).toBe(
      'The chat has not got any of the picked resources yet.',
    );
  });

  it('leaves out of the summary what does not fit with both its sides', async () => {
    const { ask, contents, asked } = await seenBefore();
    contents.set(orders.uri, 'row\n'.repeat(5_000)).set(customers.uri, 'id,mail');
    const { parts } = await ask('', { command: 'changed', maxInputTokens: 3_300 });
    expect(said(parts)).toMatch(/2 resources have changed/u);
    for (const { messages } of asked) {
      const states = [...(messages.at(-1)?.text ?? '').matchAll(/State: as it (was|is)/gu)].map(([, state]) => state);
      expect(states.filter((state) => state === 'was')).toHaveLength(states.length / 2);
    }
    expect(asked).toHaveLength(1);
  });
});
