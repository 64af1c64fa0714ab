import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Uri, window, type Disposable } from 'vscode';
import type { Repetition } from '../../../../src/shared/protocol';
import { emptyQuery } from '../../../../src/shared/searchQuery';
import { HumanError } from '../../../../src/core/base/errors';
import { Emitter } from '../../../../src/core/base/event';
import { views } from '../../../../src/host/base/ids';
import { searchViewOptions } from '../../../../src/host/base/registrar';
import { SearchPage } from '../../../../src/host/panel/searchPage';
import { SearchPanel } from '../../../../src/host/panel/searchPanel';
import { FakeClock, settle } from '../../../support/fakeClock';
import { FakeStore } from '../../../support/fakeStore';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

let clock: FakeClock;
let changed: Emitter<void>;
let listed: Emitter<void>;
let isFurtherPage: boolean;
let savedChanged: Emitter<void>;
let kept: FakeStore;
let panel: SearchPanel;
let registered: Disposable | undefined;
let shows: number;
let hides: number;
/** The page's requests. */
let asked: [string, unknown][];
let answers: { search: () => unknown; repeat: () => Promise<Repetition | undefined> };

const unused = {} as Omit<
  ConstructorParameters<typeof SearchPage>[0],
  'changes' | 'catalog' | 'savedSearches' | 'clock' | 'log'
>;
const found = { queryId: 1.5, reply: {} } as Repetition;
/** The page gets the answer to its last query as it is now. */
const repeated = ['repeated', found];

beforeEach(() => {
  clock = new FakeClock();
  changed = new Emitter();
  listed = new Emitter();
  isFurtherPage = false;
  savedChanged = new Emitter();
  kept = new FakeStore();
  [shows, hides, asked] = [0, 0, []];
  answers = { search: () => 'found', repeat: () => Promise.resolve(found) };
  panel = newPanel();
});

afterEach(() => {
  registered?.dispose();
  panel.dispose();
  expect([clock.pending, changed.hasListeners, listed.hasListeners, savedChanged.hasListeners]).toEqual([
    [],
    false,
    false,
    false,
  ]);
  expect(fakeVscode.views.webviewProviders.size).toBe(0);
});

function newPanel(): SearchPanel {
  const handler = (name: string, answer: () => unknown) => (params: unknown) => {
    asked.push([name, params]);
    return answer();
  };
  // Its own answers are tested in searchPage.test.ts.
  const handlers = {
    start: handler('start', () => 'started'),
    search: handler('search', () => answers.search()),
  } as unknown as SearchPage['handlers'];
  class AnsweredPage extends SearchPage {
    override readonly handlers = handlers;
    override readonly repeat = () => answers.repeat();
  }
  const page = new AnsweredPage({
    changes: [changed.event],
    catalog: {
      onDidChange: listed.event,
      get isFurtherPage() {
        return isFurtherPage;
      },
    },
    savedSearches: { names: ['Mine'], onDidChange: savedChanged.event },
    clock,
    log: silent,
    ...unused,
  });
  const created = new SearchPanel(page, {
    extensionUri: Uri.file('/extension'),
    savedSearches: { handlers: () => ({}) as never },
    clock,
    workspaceStore: kept,
    onDidShow: () => (shows += 1),
    onDidHide: () => (hides += 1),
  });
  registered?.dispose();
  registered = window.registerWebviewViewProvider(views.search, created, searchViewOptions);
  return created;
}

type View = Awaited<ReturnType<typeof fakeVscode.views.openWebview>>;

const open = (): Promise<View> => fakeVscode.views.openWebview('mcpResources.search');

async function request(view: View, method: string, params: unknown = null, id = 1): Promise<void> {
  view.webview.receive({ kind: 'request', id, method, params });
  await settle();
}

/** Returns the events sent to the page since the last call, without answers and the names of saved searches. */
function events({ webview }: View): unknown[] {
  const all = webview.posted.splice(0) as { kind: string; name: string; value: unknown }[];
  return all.flatMap(({ kind, name, value }) => (kind === 'event' && name !== 'savedSearches' ? [[name, value]] : []));
}

