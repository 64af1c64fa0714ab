import { describe, expect, it } from 'vitest';
import type { SortOrder } from '../../../src/shared/protocol';
import { isTemplateId } from '../../../src/core/catalog/templates';
import type { Resource } from '../../../src/core/resource/resource';
import { listAll, resource, template } from '../catalog/fixtures';
import { choice, day, listTemplates, now, over } from './fixtures';

describe('a sort', () => {
  const items: Resource[] = [
    resource('x:1', { name: 'file 10', priority: 0.2, size: 5, lastModified: now - day }),
    resource('x:2', { name: 'File 9', priority: 0.9 }),
    resource('x:3', { name: 'ähnlich', size: 5_000, lastModified: now }),
    resource('x:4', { name: 'other', description: 'file', size: 0, priority: 0.5 }),
    resource('x:5', { name: 'Zebra file', lastModified: now - day }),
  ];

  it.each<[SortOrder, string, string[]]>([
    ['relevance', '', ['x:2', 'x:4', 'x:1', 'x:3', 'x:5']],
    ['relevance', 'file', ['x:2', 'x:1', 'x:5', 'x:4']],
    ['priority', 'file', ['x:2', 'x:4', 'x:1', 'x:5']],
    ['lastModified', '', ['x:3', 'x:1', 'x:5', 'x:2', 'x:4']],
    ['lastModified', 'file', ['x:1', 'x:5', 'x:2', 'x:4']],
    ['name', '', ['x:3', 'x:2', 'x:1', 'x:4', 'x:5']],
    ['name', 'file', ['x:2', 'x:1', 'x:4', 'x:5']],
    ['size', '', ['x:3', 'x:1', 'x:4', 'x:2', 'x:5']],
  ])('by %s, of %j', async (sort, text, uris) => {
    expect(await over(items).find(text, { sort })).toEqual(uris);
  });

  it('keeps up with what arrives and changes', async () => {
    const { catalog, find } = over(items);
    expect((await find('', { sort: 'size' }))[0]).toBe('x:3');
    listAll(catalog, [...items.slice(0, 4), resource('x:6', { size: 9_999 })]);
    expect(await find('', { sort: 'size' })).toEqual(['x:6', 'x:3', 'x:1', 'x:4', 'x:2']);
    listAll(catalog, [...items.slice(0, 2), resource('x:6', { size: 1 })]);
    expect(await find('', { sort: 'size' })).toEqual(['x:1', 'x:6', 'x:2']);
  });
});

describe('templates', () => {
  const items = [
    resource('x:high', { name: 'order high', priority: 0.9, lastModified: now }),
    resource('x:low', { name: 'order low', priority: 0.1, size: 7 }),
    resource('x:none', { name: 'order none' }),
  ];
  const templates = {
    shop: [
      template('x:{plain}', { name: 'plain', title: 'Order by number' }),
      template('x:{prior}', { name: 'prior', description: 'Of an order', priority: 0.5, audience: ['assistant'] }),
    ],
    wiki: [template('page:{title}', { name: 'Page', mimeType: 'text/markdown' })],
  };

  it('come where their priority puts them; those without one before the resources without one', async () => {
    const { find } = over(items, { templates });
    const all = ['x:high', 'x:{prior}', 'x:low', 'x:{plain}', 'page:{title}', 'x:none'];
    expect(await find('')).toEqual(all);
    expect(await find('', { sort: 'priority' })).toEqual(all);
  });

  it('have neither age nor size, and sort by name as all do', async () => {
    const { find } = over(items, { templates });
    const otherUris = ['x:{prior}', 'x:low', 'x:{plain}', 'page:{title}', 'x:none'];
    expect(await find('', { sort: 'lastModified' })).toEqual(['x:high', ...otherUris]);
    expect(await find('', { sort: 'size' })).toEqual([
      'x:low',
      'x:high',
      ...otherUris.filter((uri) => uri !== 'x:low'),
    ]);
    expect(await find('', { sort: 'name' })).toEqual([
      'x:{plain}',
      'x:high',
      'x:low',
      'x:none',
      'page:{title}',
      'x:{prior}',
    ]);
  });

  it('are found by title, name, description and URI template, and ranked among the resources', async () => {
    const { find, search } = over(items, { templates });
    expect(await find('order')).toEqual(['x:high', 'x:low', 'x:{plain}', 'x:none', 'x:{prior}']);
    expect(await find('{title}')).toEqual(['page:{title}']);
    expect(await find('plain')).toEqual(['x:{plain}']);
    expect(await find('ordnmb')).toEqual(['x:{plain}']);
    expect((await search('')).outOf).toBe(6);
  });

  it.each([
    ['type:template', ['x:{prior}', 'x:{plain}', 'page:{title}']],
    ['-type:template', ['x:high', 'x:low', 'x:none']],
    ['type:markdown', []],
    ['server:wiki', ['page:{title}']],
    ['scheme:page', ['page:{title}']],
    ['audience:user type:template', ['x:{plain}', 'page:{title}']],
    ['priority:>=0.5', ['x:high', 'x:{prior}']],
    ['changed:<7d', ['x:high']],
    ['size:<1kb', ['x:low']],
    ['uri:page:*', ['page:{title}']],
    ['-order', ['page:{title}']],
  ])('know filters: %s', async (text, uris) => {
    expect(await over(items, { templates }).find(text)).toEqual(uris);
  });

  it('have ids of their own and can be chosen alone', async () => {
    const { search, find } = over(items, { templates });
    const { ids } = await search('', { choices: [choice('type:template')] });
    expect([ids.length, ids.every((id) => isTemplateId(id))]).toEqual([3, true]);
    expect((await search('-type:template')).ids.some((id) => isTemplateId(id))).toBe(false);
    expect(await find('', { audience: 'user', choices: [choice('type:template')] })).toHaveLength(2);
  });

  it('come and go with their lists', async () => {
    const { templates: catalog, find } = over(items, { templates });
    expect(await find('type:template')).toHaveLength(3);
    listTemplates(catalog, [template('y:{new}')]);
    expect(await find('type:template')).toEqual(['y:{new}', 'page:{title}']);
    catalog.removeServer('wiki');
    expect(await find('type:template')).toEqual(['y:{new}']);
  });
});
