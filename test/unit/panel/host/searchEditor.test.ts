import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Uri, window, type Disposable } from 'vscode';
import type { Repetition } from '../../../../src/shared/protocol';
import { emptyQuery } from '../../../../src/shared/searchQuery';
import { Emitter } from '../../../../src/core/base/event';
import { searchEditor } from '../../../../src/host/base/ids';
import { SearchPage } from '../../../../src/host/panel/searchPage';
import { SearchEditor } from '../../../../src/host/panel/searchEditor';
import { FakeClock, settle } from '../../../support/fakeClock';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import type { FakeWebviewPanel } from '../../../support/vscode/views';

let clock: FakeClock;
let changed: Emitter<void>;
let editor: SearchEditor;
let registered: Disposable;
let shows: number;
let hides: number;

const unused = {} as Omit<
  ConstructorParameters<typeof SearchPage>[0],
  'changes' | 'catalog' | 'savedSearches' | 'clock' | 'log'
>;
const found = { queryId: 1.5, reply: {} } as Repetition;

beforeEach(() => {
  clock = new FakeClock();
  changed = new Emitter();
  [shows, hides] = [0, 0];
  class AnsweredPage extends SearchPage {
    override readonly handlers = {
      start: () => 'started',
      search: () => 'found',
    } as unknown as SearchPage['handlers'];
    override readonly repeat = () => Promise.resolve(found);
  }
  const page = new AnsweredPage({
    changes: [changed.event],
    catalog: { onDidChange: new Emitter<void>().event, isFurtherPage: false },
    savedSearches: { names: [], onDidChange: new Emitter<void>().event },
    clock,
    log: silent,
    ...unused,
  });
  editor = new SearchEditor(page, {
    extensionUri: Uri.file('/extension'),
    savedSearches: { handlers: () => ({}) as never },
    onDidShow: () => (shows += 1),
    onDidHide: () => (hides += 1),
  });
  registered = window.registerWebviewPanelSerializer(searchEditor, editor);
});

afterEach(() => {
  registered.dispose();
  editor.dispose();
  expect([clock.pending, changed.hasListeners, fakeVscode.views.panelSerializers.size]).toEqual([[], false, 0]);
});

const apples = { ...emptyQuery, text: 'apples' };
const opened = (): FakeWebviewPanel => fakeVscode.views.webviewPanels.at(-1)!;

async function start(panel: FakeWebviewPanel): Promise<void> {
  panel.webview.receive({ kind: 'request', id: 1, method: 'start', params: {} });
  await settle();
}

function events({ webview }: FakeWebviewPanel): unknown[] {
  const all = webview.posted.splice(0) as { kind: string; name: string; value: unknown }[];
  return all.flatMap(({ kind, name, value }) => (kind === 'event' && name !== 'savedSearches' ? [[name, value]] : []));
}

describe('the search in an editor', () => {
  it('is the same page, told that it is in an editor, and begins with the query of the view', async () => {
    editor.open(apples);
    const panel = opened();
    expect(panel.webview.html).toContain('class="in-editor"');
    expect(panel.webview.html).toContain('apples');
    expect([panel.options, editor.isActive, shows]).toEqual([
      { enableScripts: true, retainContextWhenHidden: true },
      true,
      1,
    ]);
    await start(panel);
    expect(events(panel)).toEqual([['typed', { text: '', isNew: true }]]);
  });

  it('is one: opening it again goes there and searches for what the view does', async () => {
    editor.open(emptyQuery);
    const panel = opened();
    await start(panel);
    events(panel);
    editor.open(apples);
    expect([fakeVscode.views.webviewPanels.length, events(panel)]).toEqual([1, [['setQuery', { query: apples }]]]);
    editor.open(emptyQuery);
    expect(events(panel)).toEqual([['typed', { text: '', isNew: true }]]);
  });

  it('comes back after a reload with the query that its page has stored', async () => {
    const panel = await fakeVscode.views.restorePanel('mcpResources.searchEditor');
    expect(panel.webview.html).toContain('id="query">null<');
    await start(panel);
    editor.show({ kind: 'resource', id: 7, title: 'Plums' });
    expect(events(panel)).toEqual([['show', { row: { kind: 'resource', id: 7, title: 'Plums' } }]]);
    const another = await fakeVscode.views.restorePanel('mcpResources.searchEditor');
    expect([another.visible, panel.visible]).toEqual([false, true]);
  });

  it('gets what changes while it is in sight, and when it is again', async () => {
    editor.open(emptyQuery);
    const panel = opened();
    await start(panel);
    events(panel);
    panel.setVisible(false);
    changed.fire();
    await clock.advance(1_000);
    expect([events(panel), editor.isVisible, editor.isActive, hides]).toEqual([[], false, false, 1]);
    panel.setVisible(true);
    await clock.advance(100);
    expect([events(panel), shows]).toEqual([[['repeated', found]], 2]);
  });

  it('can be closed and opened again', () => {
    editor.open(apples);
    opened().dispose();
    expect([editor.isVisible, hides]).toEqual([false, 1]);
    editor.open(apples);
    expect(fakeVscode.views.webviewPanels).toHaveLength(2);
  });
});
