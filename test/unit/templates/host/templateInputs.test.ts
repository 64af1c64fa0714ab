import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TemplateEntry } from '../../../../src/core/catalog/templates';
import type { PickedResource } from '../../../../src/core/context/contextSet';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import type { Completion } from '../../../../src/core/session/session';
import { SavedResources } from '../../../../src/core/templates/savedResources';
import { UsedValues } from '../../../../src/core/templates/usedValues';
import { openFromTemplate } from '../../../../src/host/templates/templateInputs';
import { TemplatePanel } from '../../../../src/host/templates/templatePanel';
import { settle } from '../../../support/fakeClock';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { ResourceWorld } from '../../actions/host/resourceWorld';
import { resource, template } from '../../catalog/fixtures';

let world: ResourceWorld;
let shop: ServerDefinition;
let kept: SavedResources;
let used: UsedValues;
/** Actions on resources: the action and the URI. */
let done: string[];
/** URIs for which the server has no resource. */
let missing: Set<string>;
/** Completion requests: the variable, the typed text, and the other values. */
let asked: unknown[];
/** The server's values for a text; `undefined` while it has not answered. */
let complete: (text: string) => readonly string[] | undefined;
/** How the form ended; `undefined` while it is open. */
let end: unknown;

beforeEach(async () => {
  world = new ResourceWorld();
  [done, asked, missing, complete] = [[], [], new Set(), () => []];
  const [first] = await world.list({ shop: [resource('ticket:1/2')] });
  shop = first!;
  world.listTemplates(
    shop,
    template('ticket:{project}/{id}{?view}', { title: 'Ticket', description: 'One ticket' }),
    template('tags:all{?tag*}', { title: 'Tags' }),
    template('fixed:page', { title: 'Fixed' }),
    template('broken:{id', { title: 'Broken' }),
  );
  world.server(shop).session.complete = (_, { name, value }, others): Promise<Completion> => {
    asked.push([name, value, others]);
    const values = complete(value);
    return values ? Promise.resolve({ values, hasMore: false }) : new Promise(() => undefined);
  };
  kept = world.store.add(new SavedResources(world.workspaceStore, world.catalog, world.connections));
  used = new UsedValues(world.workspaceStore);
  fakeVscode.commands.withoutViews();
});

afterEach(() => {
  expect(fakeVscode.quickPicks.every(({ isDisposed }) => isDisposed)).toBe(true);
  expect(world.clock.pending).toEqual([]);
  world.dispose();
});

const entry = (uriTemplate: string): TemplateEntry => world.templates.find(shop.id, uriTemplate)!;
const ticket = (): TemplateEntry => entry('ticket:{project}/{id}{?view}');
const picker = () => fakeVscode.quickPick;

/** Opens the list of templates, and the form of the one with this title. */
async function open(title?: string): Promise<void> {
  const did = (what: string) => (resources: readonly PickedResource[]) =>
    Promise.resolve(void done.push(...resources.map(({ uri }) => `${what} ${uri}`)));
  const actions = {
    canRead: ({ uri }: PickedResource, show?: (sentence: string) => void) => {
      if (missing.has(uri)) show?.(`There is no ${uri}.`);
      return Promise.resolve(!missing.has(uri));
    },
    open: did('open'),
    attach: (resources: readonly PickedResource[]) => did('attach')(resources).then(() => true),
    copyUris: did('copy'),
  };
  const loaded = { get: () => Promise.resolve({ actions }) };
  const forms = new TemplatePanel({ base: world, core: world, saved: kept, actions: loaded }, used);
  const showInPage = ({ template: { uriTemplate } }: TemplateEntry): Promise<void> => {
    expect(fakeVscode.quickPicks.map(({ isDisposed }) => isDisposed)).toEqual([true]);
    return Promise.resolve(void done.push(`page ${uriTemplate}`));
  };
  end = undefined;
  void openFromTemplate({ base: world, core: world, search: world }, forms.handlers, showInPage).then(
    () => (end = 'ended'),
    (error: unknown) => (end = String(error)),
  );
  await settle();
  if (title !== undefined) await choose(title);
}

async function act(action: (shown: ReturnType<typeof picker>) => void): Promise<void> {
  action(picker());
  await world.clock.advance(150);
  await settle();
}

const type = (text: string): Promise<void> => act((shown) => shown.type(text));
const enter = (): Promise<void> => act((shown) => shown.accept());
const choose = (label: string): Promise<void> => act((shown) => shown.choose(label));
const back = (): Promise<void> => act((shown) => shown.press('Back'));
const leave = (): Promise<void> => act((shown) => shown.leave());

async function give(...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    if (text !== '') await type(text);
    await enter();
  }
}

