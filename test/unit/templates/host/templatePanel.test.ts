import { describe, expect, it } from 'vitest';
import type { TemplateUse, TemplateValues } from '../../../../src/shared/templateProtocol';
import type { HumanError } from '../../../../src/core/base/errors';
import { Catalog } from '../../../../src/core/catalog/catalog';
import { TemplateCatalog } from '../../../../src/core/catalog/templates';
import type { PickedResource } from '../../../../src/core/context/contextSet';
import type { Session } from '../../../../src/core/session/session';
import { SavedResources } from '../../../../src/core/templates/savedResources';
import { UsedValues } from '../../../../src/core/templates/usedValues';
import { TemplatePanel } from '../../../../src/host/templates/templatePanel';
import { FakeStore } from '../../../support/fakeStore';
import { silent } from '../../../support/silent';
import { listAll, resource, template } from '../../catalog/fixtures';
import { failure, open, scripted } from '../../mcp/support';
import { own } from '../../../support/own';

const rows = 'db://x/{schema}/{table}/rows{?limit}';
const notes = 'depot://{depot}/{year}/{month}{?limit}';
const signal = new AbortController().signal;

function newPanel(session?: () => Promise<Session>) {
  const catalog = new Catalog();
  const templates = new TemplateCatalog();
  const texts = [notes, rows, 'tags://{?tags*}', 'broken://{id'];
  templates.beginList('shop').append(texts.map((text) => template(text, { title: `Title of ${text}` })));
  const store = new FakeStore();
  const used = new UsedValues(store);
  const servers = { onDidChange: () => ({ dispose: () => undefined }), get: () => true };
  const kept = own(new SavedResources(store, catalog, servers));
  const done: string[] = [];
  const readable = { is: true };
  const note = (what: string) => (all: readonly PickedResource[]) =>
    Promise.resolve(void done.push(`${what} ${all[0]?.uri} ${all[0]?.name}`));
  const actions = {
    canRead: (_: PickedResource, show?: (sentence: string) => void) => {
      if (!readable.is) show?.('The server has nothing there.');
      return Promise.resolve(readable.is);
    },
    open: note('open'),
    attach: (all: readonly PickedResource[]) => note('attach')(all).then(() => true),
    copyUris: note('copy'),
  };
  const asked: string[] = [];
  const directories = {
    isDirectory: (id: number) => catalog.table.isDirectory(id),
    read: ({ uri }: { uri: string }) => {
      asked.push(uri);
      const children = ['2024', '2025', 'A B'].map((name) => resource(`${uri}/${encodeURIComponent(name)}`));
      const named = new Set<number>();
      catalog.addChildren('shop', children, named);
      return Promise.resolve({ children: [...named], state: { kind: 'complete' } });
    },
  };
  const connections = { get: () => ({ definition: { name: 'Shop' }, session }) };
  const needs = {
    base: { log: silent },
    core: { templates, connections, catalog, directories },
    saved: kept,
    actions: { get: () => Promise.resolve({ actions }) },
  };
  const { handlers } = new TemplatePanel(needs as unknown as ConstructorParameters<typeof TemplatePanel>[0], used);
  const idOf = (text: string): number => templates.idOf(templates.find('shop', text)!);
  const use = (text: string, values: TemplateValues, how: TemplateUse) =>
    handlers.useTemplate({ id: idOf(text), values, use: how }, signal);
  return { asked, handlers, catalog, templates, kept, done, readable, idOf, use };
}

describe('the form of a template', () => {
  it('has its fields, filled in as the last time', async () => {
    const { handlers, idOf, use } = newPanel();
    await use(rows, { schema: 's', table: 't', limit: '' }, 'copyUri');
    expect(await handlers.openTemplate({ id: idOf(rows) }, signal)).toEqual({
      title: `Title of ${rows}`,
      server: 'Shop',
      description: undefined,
      uriTemplate: rows,
      fields: [
        { name: 'schema', isRequired: true, isList: false, value: 's', used: ['s'] },
        { name: 'table', isRequired: true, isList: false, value: 't', used: ['t'] },
        { name: 'limit', isRequired: false, isList: false, value: '', used: [] },
      ],
      problem: undefined,
    });
  });

  it('says what is wrong with the template, and that it is gone', async () => {
    const { handlers, templates, idOf } = newPanel();
    const id = idOf('broken://{id');
    expect(await handlers.openTemplate({ id }, signal)).toMatchObject({
      fields: [],
      problem: expect.stringContaining('syntax error at character 10') as string,
    });
    expect(await handlers.expandTemplate({ id, values: {} }, signal)).toMatchObject({ uri: undefined });
    templates.removeServer('shop');
    const gone = { reason: 'notFound', message: 'The server no longer lists this template.' } as const;
    for (const ask of [handlers.openTemplate, handlers.expandTemplate]) {
      const answer = (async () => ask({ id, values: {} }, signal))();
      expect(await failure(answer)).toMatchObject<Partial<HumanError>>(gone);
    }
  });

  it('expands the URI and says where it need not be kept', async () => {
    const { handlers, catalog, idOf } = newPanel();
    const expand = (values: TemplateValues) => handlers.expandTemplate({ id: idOf(rows), values }, signal);
    expect(await expand({ schema: 's' })).toEqual({
      pieces: [
        { kind: 'fixed', text: 'db://x/' },
        { kind: 'value', text: 's' },
        { kind: 'fixed', text: '/' },
        { kind: 'missing', text: '{table}' },
        { kind: 'fixed', text: '/rows' },
      ],
      uri: undefined,
      errors: { table: 'A value is required.' },
      cannotKeep: undefined,
    });
    const whole = { schema: 's', table: 't' };
    expect(await expand(whole)).toMatchObject({ uri: 'db://x/s/t/rows', errors: {}, cannotKeep: undefined });
    listAll(catalog, [resource('db://x/s/t/rows')]);
    expect(await expand(whole)).toMatchObject({ cannotKeep: 'This resource is already in the list.' });
  });
});

