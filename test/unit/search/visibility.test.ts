import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../src/core/base/event';
import { Catalog } from '../../../src/core/catalog/catalog';
import { TemplateCatalog } from '../../../src/core/catalog/templates';
import { HiddenPlaces } from '../../../src/core/search/hiddenPlaces';
import type { Visibility } from '../../../src/core/search/visibility';
import { FakeStore } from '../../support/fakeStore';
import { until } from '../../support/events';
import { own } from '../../support/own';
import { CountedSlices, listAll, resource, template } from '../catalog/fixtures';
import { listTemplates, newVisibility } from './fixtures';

const app = resource('ui://shop/cart', { mimeType: 'text/html;profile=mcp-app' });

/** Resources of two servers, and a template of each. */
function fixture(globs: readonly string[] = []) {
  const catalog = own(new Catalog());
  const templates = own(new TemplateCatalog());
  const setting = { globs, changed: new Emitter<void>() };
  const places = new HiddenPlaces(new FakeStore());
  const visibility = own(
    newVisibility({
      ...{ catalog, templates, places },
      excluded: () => setting.globs,
      onDidChangeExcluded: setting.changed.event,
    }),
  );
  listAll(catalog, [resource('note:a'), resource('db:a'), app], 'shop');
  listAll(catalog, [resource('note:b'), resource('log:b')], 'wiki');
  listTemplates(templates, [template('note:{id}')], 'shop');
  listTemplates(templates, [template('ui://{page}'), template('log:{id}')], 'wiki');
  return { catalog, templates, places, visibility, setting, shown: () => shown(visibility, catalog, templates) };
}

function shown(visibility: Visibility, { table }: Catalog, { all }: TemplateCatalog): string[] {
  const ids = Array.from({ length: table.length }, (_, row) => table.idAt(row) ?? -1);
  return [
    ...ids.filter((id) => visibility.isVisible(id)).map((id) => table.uri(id)),
    ...all.filter((entry) => visibility.isTemplateVisible(entry)).map(({ template: { uriTemplate } }) => uriTemplate),
  ];
}

describe('what the views show', () => {
  it('is without applications, which are counted and shown when the user wants them', async () => {
    const { visibility, shown, places } = fixture();
    const [before, summary] = [shown(), await visibility.summary()];
    await visibility.showAll();
    expect([before, summary, shown().length, await visibility.summary()]).toEqual([
      ['note:a', 'db:a', 'note:b', 'log:b', 'note:{id}', 'log:{id}'],
      { count: 2, label: '2 hidden', sentence: 'Hidden: user interfaces of MCP Apps.' },
      8,
      undefined,
    ]);
    await places.hide({ schemes: ['ui'] });
    expect([shown(), await visibility.summary()]).toEqual([
      before,
      { count: 2, label: '2 hidden', sentence: 'Hidden: ui:.' },
    ]);
  });

  it('is without a server or a scheme that the user hides, with its templates', async () => {
    const { visibility, shown, places } = fixture();
    await places.hide({ servers: ['wiki'] });
    const states = [shown(), [visibility.isServerVisible('shop'), visibility.isServerVisible('wiki')]];
    await places.hide({ schemes: ['note'] });
    expect([...states, shown(), await visibility.summary()]).toEqual([
      ['note:a', 'db:a', 'note:{id}'],
      [true, false],
      ['db:a'],
      { count: 7, label: '7 hidden', sentence: 'Hidden: wiki, note:, user interfaces of MCP Apps.' },
    ]);
  });

  it('names what is gone by its id, and what has no scheme in words', async () => {
    const { catalog, places } = fixture();
    const visibility = own(newVisibility({ catalog, places, serverName: () => '' }));
    await places.hide({ servers: ['user//gone'], schemes: [''] });
    expect((await visibility.summary())?.sentence).toBe(
      'Hidden: user//gone, URIs without a scheme, user interfaces of MCP Apps.',
    );
  });

  it('shows no applications for good, where there were none to show', async () => {
    const { visibility, catalog, templates, places } = fixture();
    catalog.removeServer('shop');
    templates.removeServer('wiki');
    await places.hide({ servers: ['wiki'] });
    await visibility.showAll();
    listAll(catalog, [app], 'shop');
    expect(await visibility.summary()).toMatchObject({ count: 1 });
  });

  it('is without what the setting excludes, from the moment it is set, and that is not counted', async () => {
    const { visibility, shown, setting, places } = fixture();
    const states: unknown[] = [];
    own(visibility.onDidChange(() => states.push(shown())));
    for (const globs of [['log:*'], ['note:*', 'ui:**'], []]) {
      setting.globs = globs;
      const count = states.length;
      setting.changed.fire();
      await until(() => states.length > count);
      states.push((await visibility.summary())?.count);
    }
    setting.globs = ['note:*'];
    await places.hide({ servers: ['shop'] });
    expect([...states.slice(0, 6), (await visibility.summary())?.count]).toEqual([
      ['note:a', 'db:a', 'note:b', 'note:{id}'],
      2,
      ['db:a', 'log:b', 'log:{id}'],
      undefined,
      ['note:a', 'db:a', 'note:b', 'log:b', 'note:{id}', 'log:{id}'],
      2,
      // `db:a` and the two applications.
      3,
    ]);
  });

  it('follows a resource whose type changes', async () => {
    const { visibility, catalog, shown } = fixture();
    catalog.update('shop', { ...resource('ui://shop/cart'), mimeType: 'text/markdown' });
    expect([shown().includes('ui://shop/cart'), (await visibility.summary())?.count]).toEqual([true, 1]);
    catalog.update('shop', { ...resource('note:a'), mimeType: 'text/html;profile=mcp-app' });
    expect([shown().includes('note:a'), (await visibility.summary())?.count]).toEqual([false, 2]);
  });

  it('is counted in slices, once for each state of the lists', async () => {
    const catalog = own(new Catalog());
    const slices = new CountedSlices();
    const visibility = own(newVisibility({ catalog, newSlice: slices.newSlice }));
    listAll(
      catalog,
      Array.from({ length: 5_000 }, (_, at) => resource(`ui://shop/${at}`)),
    );
    const first = await visibility.summary();
    const breaths = [slices.breaths];
    await visibility.summary();
    breaths.push(slices.breaths);
    listAll(catalog, [app], 'wiki');
    expect([first?.label, breaths[0]! > 0, breaths[0] === breaths[1], (await visibility.summary())?.count]).toEqual([
      '5,000 hidden',
      true,
      true,
      5_001,
    ]);
  });
});
