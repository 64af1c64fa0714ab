import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import { commands, participant as participantId } from '../../../src/host/base/ids';
import { resource } from '../catalog/fixtures';
import { definition } from '../connection/fakeServer';
import { fakeVscode } from '../../support/vscode/fakeVscode';
import { day } from '../search/fixtures';
import { fileOf, fixture } from './fixture';

const participants = (): string[] => [...fakeVscode.models.participants.keys()];

const serverId = definition('shop').id;
const orders = resource('db://orders', { title: 'The orders', size: 1_500, mimeType: 'text/csv', priority: 0.5 });
const customers = resource('db://customers', { title: 'Customers' });
const notes = resource('note://notes', { title: 'Notes', priority: 1 });

function pickedOf({ uri, name, title, mimeType, size }: typeof orders) {
  return { serverId, uri, name, title, mimeType, size };
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
    const { serve, ask, clock, followups } = fixture();
    await serve('shop', [{ ...orders, lastModified: clock.now() - 3 * day }, customers, notes]);
    const { parts, result } = await ask('scheme:db', { command: 'find' });
    expect(parts).toEqual([
      'Found 2 of 3 resources:\n\n- **The orders** ',
      ['anchor', '/db://orders', 'db://orders'],
      ' — shop · text\\/csv · 1\\.5 kB · 3 d\n- **Customers** ',
      ['anchor', '/db://customers', 'db://customers'],
      ' — shop\n',
      ['button', 'Attach All 2', commands.attach, { resources: [pickedOf(orders), pickedOf(customers)] }],
      ['button', 'Attach “The orders”', commands.attach, { resources: [pickedOf(orders)] }],
      ['button', 'Attach “Customers”', commands.attach, { resources: [pickedOf(customers)] }],
    ]);
    expect(followups(result)).toEqual([{ command: 'changed', prompt: '', label: 'What has changed?' }]);
  });

  it('shows the first ten, and leads to the panel for the rest', async () => {
    const { serve, ask } = fixture();
    await serve(
      'shop',
      Array.from({ length: 12 }, (_, at) => resource(`db://t${at}`)),
    );
    const { parts } = await ask('', { command: 'find' });
    expect(said(parts)).toContain('Found 12 of 12 resources. The first 10:');
    const all = buttons(parts);
    expect([all.length, all[0], all.at(-1)]).toEqual([
      12,
      ['Attach All 10', commands.attach, { resources: expect.any(Array) as unknown }],
      ['Show All in Search', commands.search, ''],
    ]);
  });

  it('offers to show what is hidden, where all is', async () => {
    const hidden = { count: 2, label: '2 hidden', sentence: 'Not shown: shop.' };
    const { ask } = fixture({ visibility: { summary: () => Promise.resolve(hidden) } });
    const { parts } = await ask('orders', { command: 'find' });
    expect([said(parts), buttons(parts)]).toEqual([
      '**All resources are hidden**\n\nNot shown\\: shop\\.\n\n',
      [['Show', commands.showHidden]],
    ]);
  });

  it('says why nothing is there and what to do', async () => {
    const { serve, ask, followups } = fixture();
    const none = await ask('orders', { command: 'find' });
    expect(said(none.parts)).toContain('No MCP servers are configured');
    expect(buttons(none.parts).map((button) => (button as unknown[]).slice(0, 2))).toEqual([
      ['Add Server…', 'workbench.mcp.addConfiguration'],
      ['Open User Configuration', 'workbench.mcp.openUserMcpJson'],
    ]);
    await serve('shop', [orders]);
    const { parts, result } = await ask('unicorns', { command: 'find' });
    expect(said(parts)).toBe('**No resources found**\n\nRemove “unicorns” to see 1 result\\.\n\n');
    expect(followups(result)).toEqual([{ command: 'find', prompt: '', label: 'List the most important resources' }]);
  });

  it('lists what has most words of a question, where nothing has all of them; filters hold', async () => {
    const { serve, ask } = fixture();
    await serve('shop', [orders, customers, notes]);
    const { parts } = await ask('How do the orders relate to unicorns?', { command: 'find' });
    expect(said(parts)).toMatch(
      /^No resources match all of your search words\. Best matches:\n\n- \*\*The orders\*\*.*\n$/u,
    );
    expect(buttons(parts)).toEqual([['Attach “The orders”', commands.attach, { resources: [pickedOf(orders)] }]]);
    const filtered = await ask('How do orders relate to customers? scheme:note', { command: 'find' });
    expect(said(filtered.parts)).toMatch(/^\*\*No resources found\*\*/u);
  });

  it('is nothing to tell where the user stopped it', async () => {
    const { serve, ask } = fixture();
    await serve('shop', [orders]);
    const stopped = new vscode.CancellationTokenSource();
    stopped.cancel();
    expect(await ask('orders', { command: 'find', token: stopped.token })).toEqual({ parts: [], result: {} });
  });

  it('says what it does not understand of the words', async () => {
    const { serve, ask } = fixture();
    await serve('shop', [orders]);
    const { parts } = await ask('orders size:big', { command: 'find' });
    expect(said(parts)).toMatch(/^.*size.*\n\nFound 1 of 1 resources:/u);
  });

  it('shows what servers wrote as text', async () => {
    const { serve, ask } = fixture();
    const evil = '[x](command:y) ![p](https://e.example)';
    await serve('shop', [resource('db://a', { title: evil, mimeType: '<b>https://e.example</b>' })]);
    const { parts } = await ask('', { command: 'find' });
    expect(said(parts)).toBe(
      'Found 1 of 1 resources:\n\n- **\\[x\\]\\(command\\:y\\) \\!\\[p\\]\\(https\\:\\/\\/e\\.example\\)** ' +
        ' — shop · \\<b\\>https\\:\\/\\/e\\.example\\<\\/b\\>\n',
    );
    expect(parts.at(-1)).toEqual(expect.arrayContaining(['button', expect.not.stringContaining('](')]));
  });
});

