import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import { commands, participant as participantId } from '../../../src/host/base/ids';
import { resource } from '../catalog/fixtures';
import { definition } from '../connection/fakeServer';
import { fakeVscode } from '../../support/vscode/fakeVscode';
import { day } from '../search/fixtures';
import { fixture } from './fixture';

const participants = (): string[] => [...fakeVscode.models.participants.keys()];

const serverId = definition('shop').id;
const orders = resource('db://orders', { title: 'The orders', size: 1_500, mimeType: 'text/csv', priority: 0.5 });
const customers = resource('db://customers', { title: 'Customers' });
const notes = resource('note://notes', { title: 'Notes', priority: 1 });

/** The two buttons of an answer with these resources. */
function buttonsFor(searchText: string, ...resources: readonly (typeof orders)[]) {
  const picked = resources.map(({ uri, name, title, mimeType, size }) => ({
    ...{ serverId, uri, name, title, mimeType, size },
  }));
  return [
    ['button', 'Attach All', commands.attach, { resources: picked }],
    ['button', 'Show in Search', commands.search, searchText],
  ];
}

function buttons(parts: readonly unknown[]): unknown[] {
  return parts.filter((part) => Array.isArray(part) && part[0] === 'button');
}

function said(parts: readonly unknown[]): string {
  return parts.filter((part) => typeof part === 'string').join('');
}

describe('@resources', () => {
  it('is what package.json says', () => {
    fixture();
    const file = new URL('../../../package.json', import.meta.url);
    const { contributes } = JSON.parse(readFileSync(file, 'utf8')) as {
      contributes: { chatParticipants: object[] };
    };
    expect(contributes.chatParticipants).toEqual([
      {
        id: participantId,
        name: 'resources',
        fullName: '%participant.fullName%',
        description: '%participant.description%',
        isSticky: false,
      },
    ]);
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

  it('lists what the search finds, with links and two buttons', async () => {
    const { serve, ask, clock } = fixture();
    await serve('shop', [{ ...orders, lastModified: clock.now() - 3 * day }, customers, notes]);
    expect(await ask(' scheme:db ')).toEqual({
      parts: [
        'Found 2 of 3 resources:\n\n- **The orders** ',
        ['anchor', '/db://orders', 'db://orders'],
        ' — shop · text\\/csv · 1\\.5 kB · 3 d\n- **Customers** ',
        ['anchor', '/db://customers', 'db://customers'],
        ' — shop\n',
        ...buttonsFor('scheme:db', orders, customers),
      ],
      result: {},
    });
  });

  it('lists the first ten of all without a word', async () => {
    const { serve, ask } = fixture();
    const all = Array.from({ length: 12 }, (_, at) => resource(`db://t${at}`));
    await serve('shop', all);
    const { parts } = await ask('');
    expect(said(parts)).toContain('Found 12 of 12 resources. The first 10:');
    const [[, , ...attach] = [], search] = buttonsFor('', ...all.slice(0, 10));
    expect(buttons(parts)).toEqual([['button', 'Attach These 10', ...attach], search]);
  });

  it('says why nothing is there, and leads to the search page, which has buttons for it', async () => {
    const { serve, ask } = fixture();
    const showIn = (text: string) => ['button', 'Show in Search', commands.search, text];
    const none = await ask('orders');
    expect(said(none.parts)).toMatch(/^\*\*No MCP servers are configured\*\*\n\nAdd a server/u);
    expect(buttons(none.parts)).toEqual([showIn('orders')]);
    await serve('shop', [orders]);
    expect((await ask('unicorns')).parts).toEqual([
      '**No resources found**\n\nRemove “unicorns” to see more \\(1\\)\\.',
      showIn('unicorns'),
    ]);
    const hidden = { count: 2, label: '2 hidden', sentence: 'Not shown: shop.' };
    const { ask: askHidden } = fixture({ visibility: { summary: () => Promise.resolve(hidden) } });
    expect((await askHidden('')).parts[0]).toBe('**All resources are hidden**\n\nNot shown\\: shop\\.');
  });

  it('lists what has most words, where nothing has all of them; filters hold', async () => {
    const { serve, ask } = fixture();
    await serve('shop', [orders, customers, notes]);
    const { parts } = await ask('scheme:db orders unicorns');
    expect(said(parts)).toMatch(
      /^No resources match all of your search words\. Best matches:\n\n- \*\*The orders\*\*/u,
    );
    expect(buttons(parts)).toEqual(buttonsFor('scheme:db order', orders));
    expect(said((await ask('How do orders relate to customers? scheme:note')).parts)).toMatch(
      /^\*\*No resources found\*\*/u,
    );
  });

  it('of a question lists what it is about, not what has its other words, and says who answers it', async () => {
    const { serve, ask } = fixture();
    const chatty = resource('note://chatty', { title: 'Whatever customers do, they say' });
    await serve('shop', [chatty, orders, customers]);
    const { parts } = await ask('what do the customers say');
    expect(said(parts)).toMatch(
      /^Best matches for your question\. To get an answer, attach them and send your question without `@resources`:\n\n- \*\*Customers\*\*/u,
    );
    expect(buttons(parts)).toEqual(buttonsFor('customer', customers, chatty));
  });

  it('of common words alone searches for them as they are', async () => {
    const { serve, ask } = fixture();
    await serve('shop', [resource('note://how', { title: 'How to find it' }), orders]);
    expect(said((await ask('how to find it')).parts)).toContain('**How to find it**');
  });

  it('says nothing where the user stopped it', async () => {
    const { serve, ask } = fixture();
    await serve('shop', [orders]);
    const stopped = new vscode.CancellationTokenSource();
    stopped.cancel();
    expect(await ask('orders', stopped.token)).toEqual({ parts: [], result: {} });
  });

  it.each([
    ['size:big', /^.*size.*\n\nFound 1 of 1 resources:/u],
    ['server:unicorns', /^.*unicorns.*\n\n\*\*No resources found\*\*/u],
  ])('says what it does not understand of the words: %s', async (filter, sentence) => {
    const { serve, ask } = fixture();
    await serve('shop', [orders]);
    expect(said((await ask(`orders ${filter}`)).parts)).toMatch(sentence);
  });

  it('shows a failure, as text', async () => {
    const message = 'Down. [see](https://e.example)';
    const index = { search: () => Promise.reject(new HumanError('serverError', message)) };
    const { serve, ask } = fixture({ index });
    await serve('shop', [orders]);
    expect((await ask('orders')).result).toEqual({
      errorDetails: { message: 'Down\\. \\[see\\]\\(https\\:\\/\\/e\\.example\\)' },
    });
  });

  it('shows what servers wrote as text', async () => {
    const { serve, ask } = fixture();
    const evil = '[x](command:y) ![p](https://e.example)';
    await serve('shop', [resource('db://a', { title: evil, mimeType: '<b>https://e.example</b>' })]);
    expect(said((await ask('')).parts)).toBe(
      'Found 1 of 1 resources:\n\n- **\\[x\\]\\(command\\:y\\) \\!\\[p\\]\\(https\\:\\/\\/e\\.example\\)** ' +
        ' — shop · \\<b\\>https\\:\\/\\/e\\.example\\<\\/b\\>\n',
    );
  });
});
