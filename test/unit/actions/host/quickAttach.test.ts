import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QuickPickItemKind, ThemeIcon, type QuickPickItem } from 'vscode';
import { HumanError } from '../../../../src/core/base/errors';
import type { CatalogEntry } from '../../../../src/core/catalog/catalog';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import type { Resource } from '../../../../src/core/resource/resource';
import { quickAttach } from '../../../../src/host/actions/quickAttach';
import { settle } from '../../../support/fakeClock';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { page, resource } from '../../catalog/fixtures';
import { definition, info, type FakeList } from '../../connection/fakeServer';
import { ResourceWorld } from './resourceWorld';

let world: ResourceWorld;
let shop: ServerDefinition;

const fruits = [
  resource('note:apples', { name: 'Apples', mimeType: 'image/png', priority: 1 }),
  resource('note:pears', { name: 'Pears', audience: ['user'] }),
  resource('note:plums', { name: 'Plums', audience: ['assistant'] }),
];

beforeEach(async () => {
  world = new ResourceWorld();
  const [first] = await world.list({ shop: fruits });
  shop = first!;
});

afterEach(() => world.dispose());

/** Asks the user; their choice is in `chosen` once they answer. */
async function ask(): Promise<{ chosen: readonly CatalogEntry[] | undefined }> {
  const result: { chosen: readonly CatalogEntry[] | undefined } = { chosen: undefined };
  void quickAttach('Attach', world).then((entries) => (result.chosen = entries));
  await settle();
  return result;
}

const picker = () => fakeVscode.quickPick;
const uris = ({ chosen }: { chosen: readonly CatalogEntry[] | undefined }) =>
  chosen?.map(({ resource: { uri } }) => uri);
const rows = (): unknown[] =>
  picker().items.map(({ label, kind }: QuickPickItem) => (kind === QuickPickItemKind.Separator ? [label] : label));

