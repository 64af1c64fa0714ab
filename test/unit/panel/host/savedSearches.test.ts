import { beforeEach, describe, expect, it } from 'vitest';
import { commands } from 'vscode';
import type { SearchQuery } from '../../../../src/shared/protocol';
import { emptyQuery } from '../../../../src/shared/searchQuery';
import { commands as ids } from '../../../../src/host/base/ids';
import { registerCommands } from '../../../../src/host/commands/registerCommands';
import type { PagesNeeds, SearchPages } from '../../../../src/host/panel/openPages';
import { panelCommands } from '../../../../src/host/panel/panelCommands';
import { SavedSearches } from '../../../../src/host/panel/savedSearches';
import { FakeStore } from '../../../support/fakeStore';
import { settle } from '../../../support/fakeClock';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const query: SearchQuery = {
  text: 'orders',
  audience: 'user',
  choices: [{ facet: 'type', value: 'json' }],
  sort: 'name',
};

const { shownTexts } = fakeVscode;

beforeEach(() => fakeVscode.press(undefined));

function fixture(stored?: unknown) {
  const store = new FakeStore(stored === undefined ? {} : { savedSearches: stored });
  const shown: SearchQuery[] = [];
  const panel = { isVisible: true, focused: 0 };
  const view = {
    search: (one: SearchQuery) => void shown.push(one),
    get isVisible() {
      return panel.isVisible;
    },
    focus: () => void (panel.focused += 1),
  };
  const searches = new SavedSearches(
    store,
    silent,
    () => view,
    () => query,
  );
  return { store, shown, searches, panel };
}

/** Starts to open a search, and chooses the one with this name. */
async function choose(searches: SavedSearches, name: string): Promise<void> {
  const opening = searches.open();
  await settle();
  fakeVscode.quickPick.choose(name);
  await opening;
}

describe('a search', () => {
  it('is saved under a name, and found again in another window', async () => {
    const { store, searches } = fixture();
    fakeVscode.inputs.answer(' ', ' Mine ');
    await searches.save();
    expect(fakeVscode.inputs.asked).toMatchObject([{ value: 'orders', refusals: ['A value is required.'] }]);
    const { searches: later, shown } = fixture(store.get('savedSearches'));
    await choose(later, 'Mine');
    expect(fakeVscode.quickPicks.at(-1)?.items).toMatchObject([
      { label: 'Mine', description: 'orders · For the user · JSON' },
    ]);
    expect([shown, fakeVscode.commands.executed]).toEqual([[query], [['mcpResources.search.focus']]]);
  });

  it('that is its name is not said twice', async () => {
    const { searches } = fixture([{ name: 'orders', query: { ...emptyQuery, text: 'orders' } }]);
    await choose(searches, 'orders');
    const items = fakeVscode.quickPicks.at(-1)?.items.map(({ label, description }) => [label, description]);
    expect(items).toEqual([['orders', undefined]]);
  });

  it('is not saved without a name, and not when it looks for everything', async () => {
    const { store, searches } = fixture();
    fakeVscode.inputs.answer(undefined);
    await searches.save();
    await searches.handlers().saveSearch({ query: { ...emptyQuery, sort: 'size' } }, { aborted: false } as never);
    expect(store.get('savedSearches')).toBeUndefined();
    expect(shownTexts.at(-1)).toContain('The search is empty.');
  });

  it('takes the place of another one only when the user says so', async () => {
    const { searches, shown } = fixture([{ name: 'Mine', query: { ...emptyQuery, text: 'old' } }]);
    fakeVscode.inputs.answerAll('Mine');
    await searches.save();
    expect(shownTexts.at(-1)).toBe('“Mine” already exists. Replace it?');
    await choose(searches, 'Mine');
    fakeVscode.press('Replace');
    await searches.save();
    await choose(searches, 'Mine');
    expect(shown.map(({ text }) => text)).toEqual(['old', 'orders']);
    expect(fakeVscode.quickPicks.at(-1)?.items).toHaveLength(1);
  });

  it('gives the keyboard back to the panel, unless that is hidden', async () => {
    const { searches, panel } = fixture([{ name: 'a', query }]);
    fakeVscode.inputs.answer(undefined, 'Mine', undefined);
    await searches.save();
    await searches.save();
    const opening = searches.open();
    await settle();
    fakeVscode.quickPick.leave();
    await opening;
    expect(panel.focused).toBe(3);
    panel.isVisible = false;
    await searches.save();
    expect(panel.focused).toBe(3);
  });

  it('can be deleted where they are chosen', async () => {
    const { searches, shown, store, panel } = fixture([
      { name: 'a', query },
      { name: 'b', query },
    ]);
    const opening = searches.open();
    await settle();
    fakeVscode.quickPick.pressOf('a', 'Delete');
    await settle();
    expect(fakeVscode.quickPick.labels).toEqual(['b']);
    fakeVscode.quickPick.pressOf('b', 'Delete');
    await settle();
    await opening;
    expect([store.get('savedSearches'), shown]).toEqual([[], []]);
    const { focused } = panel;
    await searches.open();
    expect(shownTexts.at(-1)).toContain('There are no saved searches');
    expect(panel.focused).toBe(focused + 1);
  });

  it('is saved and opened by commands, and by the panel', async () => {
    const { searches, store } = fixture();
    const needs = { base: {}, core: {}, context: {}, content: {} } as unknown as PagesNeeds;
    const pages = { savedSearches: searches } as unknown as SearchPages;
    const onTop = { pin: () => Promise.resolve(), unpin: () => Promise.resolve() };
    const load = () => Promise.resolve(panelCommands(needs, pages, onTop));
    const registered = registerCommands([ids.saveSearch, ids.openSavedSearch], load, silent);
    fakeVscode.inputs.answer('Mine', undefined);
    await commands.executeCommand('mcpResources.saveSearch');
    expect(store.get('savedSearches')).toEqual([{ name: 'Mine', query }]);
    const opening = commands.executeCommand('mcpResources.openSavedSearch');
    await settle();
    fakeVscode.quickPick.leave();
    await opening;
    registered.dispose();
    expect(fakeVscode.commands.registered.size).toBe(0);
    expect(await searches.handlers().saveSearch({ query }, { aborted: false } as never)).toBeNull();
  });

  it('is shown by its name in the page that asks for it, without another question', async () => {
    const { searches, shown } = fixture([{ name: 'Mine', query }]);
    const inEditor: SearchQuery[] = [];
    const editor = { search: (one: SearchQuery) => void inEditor.push(one), isVisible: true, focus: () => undefined };
    await searches.handlers(editor).openSavedSearch({ name: 'Mine' }, { aborted: false } as never);
    await searches.handlers().openSavedSearch({ name: 'Mine' }, { aborted: false } as never);
    expect([searches.names, inEditor, shown, fakeVscode.quickPicks]).toEqual([['Mine'], [query], [query], []]);
  });
});
