import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QuickPickItemKind, ThemeIcon, type QuickPickItem } from 'vscode';
import type { CatalogEntry } from '../../../../src/core/catalog/catalog';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import { quickAttach } from '../../../../src/host/actions/quickAttach';
import { settle } from '../../../support/fakeClock';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { resource } from '../../catalog/fixtures';
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

  it('shows what servers say as plain text', async () => {
    world.relist(shop, resource('note:x', { name: '$(trash) x' }));
    await ask();
    expect(picker().labels.join()).not.toContain('$(trash)');
    picker().leave();
  });
});