describe('picking resources from the keyboard', () => {
  it('shows all of them, the most important first, as they are called', async () => {
    await ask();
    expect([picker().title, picker().placeholder, picker().canSelectMany]).toEqual([
      'Attach',
      'Search resources by title, name, description or URI',
      true,
    ]);
    expect(picker().items[0]).toMatchObject({
      label: 'Apples',
      description: 'shop · note:apples',
      iconPath: ThemeIcon.File,
      resourceUri: expect.objectContaining({ path: '/Apples.png' }) as unknown,
      alwaysShow: true,
    });
    expect(rows()).toEqual(['Apples', 'Pears', 'Plums']);
    picker().leave();
  });

  it('searches with every key, and says when nothing is found', async () => {
    await ask();
    picker().type('pe');
    await settle();
    expect(rows()).toEqual(['Pears']);
    picker().type('pe server:shop nothing');
    await settle();
    expect(rows()).toEqual([['No resources found']]);
    picker().leave();
  });

  it('takes what is ticked, also where it is not in sight any more', async () => {
    const result = await ask();
    picker().tick('Plums');
    picker().type('app');
    await settle();
    expect([rows(), picker().selectedItems.map(({ label }) => label)]).toEqual([['Plums', 'Apples'], ['Plums']]);
    picker().tick('Plums', 'Apples');
    picker().type('');
    await settle();
    expect(rows()).toEqual(['Plums', 'Apples', 'Pears']);
    picker().tick('Apples');
    picker().accept();
    await settle();
    expect(uris(result)).toEqual(['note:apples']);
  });

  it('takes the row in front where nothing is ticked, and the first where none is', async () => {
    const first = await ask();
    picker().focus('Pears');
    picker().accept();
    await settle();
    const second = await ask();
    picker().accept();
    await settle();
    expect([uris(first), uris(second)]).toEqual([['note:pears'], ['note:apples']]);
  });

  it('highlights the row that Enter takes: the best match, or where the user is while the list follows', async () => {
    await ask();
    const active = (): unknown => picker().activeItems.map(({ label }) => label);
    const states = [active()];
    picker().focus('Plums');
    world.relist(shop, ...fruits, resource('note:zinc', { name: 'Zinc', priority: 0.5 }));
    await world.clock.advance(1_000);
    states.push(rows(), active());
    picker().type('p');
    await settle();
    states.push(active());
    picker().type('nothing at all');
    await settle();
    expect([...states, active()]).toEqual([['Apples'], ['Apples', 'Zinc', 'Pears', 'Plums'], ['Plums'], ['Pears'], []]);
    picker().leave();
  });

  it('takes a match of what was typed last, however soon Enter comes', async () => {
    const result = await ask();
    picker().type('plums');
    picker().accept();
    await settle();
    expect(uris(result)).toEqual(['note:plums']);
  });

  it('takes nothing where there is nothing, or the user leaves', async () => {
    const left = await ask();
    picker().tick('Apples');
    picker().leave();
    await settle();
    const nothing = await ask();
    picker().type('nothing at all');
    await settle();
    picker().accept();
    await settle();
    expect([uris(left), uris(nothing)]).toEqual([[], []]);
    expect(fakeVscode.quickPicks.map(({ isDisposed }) => isDisposed)).toEqual([true, true]);
  });

  it('shows those of an audience, which a button changes', async () => {
    await ask();
    const shown: unknown[] = [];
    for (let press = 0; press < 4; press += 1) {
      shown.push([(picker().buttons[0]?.iconPath as ThemeIcon).id, rows()]);
      picker().press(0);
      await settle();
    }
    expect(shown).toEqual([
      ['filter', ['Apples', 'Pears', 'Plums']],
      ['person', ['Apples', 'Pears']],
      ['copilot', ['Apples', 'Plums']],
      ['filter', ['Apples', 'Pears', 'Plums']],
    ]);
    picker().leave();
  });

  it('follows the servers while it is open, and no longer', async () => {
    world.relist(shop);
    await world.clock.advance(1_000);
    await ask();
    expect(rows()).toEqual([['No resources yet']]);
    world.relist(shop, resource('note:figs', { name: 'Figs' }));
    await world.clock.advance(100);
    expect(rows()).toEqual(['Figs']);
    const shown = picker();
    shown.leave();
    await settle();
    world.relist(shop);
    await world.clock.advance(1_000);
    expect(shown.labels).toEqual(['Figs']);
  });

  it('shows two hundred, and says how many more there are', async () => {
    world.relist(shop, ...Array.from({ length: 1_450 }, (_, at) => resource(`note:${at}`)));
    await ask();
    expect([picker().labels.length, rows().at(-1)]).toEqual([200, ['1,250 more. Type to filter.']]);
    picker().leave();
  });

  describe('a folder', () => {
    const folder = (uri: string) =>
      resource(uri, { name: uri.slice(uri.lastIndexOf('/') + 1), mimeType: 'inode/directory' });
    const [root, child, note] = [folder('depot://x'), folder('depot://x/a year'), resource('depot://x/note, one')];

    beforeEach(async () => {
      world.dispose();
      world = new ResourceWorld();
      world.server(definition('shop')).info = { ...info, hasDirectories: true };
      const [first] = await world.list({ shop: [root, ...fruits] });
      shop = first!;
    });

    /** Answers the only request for a folder's children. */
    const answer = async (...children: readonly Resource[]): Promise<FakeList> => {
      await settle();
      const [list, ...more] = world.server(shop).session.directories.splice(0);
      expect(more).toEqual([]);
      list!.items(page(children)).end();
      await settle();
      await world.clock.advance(0);
      return list!;
    };

    it.each([
      ['its button', () => picker().pressOf('x', 'Open Folder')],
      [
        'Enter',
        () => {
          picker().focus('x');
          picker().accept();
        },
      ],
    ])('opens to its children by %s, and these by theirs', async (_, open) => {
      const result = await ask();
      expect(picker().item('x')).toMatchObject({ iconPath: ThemeIcon.Folder });
      expect(picker().item('Pears').buttons).toBeUndefined();
      open();
      await settle();
      expect(picker().busy).toBe(true);
      expect((await answer(child, note)).uri).toBe('depot://x');
      expect([picker().value, picker().busy, rows()]).toEqual([
        'server:shop uri:depot://x/*',
        false,
        ['a year', 'depot://x/note, one'],
      ]);
      picker().pressOf('a year', 'Open Folder');
      await answer(resource('depot://x/a year/a', { name: 'a' }));
      expect(rows()).toEqual(['a']);
      picker().choose('a');
      await settle();
      expect(uris(result)).toEqual(['depot://x/a year/a']);
    });

    it('that is ticked is taken itself', async () => {
      const result = await ask();
      picker().tick('x');
      picker().accept();
      await settle();
      expect([uris(result), world.server(shop).session.directories]).toEqual([['depot://x'], []]);
    });

    it('that fails says why, and leaves the list as it is', async () => {
      await ask();
      picker().pressOf('x', 'Open Folder');
      await settle();
      world.server(shop).session.directories[0]!.fail(new HumanError('serverError', 'The depot is closed.'));
      fakeVscode.messages.answer(undefined);
      await settle();
      expect([fakeVscode.messages.asked.map(({ text }) => text), picker().busy, picker().value]).toEqual([
        [expect.stringContaining('The depot is closed.')],
        false,
        '',
      ]);
      picker().leave();
    });

    it('is given up with the list', async () => {
      await ask();
      picker().pressOf('x', 'Open Folder');
      await settle();
      picker().leave();
      await settle();
      expect(world.server(shop).session.directories[0]!.signal?.aborted).toBe(true);
      world.server(shop).session.directories[0]!.end();
      await settle();
    });
  });

  it('shows what servers say as plain text', async () => {
    world.relist(shop, resource('note:x', { name: '$(trash) x' }));
    await ask();
    expect(picker().labels.join()).not.toContain('$(trash)');
    picker().leave();
  });
});
