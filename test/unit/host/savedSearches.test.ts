import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SearchQuery } from '../../../src/shared/protocol';
import { emptyQuery } from '../../../src/shared/searchQuery';
import { registerSavedSearchCommands, SavedSearches } from '../../../src/host/savedSearches';
import { FakeStore } from '../../support/fakeStore';
import { settle } from '../../support/fakeClock';
import { silent } from '../../support/silent';

interface Picker {
  items: { label: string; description: string }[];
  activeItems: unknown[];
  accept: () => void;
  hide: () => void;
  trigger: (value: unknown) => void;
}

/** What a person does, and what they are told. */
const person = vi.hoisted(() => ({
  name: undefined as string | undefined,
  button: undefined as string | undefined,
  told: [] as string[],
  ran: [] as string[],
  commands: new Map<string, () => Promise<void>>(),
  picker: undefined as Picker | undefined,
}));

vi.mock('vscode', () => {
  const tell = (message: string): Promise<string | undefined> => {
    person.told.push(message);
    return Promise.resolve(person.button);
  };
  const event = (set: (listener: (value: unknown) => void) => void) => (listener: (value: unknown) => void) => {
    set(listener);
    return { dispose: () => undefined };
  };
  return {
    ThemeIcon: Object,
    commands: {
      registerCommand: (id: string, run: () => Promise<void>) => {
        person.commands.set(id, run);
        return { dispose: () => person.commands.delete(id) };
      },
      executeCommand: (id: string) => Promise.resolve(person.ran.push(id)),
    },
    window: {
      showInputBox: ({
        value,
        validateInput,
      }: {
        value: string;
        validateInput: (value: string) => string | undefined;
      }) => {
        person.told.push(`named ${value}`, validateInput(' ') ?? 'may be empty');
        return Promise.resolve(person.name);
      },
      showInformationMessage: tell,
      showWarningMessage: tell,
      createQuickPick: () => {
        const picker = {
          items: [],
          activeItems: [],
          show: () => undefined,
          dispose: () => undefined,
        } as unknown as Picker & Record<string, unknown>;
        picker['onDidAccept'] = event((listener) => (picker.accept = () => listener(undefined)));
        picker['onDidHide'] = event((listener) => (picker.hide = () => listener(undefined)));
        picker['onDidTriggerItemButton'] = event((listener) => (picker.trigger = listener));
        return (person.picker = picker);
      },
    },
  };
});

const query: SearchQuery = {
  text: 'orders',
  audience: 'user',
  choices: [{ facet: 'type', value: 'json' }],
  sort: 'name',
};

beforeEach(() => Object.assign(person, { name: undefined, button: undefined, told: [], ran: [], picker: undefined }));

function fixture(stored?: unknown) {
  const store = new FakeStore(stored === undefined ? {} : { savedSearches: stored });
  const shown: SearchQuery[] = [];
  const panel = { isVisible: true, focused: 0 };
  const searches = new SavedSearches({
    store,
    log: silent,
    current: () => query,
    show: (one) => shown.push(one),
    isPanelVisible: () => panel.isVisible,
    focusPanel: () => (panel.focused += 1),
  });
  return { store, shown, searches, panel };
}

/** Begins to open a search, and chooses the one of this name. */
async function choose(searches: SavedSearches, name: string): Promise<void> {
  const opening = searches.open();
  await settle();
  const picker = person.picker;
  if (!picker) throw new Error('Nothing was shown');
  picker.activeItems = picker.items.filter(({ label }) => label === name);
  picker.accept();
  await opening;
}

describe('a search', () => {
  it('is saved under a name, and found again in another window', async () => {
    const { store, searches } = fixture();
    person.name = ' Mine ';
    await searches.save();
    expect(person.told).toEqual(['named orders', 'A search needs a name.']);
    const { searches: later, shown } = fixture(store.get('savedSearches'));
    await choose(later, 'Mine');
    expect(person.picker?.items).toMatchObject([{ label: 'Mine', description: 'orders · For the user · JSON' }]);
    expect([shown, person.ran]).toEqual([[query], ['mcpResources.search.focus']]);
  });

  it('is not saved without a name, and not when it looks for everything', async () => {
    const { store, searches } = fixture();
    await searches.save();
    person.name = 'All';
    await searches.handlers.saveSearch({ query: { ...emptyQuery, sort: 'size' } }, { aborted: false } as never);
    expect(store.get('savedSearches')).toBeUndefined();
    expect(person.told.at(-1)).toContain('nothing to save');
  });

  it('takes the place of another one only when the person says so', async () => {
    const { searches, shown } = fixture([{ name: 'Mine', query: { text: 'old' } }]);
    person.name = 'Mine';
    await searches.save();
    expect(person.told.at(-1)).toBe('A search “Mine” is saved already. Replace it?');
    await choose(searches, 'Mine');
    person.button = 'Replace';
    await searches.save();
    await choose(searches, 'Mine');
    expect(shown.map(({ text }) => text)).toEqual(['old', 'orders']);
    expect(person.picker?.items).toHaveLength(1);
  });

  it('is read as far as it makes sense', async () => {
    const { searches, shown } = fixture([null, { name: 5 }, { name: 'Odd', query: { text: 5, sort: 'no' } }]);
    await choose(searches, 'Odd');
    expect([person.picker?.items.length, shown]).toEqual([1, [emptyQuery]]);
  });

  it('gives the keyboard back to the panel, unless that is hidden', async () => {
    const { searches, panel } = fixture([{ name: 'a', query }]);
    await searches.save();
    person.name = 'Mine';
    await searches.save();
    const opening = searches.open();
    await settle();
    person.picker?.hide();
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
    person.picker?.trigger({ item: person.picker.items[0] });
    await settle();
    expect(person.picker?.items.map(({ label }) => label)).toEqual(['b']);
    person.picker?.trigger({ item: person.picker.items[0] });
    await settle();
    await opening;
    expect([store.get('savedSearches'), shown]).toEqual([[], []]);
    const { focused } = panel;
    await searches.open();
    expect(person.told.at(-1)).toContain('No search is saved');
    expect(panel.focused).toBe(focused + 1);
  });

  it('is saved and opened by commands, and by the panel', async () => {
    const { searches, store } = fixture();
    const registered = registerSavedSearchCommands(searches, silent);
    person.name = 'Mine';
    await person.commands.get('mcpResources.saveSearch')?.();
    expect(store.get('savedSearches')).toEqual([{ name: 'Mine', query }]);
    const opening = person.commands.get('mcpResources.openSavedSearch')?.();
    await settle();
    person.picker?.hide();
    await opening;
    registered.dispose();
    expect(person.commands.size).toBe(0);
    expect(await searches.handlers.saveSearch({ query }, { aborted: false } as never)).toBeNull();
  });
});
