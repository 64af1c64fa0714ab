import { beforeEach, describe, expect, it } from 'vitest';
import { Uri, workspace } from 'vscode';
import { comparedScheme } from '../../../../src/core/content/virtualScheme';
import { Emitter } from '../../../../src/core/base/event';
import type { Content } from '../../../../src/core/content/content';
import type { ResourceAddress } from '../../../../src/core/resource/address';
import type { Seen } from '../../../../src/core/context/seenContents';
import { SeenDocuments } from '../../../../src/host/context/seenDocuments';
import { sha256 } from '../../../../src/node/base/sha256';
import { FakeClock, settle } from '../../../support/fakeClock';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { needsOf } from '../../../support/needsOf';
import { own } from '../../../support/own';

const { executed } = fakeVscode.commands;

const orders = {
  serverId: 'shop',
  uri: 'db:orders',
  name: 'orders',
  title: undefined,
  mimeType: undefined,
  size: undefined,
};
const clock = new FakeClock();
const before: Seen = {
  kind: 'sent',
  at: clock.now() - 5 * 60_000,
  hash: 'one',
  size: 3,
  mimeType: 'text/plain',
  text: 'old',
};
let baseline: Seen | undefined;
let bytes: Uint8Array;
let failure: Error | undefined;
let documents: SeenDocuments;
let opened: unknown[];
let changes: Emitter<ResourceAddress>;
/** Texts that VS Code is to ask for again. */
let renewed: string[];
let held: number;

beforeEach(() => {
  fakeVscode.press(undefined);
  baseline = before;
  bytes = new TextEncoder().encode('new!');
  failure = undefined;
  [opened, renewed, held, changes] = [[], [], 0, own(new Emitter())];
  const content = () => ({ bytes, parts: [], readAt: clock.now() }) as unknown as Content;
  documents = own(
    new SeenDocuments(
      needsOf({
        clock,
        cache: {
          get: () => (failure ? Promise.reject(failure) : Promise.resolve(content())),
          peek: content,
          onDidChange: changes.event,
        },
        files: {
          uri: () => Uri.from({ scheme: 'mcpres', path: '/orders.txt' }),
          addressOf: ({ scheme, fragment }: Uri) => (scheme === 'mcpres' && fragment === '' ? orders : undefined),
        },
        seen: { baseline: () => baseline },
        live: { hold: () => ((held += 1), { dispose: () => (held -= 1) }) },
        describe: () => orders,
        actions: {
          get: () => Promise.resolve({ actions: { open: (all: readonly unknown[]) => void opened.push(...all) } }),
        },
        log: silent,
      }) as unknown as ConstructorParameters<typeof SeenDocuments>[0],
      (uri) => void renewed.push(uri.toString()),
    ),
  );
  own(workspace.registerTextDocumentContentProvider(comparedScheme, documents));
});

const show = (): Promise<void> => documents.showChanges(orders, { preview: true });

