import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QuickPickItemKind } from 'vscode';
import type { TemplateEntry } from '../../../../src/core/catalog/templates';
import type { PickedResource } from '../../../../src/core/context/contextSet';
import type { ServerDefinition } from '../../../../src/core/servers/serverDefinition';
import { SavedResources } from '../../../../src/core/templates/savedResources';
import { UsedValues } from '../../../../src/core/templates/usedValues';
import { TemplateForm } from '../../../../src/host/templates/templateForm';
import { TemplateUses } from '../../../../src/host/templates/templateUses';
import { settle } from '../../../support/fakeClock';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { resource, template } from '../../catalog/fixtures';
import { ResourceWorld } from '../../actions/host/resourceWorld';

let world: ResourceWorld;
let shop: ServerDefinition;
let kept: SavedResources;
let used: UsedValues;
/** Actions on resources: the action and the URI. */
let done: string[];
/** URIs for which the server has no resource. */
let missing: Set<string>;
/** True once the form has been closed. */
let isOver: boolean;
let form: TemplateForm;

beforeEach(async () => {
  world = new ResourceWorld();
  [done, missing, isOver] = [[], new Set(), false];
  const [first] = await world.list({ shop: [resource('ticket:1/2')] });
  shop = first!;
  world.listTemplates(
    shop,
    template('ticket:{project}/{id}', { title: 'Ticket', description: 'One ticket' }),
    template('tags:all{?tag*}', { title: 'Tags' }),
    template('fixed:page', { title: 'Fixed' }),
  );
  kept = world.store.add(new SavedResources(world.workspaceStore, world.catalog, world.connections));
  used = new UsedValues(world.workspaceStore);
  const did = (what: string) => (resources: readonly PickedResource[]) =>
    Promise.resolve(void done.push(...resources.map(({ uri }) => `${what} ${uri}`)));
  const { catalog, clock, log, templates, visibility, connections } = world;
  const actions = {
    canRead: ({ uri }: PickedResource) => Promise.resolve(!missing.has(uri)),
    open: did('open'),
    attach: (resources: readonly PickedResource[]) => did('attach')(resources).then(() => true),
    copyUris: did('copy'),
  };
  const uses = new TemplateUses({ used, kept, actions });
  form = new TemplateForm({
    clock,
    log,
    catalog,
    templates,
    visibility,
    connections,
    used,
    uses,
    showSaved: did('kept'),
  });
});

afterEach(() => {
  expect(fakeVscode.quickPicks.every(({ isDisposed }) => isDisposed)).toBe(true);
  world.dispose();
});

const entry = (uriTemplate: string): TemplateEntry => world.templates.find(shop.id, uriTemplate)!;
const ticket = (): TemplateEntry => entry('ticket:{project}/{id}');

async function open(of?: TemplateEntry): Promise<void> {
  void form.open(of).then(() => (isOver = true));
  await world.clock.advance(0);
}

async function act(action: (picker: typeof fakeVscode.quickPick) => void): Promise<void> {
  action(fakeVscode.quickPick);
  await settle();
}

const type = (text: string): Promise<void> => act((picker) => picker.type(text));
const enter = (): Promise<void> => act((picker) => picker.accept());
const choose = (label: string): Promise<void> => act((picker) => picker.choose(label));
const back = (): Promise<void> => act((picker) => picker.press('Back'));
const leave = (): Promise<void> => act((picker) => picker.leave());

/** Returns the visible step of the form. */
function shown(): unknown {
  const { title, step, totalSteps, buttons, labels } = fakeVscode.quickPick;
  return { title, step: `${step} of ${totalSteps}`, hasBack: buttons.length > 0, labels };
}

it('does not offer a template that is hidden', async () => {
  await world.places.hide({ schemes: ['tags', 'fixed'] });
  await open();
  expect(fakeVscode.quickPick.labels).not.toContain('Tags');
  expect(fakeVscode.quickPick.labels).toContain('Ticket');
  await leave();
});