describe('the page', () => {
  it('is put up with its own files alone, and a new nonce each time', async () => {
    const { webview } = await open();
    expect(webview.options).toEqual({ enableScripts: true, localResourceRoots: [Uri.file('/extension/dist')] });
    const nonces = [...webview.html.matchAll(/nonce[-="]+([0-9a-f]{32})/gu)].map(([, nonce]) => nonce);
    expect(new Set(nonces).size).toBe(1);
    const addresses = [...webview.html.matchAll(/(?:src|href)="([^"]+)"/gu)].map(
      ([, address = '']) => new URL(address),
    );
    expect(addresses.map(({ pathname }) => pathname)).toEqual(
      ['codicon.css', 'webview-style.css', 'webview.js'].map((name) => `/extension/dist/${name}`),
    );
    expect(webview.html).toMatch(/<html lang="en"/u);
    expect(webview.html).toContain('Search resources by title, name, description or URI');
    const again = await open();
    expect(again.webview.html).not.toContain(nonces[0]);
    expect(shows).toBe(2);
  });

  it('gets answers, and a sentence where something fails', async () => {
    const view = await open();
    await request(view, 'search', { query: emptyQuery }, 7);
    answers.search = () => Promise.reject(new HumanError('notFound', 'It is gone.'));
    await request(view, 'search', { query: emptyQuery }, 8);
    expect(view.webview.posted).toEqual([
      { kind: 'answer', id: 7, answer: 'found' },
      { kind: 'error', id: 8, message: 'It is gone.' },
    ]);
  });

  it('begins with what was searched for last, also after a reload of the window', async () => {
    const view = await open();
    expect(view.webview.html).not.toContain('apples');
    await request(view, 'search', { query: { ...emptyQuery, text: 'apples' } });
    expect((await open()).webview.html).toContain('apples');
    expect(panel.query).toEqual({ ...emptyQuery, text: 'apples' });
    expect(kept.get('search.query')).toBeUndefined();
    await clock.advance(200);
    expect(kept.get('search.query')).toEqual({ ...emptyQuery, text: 'apples' });
    panel.dispose();
    panel = newPanel();
    expect((await open()).webview.html).toContain('apples');
  });

  it('keeps a query once, however often it is asked for', async () => {
    const view = await open();
    const writes: unknown[] = [];
    kept.set = (_, value) => Promise.resolve(void writes.push(value));
    for (const text of ['a', 'ab', 'abc', 'abc']) await request(view, 'search', { query: { ...emptyQuery, text } });
    await clock.advance(5_000);
    await request(view, 'search', { query: { ...emptyQuery, text: 'abc' } });
    await clock.advance(5_000);
    expect(writes).toEqual([{ ...emptyQuery, text: 'abc' }]);
  });

  it('is not asked any more once it is closed', async () => {
    const view = await open();
    expect(panel.isVisible).toBe(true);
    view.dispose();
    changed.fire();
    panel.focus();
    await clock.advance(3_000);
    expect([panel.isVisible, view.webview.posted, view.shows]).toEqual([false, [], []]);
  });
});

describe('what changes', () => {
  /** Opens the view, whose page has started. */
  async function openStarted(): Promise<View> {
    const view = await open();
    await request(view, 'start');
    events(view);
    return view;
  }

  it('comes to the page at once, as does what follows it first, and then a few times a second', async () => {
    const view = await openStarted();
    for (let round = 0; round < 6; round += 1) {
      changed.fire();
      expect(clock.pending).toHaveLength(1);
      await clock.advance(30);
      expect(events(view)).toEqual(round < 3 ? [repeated] : []);
    }
    await clock.advance(1_000);
    expect(events(view)).toEqual([repeated]);
  });

  it('comes less often while the pages of a list arrive, and at once when it is complete', async () => {
    const view = await openStarted();
    for (let time = 0; time < 1_000; time += 10) {
      isFurtherPage = time > 10;
      listed.fire();
      await clock.advance(10);
    }
    // Its beginning, its first page, and what came later.
    expect(events(view)).toEqual([repeated, repeated, repeated]);
    isFurtherPage = false;
    listed.fire();
    await clock.advance(0);
    expect(events(view)).toEqual([repeated]);
    await clock.advance(1_000);
    expect(events(view)).toEqual([]);
  });

  it('waits for a page that has not started, or has been answered no query', async () => {
    const view = await open();
    changed.fire();
    await clock.advance(1_000);
    await request(view, 'start');
    answers.repeat = () => Promise.resolve(undefined);
    changed.fire();
    await clock.advance(1_000);
    expect(events(view)).toEqual([]);
  });

  it('comes when the page is in sight again', async () => {
    const view = await openStarted();
    view.setVisible(false);
    changed.fire();
    await clock.advance(1_000);
    expect([events(view), panel.isVisible, hides]).toEqual([[], false, 1]);
    view.setVisible(true);
    await clock.advance(100);
    expect([events(view), shows]).toEqual([[repeated], 2]);
  });

  it('is told with a sentence where it cannot be found, and comes again with the next change', async () => {
    const view = await openStarted();
    answers.repeat = () => Promise.reject(new HumanError('timeout', 'The search failed. Try again.'));
    changed.fire();
    await clock.advance(1_000);
    answers.repeat = () => Promise.resolve(found);
    changed.fire();
    await clock.advance(1_000);
    expect(events(view)).toEqual([['repeatFailed', { message: 'The search failed. Try again.' }], repeated]);
  });
});

describe('the page is told what to show', () => {
  it('at once where it listens', async () => {
    const view = await open();
    await request(view, 'start');
    panel.focus();
    panel.search({ ...emptyQuery, text: 'pears' });
    panel.show({ kind: 'resource', id: 7, title: 'Plums' });
    expect([events(view), view.shows]).toEqual([
      [
        ['typed', { text: '', isNew: true }],
        ['setQuery', { query: { ...emptyQuery, text: 'pears' } }],
        ['show', { row: { kind: 'resource', id: 7, title: 'Plums' } }],
      ],
      [false, false, false],
    ]);
  });

  it('once it listens where it had to be opened first, and only the last', async () => {
    panel.focus();
    panel.search({ ...emptyQuery, text: 'pears' });
    const view = await open();
    expect(events(view)).toEqual([]);
    await request(view, 'start');
    await request(view, 'start');
    expect(events(view)).toEqual([['setQuery', { query: { ...emptyQuery, text: 'pears' } }]]);
  });

  it('at once where it was hidden: it lives on', async () => {
    const view = await open();
    await request(view, 'start');
    view.setVisible(false);
    panel.search({ ...emptyQuery, text: 'pears' });
    expect([events(view), view.visible]).toEqual([[['setQuery', { query: { ...emptyQuery, text: 'pears' } }]], true]);
    expect(fakeVscode.views.webviewOptions('mcpResources.search')).toEqual({ retainContextWhenHidden: true });
  });

  it('what to search for, however long the page takes to load', async () => {
    panel.search({ ...emptyQuery, text: 'pears' });
    await clock.advance(30_000);
    const view = await open();
    await request(view, 'start');
    expect(events(view)).toEqual([['setQuery', { query: { ...emptyQuery, text: 'pears' } }]]);
  });

  it('not to take the focus any more where the user has gone on meanwhile', async () => {
    panel.focus();
    await clock.advance(2_001);
    const view = await open();
    await request(view, 'start');
    expect(events(view)).toEqual([]);
  });
});

describe('what is typed while the view opens', () => {
  const typed = (text: string, isNew: boolean): unknown => ['typed', { text, isNew }];

  it('is kept until the page listens, however long that takes', async () => {
    panel.type(undefined);
    for (const letter of 'ord') panel.type(letter);
    await clock.advance(9_000);
    const view = await open();
    expect(events(view)).toEqual([]);
    await request(view, 'start');
    panel.type('e');
    expect(events(view)).toEqual([typed('ord', true), typed('e', false)]);
    // VS Code has given it the focus.
    expect(view.shows).toEqual([]);
  });

  it('begins anew with each press of the key', async () => {
    for (const text of [undefined, 'a', undefined, 'b']) panel.type(text);
    const view = await open();
    await request(view, 'start');
    expect(events(view)).toEqual([typed('b', true)]);
  });

  it('comes from VS Code only until the page has the focus, or for ten seconds', async () => {
    const { contextKeys } = fakeVscode.commands;
    const isOpening = (): unknown => contextKeys.get('mcpResources.isSearchOpening');
    /** The key sets the context key before it calls the extension. */
    const press = (): void => {
      contextKeys.set('mcpResources.isSearchOpening', true);
      panel.type(undefined);
    };
    const view = await open();
    await request(view, 'focused');
    expect(isOpening()).toBeUndefined();
    press();
    await request(view, 'focused');
    expect([isOpening(), clock.pending]).toEqual([false, []]);
    press();
    await clock.advance(9_999);
    expect(isOpening()).toBe(true);
    await clock.advance(1);
    expect(isOpening()).toBe(false);
  });
});

describe('saved searches', () => {
  it('are named when the page starts, and when they change', async () => {
    const view = await open();
    savedChanged.fire();
    expect(view.webview.posted).toEqual([]);
    await request(view, 'start');
    savedChanged.fire();
    const names = { kind: 'event', name: 'savedSearches', value: { names: ['Mine'] } };
    expect(view.webview.posted).toEqual([names, { kind: 'answer', id: 1, answer: 'started' }, names]);
  });
});