describe('changes of a text', () => {
  it('are the difference between what the chat got, with its time, and what was read last', async () => {
    await show();
    const [[command, old, now, title] = []] = executed;
    const time = new Date(before.at).toLocaleString('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    expect([command, title]).toEqual(['vscode.diff', `orders: version sent ${time} ↔ latest version`]);
    for (const side of [old, now]) expect(side).toMatchObject({ scheme: 'mcpres-seen', path: '/orders.txt' });
    expect(documents.provideTextDocumentContent(old as Uri)).toBe('old');
    expect(documents.provideTextDocumentContent(now as Uri)).toBe('new!');
  });

  it('renew themselves in place while they are open, which is said', async () => {
    await show();
    const [[, old, now] = []] = executed as [string, Uri, Uri][];
    const [oldDocument, document] = [old!, now!].map((uri) => {
      return fakeVscode.workspace.open(uri, documents.provideTextDocumentContent(uri));
    });
    bytes = new TextEncoder().encode('newer');
    changes.fire({ ...orders, uri: 'db:others' });
    expect([renewed, held]).toEqual([[], 1]);
    changes.fire(orders);
    expect([renewed, fakeVscode.window.statusBarMessages]).toEqual([
      [now!.toString()],
      ['“orders” changed again: the comparison shows its latest version'],
    ]);
    expect([old!, now!].map((uri) => documents.provideTextDocumentContent(uri))).toEqual(['old', 'newer']);
    bytes = new Uint8Array([0xff, 0, 1]);
    expect(documents.provideTextDocumentContent(now!)).toBe('The latest version isn’t text.');
    for (const one of [oldDocument!, document!]) fakeVscode.workspace.close(one);
    changes.fire(orders);
    expect([renewed.length, held]).toEqual([1, 0]);
  });

  it('are shown in the same tab again', async () => {
    await show();
    bytes = new TextEncoder().encode('newer');
    await show();
    expect(executed[1]?.slice(1, 3).map(String)).toEqual(executed[0]?.slice(1, 3).map(String));
  });

  it('are the sizes where nearly all of it is different: VS Code would give up', async () => {
    const lines = (word: string): string =>
      Array.from({ length: 2_000 }, (_, at) => `${word} a request ${at}\n`).join('');
    baseline = { ...before, text: lines('yesterday') };
    bytes = new TextEncoder().encode(lines('today'));
    await show();
    expect([executed, fakeVscode.shownTexts]).toEqual([
      [],
      [expect.stringContaining('Too much has changed to compare line by line.')],
    ]);
    expect(fakeVscode.messages.asked.at(-1)?.buttons).toEqual(['Open']);
  });

  it('do not become others when the chat gets something else meanwhile', async () => {
    await show();
    baseline = { ...before, hash: 'two', text: 'other' };
    expect(() => documents.provideTextDocumentContent(executed[0]?.[1] as Uri)).toThrow('no longer available');
  });

  it('are none where it is the same, and where the chat never got it', async () => {
    bytes = new TextEncoder().encode('old');
    baseline = { ...before, hash: sha256('old') };
    await show();
    baseline = undefined;
    await show();
    expect([executed, fakeVscode.shownTexts]).toEqual([
      [],
      [expect.stringContaining('hasn’t changed since'), expect.stringContaining('nothing to compare')],
    ]);
  });

  it('cannot be shown while it cannot be read, which is reported', async () => {
    failure = new Error('away');
    await expect(show()).rejects.toThrow('away');
  });
});

describe('changes of what is no text', () => {
  it('are its sizes and times, with a way to see what is there', async () => {
    baseline = { ...before, text: undefined, size: 1_500 };
    bytes = new Uint8Array([0xff, 0, 1]);
    fakeVscode.press('Open');
    await show();
    await settle();
    expect(fakeVscode.shownTexts).toEqual([
      '“orders” has changed. Size when attached or sent (5 min ago): 1.5 kB (1,500 bytes). Size when last read (just now): 3 B. Only text can be compared line by line.',
    ]);
    expect([executed, opened]).toEqual([[], [orders]]);
  });

  it('are none where the bytes are the same', async () => {
    bytes = new Uint8Array([0xff, 0, 1]);
    baseline = { ...before, text: undefined, hash: sha256(bytes) };
    await show();
    expect(fakeVscode.shownTexts).toEqual(['“orders” hasn’t changed since you last attached or sent it (5 min ago).']);
  });

  it('say why the text of then is not there', async () => {
    for (const size of [3, 300_000]) {
      baseline = { ...before, text: undefined, size };
      await show();
    }
    expect(fakeVscode.messages.asked.map(({ buttons }) => buttons)).toEqual([['Open'], ['Open']]);
    expect(fakeVscode.shownTexts.map((text) => /(The previous version .*)$/u.exec(text)?.[1])).toEqual([
      'The previous version is no longer available.',
      'The previous version was too large to compare (over 262 kB).',
    ]);
  });
});