describe('a template is filled in', () => {
  it('value by value; the title shows what comes of it', async () => {
    await open(ticket());
    expect(shown()).toEqual({ title: 'Ticket · ticket:{project}/{id}', step: '1 of 3', hasBack: false, labels: [] });
    expect(fakeVscode.quickPick.placeholder).toBe('project, required · One ticket');
    await type('web');
    expect(shown()).toEqual({ title: 'Ticket · ticket:web/{id}', step: '1 of 3', hasBack: false, labels: ['web'] });
    await enter();
    await type('7');
    expect(shown()).toEqual({ title: 'Ticket · ticket:web/7', step: '2 of 3', hasBack: true, labels: ['7'] });
    await enter();
    expect(shown()).toEqual({
      title: 'Ticket · ticket:web/7',
      step: '3 of 3',
      hasBack: true,
      labels: ['Attach to Chat', 'Open', 'Save to List', 'Copy URI'],
    });
    expect(fakeVscode.quickPick.placeholder).toBe('ticket:web/7');
    await choose('Open');
    expect([done, isOver, used.of(ticket(), 'project')]).toEqual([['open ticket:web/7'], true, ['web']]);
  });

  it.each([
    ['Attach to Chat', ['attach ticket:web/7']],
    ['Copy URI', ['copy ticket:web/7']],
    ['Save to List', ['kept ticket:web/7']],
  ])('and then: %s', async (label, expected) => {
    await open(ticket());
    for (const text of ['web', '7']) {
      await type(text);
      await enter();
    }
    await choose(label);
    const isSaved = label === 'Save to List';
    expect([done, isOver, kept.has({ serverId: shop.id, uri: 'ticket:web/7' })]).toEqual([expected, true, isSaved]);
  });

  it('with nothing to keep where the server lists the resource', async () => {
    await open(ticket());
    for (const text of ['1', '2']) {
      await type(text);
      await enter();
    }
    expect(fakeVscode.quickPick.labels).toEqual(['Attach to Chat', 'Open', 'Copy URI']);
    await enter();
    expect(done).toEqual(['attach ticket:1/2']);
  });

  it('again from the first value where the server has nothing there, with what was answered', async () => {
    missing.add('ticket:web/8');
    await open(ticket());
    for (const text of ['web', '8']) {
      await type(text);
      await enter();
    }
    await choose('Open');
    await settle();
    expect([fakeVscode.quickPick.value, shown()]).toEqual([
      'web',
      { title: 'Ticket · ticket:web/8', step: '1 of 3', hasBack: false, labels: ['web'] },
    ]);
    await enter();
    expect(fakeVscode.quickPick.value).toBe('8');
    await type('9');
    await enter();
    await choose('Open');
    expect([done, used.of(ticket(), 'id')]).toEqual([['open ticket:web/9'], ['9']]);
  });

  it('with one step back at a time, and the values that were given', async () => {
    await open(ticket());
    await type('web');
    await enter();
    await type('7');
    await enter();
    await back();
    expect([fakeVscode.quickPick.value, fakeVscode.quickPick.step]).toEqual(['7', 2]);
    await back();
    expect([fakeVscode.quickPick.value, fakeVscode.quickPick.step]).toEqual(['web', 1]);
    await leave();
    expect([done, isOver]).toEqual([[], true]);
  });

  it('until the user leaves, at any step', async () => {
    for (const steps of [0, 1, 2]) {
      isOver = false;
      await open(ticket());
      for (let step = 0; step < steps; step += 1) {
        await type('x');
        await enter();
      }
      await leave();
      expect(isOver).toBe(true);
    }
    expect(done).toEqual([]);
  });

  it('without a question where it has no variable', async () => {
    await open(entry('fixed:page'));
    expect(shown()).toMatchObject({ title: 'Fixed · fixed:page', step: '1 of 1', hasBack: false });
    await choose('Attach to Chat');
    expect(done).toEqual(['attach fixed:page']);
  });

  it('with a title that is cut in the middle, where the scheme and the last variables are not', async () => {
    await open(ticket());
    await type('w'.repeat(200));
    const { title } = fakeVscode.quickPick;
    expect(title).toMatch(/^Ticket · ticket:w+…w+\/\{id\}$/u);
    expect(title!.length).toBeLessThan(100);
    await leave();
  });
});

describe('without a template', () => {
  it('one is chosen first, and again when the user goes back', async () => {
    await open();
    expect([fakeVscode.quickPick.title, fakeVscode.quickPick.labels]).toEqual([
      'Open Resource from Template',
      ['Ticket', 'Tags', 'Fixed'],
    ]);
    expect(fakeVscode.quickPick.items[0]?.description).toBe('shop · ticket:{project}/{id}');
    await choose('Ticket');
    expect(shown()).toMatchObject({ step: '1 of 3', hasBack: true });
    await back();
    expect(fakeVscode.quickPick).toMatchObject({ step: undefined, buttons: [], value: '' });
    await choose('Fixed');
    await choose('Open');
    expect([done, isOver]).toEqual([['open fixed:page'], true]);
  });

  it('those are shown that servers list meanwhile', async () => {
    world.templates.removeServer(shop.id);
    await open();
    expect(fakeVscode.quickPick.items).toMatchObject([
      { label: 'No templates yet', kind: QuickPickItemKind.Separator },
    ]);
    world.listTemplates(shop, template('new:{x}', { title: 'New' }));
    await world.clock.advance(100);
    expect(fakeVscode.quickPick.labels).toEqual(['New']);
    await leave();
    expect(isOver).toBe(true);
  });
});

describe('values that a server completes', () => {
  it('are asked for with what was answered before', async () => {
    const asked: unknown[] = [];
    const { session } = world.server(shop);
    session.complete = (uriTemplate, argument, context) => {
      asked.push([uriTemplate, argument, context]);
      return Promise.resolve({ values: ['seven', 'eight'], hasMore: false });
    };
    await open(ticket());
    await choose('seven');
    await world.clock.advance(0);
    expect(fakeVscode.quickPick.labels).toEqual(['seven', 'eight']);
    await choose('eight');
    expect(fakeVscode.quickPick.placeholder).toBe('ticket:seven/eight');
    await leave();
    expect(asked).toEqual([
      ['ticket:{project}/{id}', { name: 'project', value: '' }, {}],
      ['ticket:{project}/{id}', { name: 'id', value: '' }, { project: 'seven' }],
    ]);
  });
});