/** Returns the step that is shown: its place, what it asks for, and its rows as `label | description`. */
function shown(): unknown {
  const { title, placeholder, step, totalSteps, value, items } = picker();
  const rows = items.map(({ label, description }) => (description ? `${label} | ${description}` : label));
  return { at: `${title} ${step}/${totalSteps}`, asks: placeholder, value, rows };
}

describe('a template', () => {
  it('is one of those that are not hidden, also of those that servers list meanwhile', async () => {
    await world.places.hide({ schemes: ['tags', 'fixed', 'broken'] });
    world.templates.removeServer(shop.id);
    await open();
    const list = (): unknown => {
      const { title, placeholder, buttons, items } = picker();
      return [title, placeholder, buttons, items.map(({ label, description }) => [label, description])];
    };
    expect(list()).toEqual(['Open Resource from Template', 'No templates yet', [], []]);
    world.listTemplates(shop, template('new:{x}', { title: 'New' }), template('tags:{x}', { title: 'Tags' }));
    await world.clock.advance(100);
    expect(list()).toEqual(['Open Resource from Template', 'Select a template', [], [['New', 'shop · new:{x}']]]);
    await leave();
    expect([end, done]).toEqual(['ended', []]);
  });

  it('is one of those that are shown of a longer list, which the input says', async () => {
    world.listTemplates(shop, ...Array.from({ length: 1_500 }, (_, index) => template(`new:{v${index}}`)));
    await open();
    expect([picker().placeholder, picker().items.length]).toEqual(['Select a template (1,000 of 1,500 shown)', 1_000]);
    await leave();
  });

  it('is filled in in the page where the window has views', async () => {
    fakeVscode.commands.reset();
    await open('Ticket');
    expect([end, done]).toEqual(['ended', ['page ticket:{project}/{id}{?view}']]);
  });

  it('has a step for each variable, and one for what to do with the resource', async () => {
    await open('Ticket');
    expect(shown()).toEqual({ at: 'Ticket 1/4', asks: 'project, required · One ticket', value: '', rows: [] });
    await enter();
    await type('web');
    expect(shown()).toMatchObject({ at: 'Ticket 1/4', value: 'web', rows: ['web | project'] });
    await give('', '7');
    expect(shown()).toMatchObject({
      at: 'Ticket 3/4',
      asks: 'view, optional (press Enter to skip) · One ticket',
      rows: ['Skip view'],
    });
    await enter();
    const uses = ['Attach to Chat', 'Open', 'Save to List | in this workspace', 'Copy URI'];
    expect(shown()).toEqual({ at: 'Ticket 4/4', asks: 'ticket:web/7', value: '', rows: uses });
    await choose('Open');
    expect([done, end, used.of(ticket(), 'project')]).toEqual([['open ticket:web/7'], 'ended', ['web']]);
  });

  it.each([
    ['Attach to Chat', ['attach ticket:web/7'], []],
    ['Copy URI', ['copy ticket:web/7'], []],
    ['Save to List', [], ['“ticket:web/7” was saved to the list of resources.']],
  ])('is used: %s', async (label, expected, said) => {
    await open('Ticket');
    await give('web', '7', '');
    await choose(label);
    const isSaved = kept.items.length === 1;
    expect([done, fakeVscode.shownTexts, isSaved, end]).toEqual([expected, said, label === 'Save to List', 'ended']);
  });

  it('is not saved where the server lists the resource', async () => {
    await open('Ticket');
    await give('1', '2', '');
    expect(picker().labels).toEqual(['Attach to Chat', 'Open', 'Copy URI']);
    await enter();
    expect(done).toEqual(['attach ticket:1/2']);
  });

  it('without variables has the last step alone; one with a mistake is refused', async () => {
    await open('Fixed');
    expect(shown()).toMatchObject({ at: 'Fixed 1/1', asks: 'fixed:page' });
    await enter();
    expect(done).toEqual(['attach fixed:page']);
    await open('Broken');
    expect(end).toContain('syntax error at character 8. Report this to the server’s author.');
  });
});