describe('using a template', () => {
  it('does it with the resource and remembers the values', async () => {
    const { use, done, kept, handlers, idOf } = newPanel();
    const values = { tags: 'a\nb' };
    for (const how of ['open', 'attach', 'copyUri', 'keep'] as const)
      expect(await use('tags://{?tags*}', values, how)).toEqual({ isDone: true, problem: undefined });
    const title = 'Title of tags://{?tags*}: a,b';
    expect(done).toEqual(['open', 'attach', 'copy'].map((what) => `${what} tags://?tags=a&tags=b ${title}`));
    expect(kept.items.map(({ uri }) => uri)).toEqual(['tags://?tags=a&tags=b']);
    const form = await handlers.openTemplate({ id: idOf('tags://{?tags*}') }, signal);
    expect(form.fields).toMatchObject([{ value: 'a\nb', used: ['a', 'b'] }]);
  });

  it('does nothing where there is nothing to read, and where the URI is not whole', async () => {
    const { use, done, readable, handlers, idOf } = newPanel();
    expect(await use(rows, { schema: 's' }, 'open')).toEqual({ isDone: false, problem: undefined });
    readable.is = false;
    expect(await use(rows, { schema: 's', table: 't' }, 'open')).toEqual({
      isDone: false,
      problem: 'The server has nothing there.',
    });
    expect(done).toEqual([]);
    expect((await handlers.openTemplate({ id: idOf(rows) }, signal)).fields[0]?.value).toBe('');
    expect(await use(rows, { schema: 's', table: 't' }, 'copyUri')).toMatchObject({ isDone: true });
  });
});

describe('completing a variable', () => {
  const capabilities = { resources: {}, completions: {} };

  it('asks the server with the other values, and takes each answer once', async () => {
    const answers = {
      'completion/complete': {
        result: { completion: { values: ['b', '', 'a', 'b', 'x'.repeat(2_001)], hasMore: true } },
      },
    };
    const { session } = await open(scripted({ scenario: 'subscribe', capabilities, answers }));
    const asked: unknown[] = [];
    const complete: Session['complete'] = (...question) => {
      asked.push(question.slice(0, 3));
      return session.complete(...question);
    };
    const { handlers, idOf } = newPanel(() => Promise.resolve({ complete } as unknown as Session));
    const params = { id: idOf(rows), name: 'table', values: { schema: 's', table: 't', limit: '' } };
    expect(await handlers.completeVariable(params, signal)).toEqual({ values: ['b', 'a'], hasMore: true });
    expect(asked).toEqual([[rows, { name: 'table', value: 't' }, { schema: 's' }]]);
  });

  it('takes the question back when nobody waits, and leaves the user to type when it fails', async () => {
    let given: AbortSignal | undefined;
    const waiting = {
      complete: (...[, , , asked]: Parameters<Session['complete']>) =>
        new Promise((_, reject) => {
          given = asked;
          asked.addEventListener('abort', () => reject(new Error('left')));
        }),
    };
    const { handlers, idOf } = newPanel(() => Promise.resolve(waiting as unknown as Session));
    const abort = new AbortController();
    const params = { id: idOf(rows), name: 'table', values: {} };
    const answer = handlers.completeVariable(params, abort.signal);
    await Promise.resolve();
    await Promise.resolve();
    abort.abort();
    expect(await answer).toEqual({ values: [], hasMore: false });
    expect(given?.aborted).toBe(true);
    const failing = newPanel(() => Promise.reject(new Error('not running')));
    const there = { ...params, id: failing.idOf(rows) };
    expect(await failing.handlers.completeVariable(there, signal)).toEqual({ values: [], hasMore: false });
  });

  it('offers what is in a folder where the server has no values of its own', async () => {
    const mute = { complete: () => Promise.resolve({ values: [], hasMore: false }) };
    const { handlers, idOf, catalog, asked } = newPanel(() => Promise.resolve(mute as unknown as Session));
    listAll(catalog, [resource('depot://Utrecht', { mimeType: 'inode/directory' })]);
    const complete = (name: string, values: TemplateValues) =>
      handlers.completeVariable({ id: idOf(notes), name, values }, signal);
    expect(await complete('year', { depot: 'Utrecht' })).toEqual({ values: ['2024', '2025', 'A B'], hasMore: false });
    expect(await complete('year', { depot: 'Utrecht', year: 'A', month: '03' })).toMatchObject({ values: ['A B'] });
    expect(asked).toEqual(['depot://Utrecht', 'depot://Utrecht']);
    expect(await complete('month', { depot: 'Utrecht', year: '2024' })).toEqual({ values: [], hasMore: false });
    expect(await complete('depot', {})).toEqual({ values: [], hasMore: false });
    expect(asked).toHaveLength(2);
  });
});