const askTheChat = 'To ask about resources, attach them and send your question without `@resources`.';
const askAgain = 'To ask about these resources, attach them again and send your question without `@resources`.';

/** References that VS Code adds by itself. */
const ofVscode = [
  { id: 'vscode.customizations.index', value: '<instructions>orders, customers, notes</instructions>' },
  { id: 'vscode.prompt.instructions.root__file:///w/AGENTS.md', value: vscode.Uri.file('/w/AGENTS.md') },
  {
    id: 'vscode.implicit.selection',
    value: new vscode.Location(vscode.Uri.file('/w/a.ts'), new vscode.Position(1, 0)),
  },
];

function attached(...resources: readonly (typeof orders)[]) {
  return resources.map(({ uri }) => ({ id: uri, value: fileOf({ serverId, uri }) }));
}

describe('a message without a command', () => {
  it('finds resources as /find does', async () => {
    const { serve, ask } = fixture();
    await serve('shop', [orders, customers]);
    expect((await ask('orders')).parts).toEqual((await ask('orders', { command: 'find' })).parts);
  });

  it('whose words no resource has may be a question: it says who answers these', async () => {
    const { serve, ask } = fixture();
    await serve('shop', [orders]);
    expect(said((await ask('unicorns?')).parts).startsWith(`${askTheChat}\n\n**No resources found**`)).toBe(true);
    const { parts } = await ask('orders unicorns');
    expect(said(parts).startsWith(`${askTheChat}\n\nNo resources match all of your search words.`)).toBe(true);
  });

  it('that is a question finds what it is about, not what has its other words, and offers to attach it', async () => {
    const { serve, ask } = fixture();
    const chatty = resource('note://chatty', { title: 'Whatever customers do, they say' });
    await serve('shop', [chatty, orders, customers]);
    expect(said((await ask('what do the customers say', { command: 'find' })).parts)).toMatch(
      /^Found 1 of 3 resources:/u,
    );
    const { parts } = await ask('what do the customers say');
    expect(said(parts).startsWith(`${askTheChat}\n\nBest matches for your question:\n\n- **Customers**`)).toBe(true);
    expect(buttons(parts).map((button) => (button as unknown[]).slice(0, 2))).toEqual([
      ['Attach All 2', commands.attach],
      ['Attach “Customers”', commands.attach],
      ['Attach “Whatever customers do, they say”', commands.attach],
    ]);
  });

  it('of common words alone is searched for as it is', async () => {
    const { serve, ask } = fixture();
    await serve('shop', [resource('note://how', { title: 'How to find it' }), orders]);
    expect(said((await ask('how to find it')).parts)).toContain('**How to find it**');
  });

  it('is about what the user wrote: what VS Code adds and names of references are no words of it', async () => {
    const { serve, ask } = fixture();
    await serve('shop', [orders, customers, notes]);
    const prompt = '#notes what has #customers of orders?';
    const references = [
      { id: 'file', value: vscode.Uri.file('/w/customers.md'), range: [16, 26] as [number, number] },
      ...ofVscode,
    ];
    const toolReferences = [{ name: 'notes', range: [0, 6] as [number, number] }];
    const { parts } = await ask(prompt, { references, toolReferences });
    expect(buttons(parts)).toEqual([['Attach “The orders”', commands.attach, { resources: [pickedOf(orders)] }]]);
  });

  it('gives back what was attached to it, because no model has read that', async () => {
    const { serve, ask } = fixture();
    await serve('shop', [orders, customers]);
    const again = ['Attach Again', commands.attach, { resources: [pickedOf(customers)] }];
    const references = [...ofVscode, ...attached(customers)];
    const { parts } = await ask('What do the orders say?', { references });
    expect(said(parts).startsWith(askAgain)).toBe(true);
    expect(buttons(parts).at(-1)).toEqual(again);
    const empty = await ask('', { references });
    expect([said(empty.parts).endsWith(askAgain), buttons(empty.parts).at(-1)]).toEqual([true, again]);
  });

  it.each([' ', 'help', 'Help!', '?', '帮助'])(
    'that is “%s” says what can be done, and starts no server',
    async (text) => {
      let isAwake = false;
      const { serve, ask, picked, followups } = fixture({ wake: () => (isAwake = true) });
      await serve('shop', [orders]);
      const { parts, result } = await ask(text);
      expect(said(parts)).toMatch(/^Type keywords or a question to find and attach resources .*`\/changed` shows/u);
      expect(said(parts).endsWith(askTheChat)).toBe(true);
      expect(buttons(parts)).toEqual([['Search Resources', commands.search]]);
      expect(followups(result).map(({ command }) => command)).toEqual(['find']);
      await picked.add([pickedOf(orders)]);
      expect(buttons((await ask('')).parts).at(-1)).toEqual(['Attach Context', commands.attachContext]);
      expect(isAwake).toBe(false);
    },
  );
});