describe('going back', () => {
  it('leads to the step before with what was given, and forward again, up to the choice of another template', async () => {
    await open('Ticket');
    await give('web', '7', '');
    for (const expected of ['', '7', 'web']) {
      await back();
      expect(picker().value).toBe(expected);
    }
    await give('app', '');
    expect(shown()).toMatchObject({ at: 'Ticket 3/4', value: '' });
    await enter();
    expect(picker().placeholder).toBe('ticket:app/7');
    for (let step = 0; step < 4; step += 1) await back();
    expect([picker().title, picker().step, picker().buttons]).toEqual(['Open Resource from Template', undefined, []]);
    await choose('Fixed');
    await choose('Copy URI');
    expect([done, end]).toEqual([['copy fixed:page'], 'ended']);
  });

  it('is what follows where the server has nothing there, which is said, and not remembered', async () => {
    missing.add('ticket:web/7?view=all');
    await open('Ticket');
    await give('web', '7', 'all');
    await choose('Attach to Chat');
    expect([fakeVscode.shownTexts, shown()]).toMatchObject([
      ['There is no ticket:web/7?view=all.'],
      { at: 'Ticket 3/4', value: 'all', rows: ['all | view'] },
    ]);
    expect(used.of(ticket(), 'project')).toEqual([]);
    await give('one');
    await enter();
    expect([done, used.of(ticket(), 'view')]).toEqual([['attach ticket:web/7?view=one'], ['one']]);
  });

  it('is what follows where a value is too long', async () => {
    await open('Tags');
    await give('x'.repeat(10_001), '');
    expect(fakeVscode.shownTexts).toEqual(['tag: The value is too long for a URI. Use at most 10000 characters.']);
    expect(shown()).toMatchObject({ at: 'Tags 1/2', value: '' });
    await leave();
  });

  it('does nothing when the user leaves, at any step', async () => {
    for (const texts of [[], ['web'], ['web', '7'], ['web', '7', '']]) {
      await open('Ticket');
      await give(...texts);
      await leave();
      expect([end, done]).toEqual(['ended', []]);
    }
  });
});

describe('values', () => {
  it('are completed by the server, which knows the others, after a pause in typing', async () => {
    complete = (text) => (text === '' ? ['seven', 'eight'] : ['seventeen']);
    await open('Ticket');
    expect(shown()).toMatchObject({ at: 'Ticket 1/4', rows: ['seven', 'eight'] });
    await choose('seven');
    picker().type('s');
    await world.clock.advance(149);
    picker().type('se');
    await world.clock.advance(149);
    // Of the answer to another text what holds this one.
    expect([picker().busy, shown()]).toMatchObject([true, { at: 'Ticket 2/4', rows: ['se | id', 'seven'] }]);
    await world.clock.advance(1);
    expect([picker().busy, shown()]).toMatchObject([false, { at: 'Ticket 2/4', rows: ['se | id', 'seventeen'] }]);
    await leave();
    expect(asked).toEqual([
      ['project', '', {}],
      ['id', '', { project: 'seven' }],
      ['id', 'se', { project: 'seven' }],
    ]);
  });

  it('of a question that the user has left come too late', async () => {
    complete = (text) => (text === '' ? undefined : []);
    await open('Ticket');
    expect(picker().busy).toBe(true);
    await give('web');
    expect(shown()).toMatchObject({ at: 'Ticket 2/4', rows: [] });
    await leave();
  });

  it('that were used before come first, each once', async () => {
    complete = () => ['Oslo', 'Rome'];
    await used.remember(ticket(), new Map([['project', 'Rome']]));
    await open('Ticket');
    expect(shown()).toMatchObject({ rows: ['Rome | used before', 'Oslo'] });
    await leave();
  });

  it('are typed where the server fails', async () => {
    complete = () => {
      throw new Error('No.');
    };
    await open('Ticket');
    await type('web');
    expect([picker().busy, shown()]).toMatchObject([false, { rows: ['web | project'] }]);
    await leave();
  });

  it('stay chosen while rows come, and are the typed ones where Enter is faster than the rows', async () => {
    await used.remember(ticket(), new Map([['project', 'Rome']]));
    await used.remember(ticket(), new Map([['project', 'Riga']]));
    complete = (text) => (text === '' ? undefined : []);
    await open('Ticket');
    picker().focus('Rome');
    const [stale] = picker().activeItems;
    complete = () => ['Oslo'];
    await type('R');
    expect(picker().activeItems.map(({ label }) => label)).toEqual(['R']);
    picker().focus('Rome');
    await world.clock.advance(150);
    expect(picker().activeItems.map(({ label }) => label)).toEqual(['Rome']);
    picker().type('Bergen');
    picker().activeItems = [stale!];
    await enter();
    await give('7', '');
    expect(picker().placeholder).toBe('ticket:Bergen/7');
    await leave();
  });

  it('of a list are given one after the other, until Enter in an empty box', async () => {
    complete = () => ['red', 'green, dark', '$(trash)'];
    await open('Tags');
    const rows = picker().labels;
    expect(shown()).toMatchObject({ at: 'Tags 1/2', rows: ['Skip tag', 'red', 'green, dark', rows[3]] });
    await choose('green, dark');
    expect(picker().labels[0]).toBe('Continue with green, dark');
    await give('blue');
    expect(picker().labels[0]).toBe('Continue with green, dark, blue');
    await back();
    expect(shown()).toMatchObject({ at: 'Tags 1/2', value: 'blue' });
    await choose(rows[3]!);
    await enter();
    expect(picker().placeholder).toBe('tags:all?tag=green%2C%20dark&tag=%24%28trash%29');
    await enter();
    expect(done).toEqual(['attach tags:all?tag=green%2C%20dark&tag=%24%28trash%29']);
  });
});