describe('/explain', () => {
  it('says what took its place, and finds what the question is about', async () => {
    const { serve, ask } = fixture();
    await serve('shop', [orders, customers, notes]);
    const { parts } = await ask('What do the orders say about refunds?', { command: 'explain' });
    expect(said(parts).startsWith(`${askTheChat}\n\nBest matches for your question:`)).toBe(true);
    expect(buttons(parts)).toHaveLength(1);
    expect(said((await ask('unicorns?', { command: 'explain' })).parts).split(askTheChat)).toHaveLength(2);
  });

  it('without words offers to attach what is checked', async () => {
    const { serve, ask, picked } = fixture();
    await serve('shop', [orders]);
    await picked.add([pickedOf(orders)]);
    expect((await ask('', { command: 'explain' })).parts).toEqual((await ask('')).parts);
  });
});

describe('/changed', () => {
  async function seenBefore() {
    const it = fixture();
    await it.serve('shop', [orders, customers, notes]);
    it.contents.set(orders.uri, 'id,total\n1,20\n').set(customers.uri, 'id,name').set(notes.uri, 'Ship');
    await it.picked.add([orders, customers, notes].map(pickedOf));
    await it.picked.setChecked([pickedOf(notes)], false);
    for (const { uri } of [orders, customers]) {
      const address = { serverId, uri };
      it.seen.mark(address, await it.cache.get(address), 'sent');
    }
    return it;
  }

  it('shows what is not as the model saw it, and offers the differences', async () => {
    const { ask, contents, clock, seen, followups } = await seenBefore();
    await clock.advance(5 * 60_000);
    contents.set(orders.uri, 'id,total\n1,25\n2,40\n');
    const { parts, result } = await ask('', { command: 'changed' });
    const changed: unknown = expect.objectContaining({ uri: orders.uri });
    expect(parts).toEqual([
      ['progress', 'Checking 3 resources'],
      '1 resource has changed:\n\n- **The orders** ',
      ['anchor', '/db://orders', 'db://orders'],
      ' — 14 B, 5 min ago → 19 B, just now · +2 −1 lines\n',
      ['button', 'Attach Updated Resources', commands.attach, { resources: [changed] }],
      ['button', 'Show Changes in “The orders”', commands.showChanges, { resources: [changed] }],
    ]);
    expect(followups(result)).toEqual([]);
    expect(seen.baseline({ serverId, uri: orders.uri })?.text).toBe('id,total\n1,20\n');
  });

  it('says that nothing has changed, in what, and when it was checked', async () => {
    const { ask, contents } = await seenBefore();
    expect(said((await ask('', { command: 'changed' })).parts)).toMatch(
      /^2 resources checked at .*\d.*: no changes\.$/u,
    );
    contents.delete(customers.uri);
    contents.set(notes.uri, new HumanError('inputRequired', 'The server asks something first.'));
    const text = said((await ask('', { command: 'changed' })).parts);
    expect(text).toMatch(/^1 resource checked at .*: no changes\.\n\nCouldn’t read:\n\n- \*\*Customers\*\*: /u);
    expect(text).toContain('- **Notes**: The server asks something first\\.');
  });

  it('speaks of what the message has attached, also when the context is empty', async () => {
    const { ask, contents, picked, clock } = await seenBefore();
    await picked.clear();
    await clock.advance(5 * 60_000);
    contents.set(orders.uri, 'id,total\n1,25\n').set(customers.uri, 'id,name,city');
    const range = new vscode.Range(0, 0, 1, 0);
    const excerpt = new vscode.Location(fileOf({ serverId, uri: orders.uri }), range);
    const references = [...ofVscode, { id: 'excerpt', value: excerpt }, ...attached(orders)];
    const resources = [pickedOf(orders)];
    const { parts } = await ask('', { command: 'changed', references });
    expect(parts).toEqual([
      ['progress', 'Checking 1 resource'],
      '1 resource has changed:\n\n- **The orders** ',
      ['anchor', '/db://orders', 'db://orders'],
      ' — 14 B, 5 min ago → 14 B, just now · +1 −1 lines\n',
      ['button', 'Attach Updated Resources', commands.attach, { resources }],
      ['button', 'Show Changes in “The orders”', commands.showChanges, { resources }],
      ['button', 'Attach Again', commands.attach, { resources }],
    ]);
  });

  it('speaks of what earlier messages had, where nothing is attached and the context was emptied', async () => {
    const { ask, contents, picked, clock } = await seenBefore();
    await picked.clear();
    await clock.advance(5 * 60_000);
    contents.set(orders.uri, 'id,total\n1,25\n');
    const { parts } = await ask('', { command: 'changed' });
    const resources = [pickedOf(orders)];
    expect(parts).toEqual([
      ['progress', 'Checking 2 resources'],
      'Nothing is attached and the context is empty, so resources from earlier messages are checked for changes instead.\n\n1 resource has changed:\n\n- **The orders** ',
      ['anchor', '/db://orders', 'db://orders'],
      ' — 14 B, 5 min ago → 14 B, just now · +1 −1 lines\n',
      ['button', 'Attach Updated Resources', commands.attach, { resources }],
      ['button', 'Show Changes in “The orders”', commands.showChanges, { resources }],
    ]);
  });

  it('speaks of what the message has attached and of the rest of the context, each once', async () => {
    const { ask, contents } = await seenBefore();
    for (const { uri } of [orders, customers]) contents.set(uri, 'new');
    const { parts } = await ask('', { command: 'changed', references: attached(customers) });
    expect(parts[0]).toEqual(['progress', 'Checking 3 resources']);
    const [updated] = buttons(parts);
    expect(updated).toEqual([
      'Attach Updated Resources',
      commands.attach,
      { resources: [pickedOf(customers), expect.objectContaining(pickedOf(orders))] },
    ]);
  });

  it('says where there is nothing to compare', async () => {
    const { ask, serve, contents, picked } = fixture();
    await serve('shop', [orders]);
    const none = await ask('', { command: 'changed' });
    expect([said(none.parts), buttons(none.parts)]).toEqual([
      'There is nothing to compare yet. Attach a resource to the chat first.',
      [['Search Resources', commands.search]],
    ]);
    contents.set(orders.uri, 'id');
    await picked.add([pickedOf(orders)]);
    expect(said((await ask('', { command: 'changed' })).parts)).toBe(
      'There is nothing to compare yet. No previous version was attached or sent.',
    );
  });

  it('shows what servers say about a failure as text', async () => {
    const { ask, serve, contents, picked } = fixture();
    await serve('shop', [orders]);
    contents.set(orders.uri, new HumanError('serverError', 'Down. [see](https://e.example)'));
    await picked.add([pickedOf(orders)]);
    const told = said((await ask('', { command: 'changed' })).parts);
    expect(told).not.toContain('nothing to compare');
    expect(told).toContain('- **The orders**: Down\\. \\[see\\]\\(https\\:\\/\\/e\\.example\\)');
  });
});
