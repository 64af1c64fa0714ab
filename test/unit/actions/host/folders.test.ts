import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { HumanError } from '../../../../src/core/base/errors';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import { Attaching } from '../../../../src/host/actions/attaching';
import { ResourceActions } from '../../../../src/host/actions/resourceActions';
import type { Budget } from '../../../../src/host/chat/chatBudget';
import type { Attachment } from '../../../../src/host/chat/chatSink';
import { UserReads } from '../../../../src/host/content/userReads';
import { settle } from '../../../support/fakeClock';
import { newWeights } from '../../../support/newWeights';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { ResourceWorld } from './resourceWorld';

const { files, messages, openDialogs, window } = fakeVscode;
let world: ResourceWorld;
let shop: ServerDefinition;
let actions: ResourceActions;
/** Names of files in the chat. */
let attached: string[];
let budget: Budget | undefined;

beforeEach(async () => {
  world = new ResourceWorld();
  [attached, budget] = [[], undefined];
  const sink = {
    isAvailable: () => Promise.resolve(true),
    attach: (given: readonly Attachment[]) => Promise.resolve(void attached.push(...given.map(({ uri }) => uri.path))),
    attachTool: (name: string) => Promise.resolve(void attached.push(name)),
  };
  const weights = newWeights({ peek: (address) => world.cache.peek(address) });
  const chat = {
    sink,
    session: { isHarness: false },
    weights,
    budget: { known: () => Promise.resolve(budget), current: () => budget },
  };
  const { base, core, context, content, search } = world;
  const reads = new UserReads(world);
  const announced = () => undefined;
  const needs = { base, core: { announced }, context, content, chat, reveal: () => Promise.resolve() };
  const attaching: Attaching = new Attaching(needs as unknown as ConstructorParameters<typeof Attaching>[0], {
    reads,
    images: { attachmentOf: () => Promise.reject(new Error('No images here')) },
    tokensOfSelection: () => 0,
    actions: () => actions,
  });
  actions = new ResourceActions({ base, core, context, content, chat, search }, reads, attaching);
  shop = await world.listFolders({
    'x://docs': ['guide/', 'empty/', 'a.txt'],
    'x://docs/guide': ['b.txt', 'c.txt'],
    'x://docs/empty': [],
  });
  for (const uri of ['x://docs', 'x://docs/empty']) world.contents.set(uri, [[uri, `What is in ${uri}`]]);
  for (const path of ['a.txt', 'guide/b.txt', 'guide/c.txt'])
    world.contents.set(`x://docs/${path}`, [[`x://docs/${path}`, `text of ${path}`]]);
});

afterEach(() => world.dispose());

const picked = (...uris: readonly string[]) => uris.map((uri) => world.picks(shop, uri));
/** What is in the context. */
const context = (): string[] => world.picked.items.map(({ uri }) => uri);
const asked = () => messages.asked.map(({ text, detail, buttons }) => [text, detail?.split('\n\n'), buttons]);
const read = 'Each one is read from its server now.';
const list = '“Attach List” attaches only the names of what is directly in docs.';

describe('attaching a folder', () => {
  it('asks whether its files are meant, with their tokens, or its list', async () => {
    budget = { tokens: 16_000, room: 16_000, modelName: 'Sol' };
    messages.answer('Attach');
    expect(await actions.attachRows(picked('x://docs'))).toBe(true);
    const details = [`${read} Those that don’t fit stay in the context, unchecked.`, list];
    expect(asked()).toEqual([['Attach 3 resources? (570 of 16K tokens)', details, ['Attach', 'Attach List']]]);
    const uris = ['x://docs/a.txt', 'x://docs/guide/b.txt', 'x://docs/guide/c.txt'];
    expect([attached, context()]).toEqual([['/a.txt', '/b.txt', '/c.txt'], uris]);
  });

  it('attaches its list, which is read again like any resource', async () => {
    messages.answer('Attach List');
    expect(await actions.attachRows(picked('x://docs'))).toBe(true);
    expect([attached, context()]).toEqual([['/docs.txt'], ['x://docs']]);
    await actions.attach(world.picked.checked);
    expect([attached, messages.asked.length]).toEqual([['/docs.txt', '/docs.txt'], 1]);
  });

  it('attaches nothing where the user cancels', async () => {
    messages.answer(undefined);
    expect([await actions.attachRows(picked('x://docs')), attached, context()]).toEqual([false, [], []]);
  });

  it('lets the model read its files, as of many', async () => {
    fakeVscode.models.setOtherTools('mcpResources_context');
    messages.answer('Let the Model Read on Demand');
    expect(await actions.attachRows(picked('x://docs'))).toBe(true);
    expect([attached, context().length, messages.asked[0]?.buttons]).toEqual([
      ['mcpResources_context'],
      3,
      ['Attach', 'Attach List', 'Let the Model Read on Demand'],
    ]);
  });

  it('asks once about several, and counts a file that two have once', async () => {
    await world.directories.read({ serverId: shop.id, uri: 'x://docs' }, true);
    messages.answer(undefined);
    await actions.attachRows(picked('x://docs', 'x://docs/guide'));
    expect(messages.asked.map(({ text }) => text)).toEqual(['Attach 3 resources? (570 tokens)']);
  });

  it('asks nothing where there is no file in it, or beside other rows', async () => {
    await world.directories.read({ serverId: shop.id, uri: 'x://docs' }, true);
    await actions.attachRows(picked('x://docs/empty'));
    await actions.attachRows(picked('x://docs', 'x://docs/a.txt'));
    expect([attached, messages.asked]).toEqual([['/empty.txt', '/docs.txt', '/a.txt'], []]);
  });

  it('says that some of it was not read', async () => {
    world.server(shop).folders.delete('x://docs/empty');
    messages.answer(undefined);
    const attaching = actions.attachRows(picked('x://docs'));
    await settle();
    world.server(shop).session.directories.at(-1)?.fail(new HumanError('serverError', 'It broke. Try again.'));
    await attaching;
    const unread = 'Folders that weren’t read completely: 1.';
    expect(asked()).toEqual([['Attach 3 resources? (570 tokens)', [read, list, unread], ['Attach', 'Attach List']]]);
  });

  it('leaves out hidden files, and shows how far it is', async () => {
    await world.places.hide({ servers: [], schemes: ['y'] });
    world.server(shop).folders.delete('x://docs/empty');
    messages.answer(undefined);
    const attaching = actions.attachRows(picked('x://docs'));
    await settle();
    await world.clock.advance(500);
    world.server(shop).session.directories.at(-1)?.page('y://hidden').end();
    await attaching;
    expect([window.progress.map(({ title }) => title), messages.asked.map(({ text }) => text)]).toEqual([
      ['Reading folders'],
      ['Attach 3 resources? (570 tokens)'],
    ]);
  });
});

describe('saving a folder', () => {
  const saved = () => Object.fromEntries(files.uris.map((uri) => [uri.path, files.text(uri)]));

  it('writes all files into a new folder, as they are in it', async () => {
    openDialogs.answer([Uri.file('/out')]);
    await actions.save(picked('x://docs'));
    expect(openDialogs.asked.map(({ openLabel }) => openLabel)).toEqual(['Save 3 Files Here']);
    expect(saved()).toEqual({
      '/out/docs/a.txt': 'text of a.txt',
      '/out/docs/guide/b.txt': 'text of guide/b.txt',
      '/out/docs/guide/c.txt': 'text of guide/c.txt',
    });
  });

  it('writes other resources before it, each where the user says', async () => {
    await world.directories.read({ serverId: shop.id, uri: 'x://docs' }, true);
    fakeVscode.saveDialogs.answer(Uri.file('/out/a.txt'));
    openDialogs.answer([Uri.file('/out')]);
    await actions.save(picked('x://docs/guide', 'x://docs/a.txt'));
    expect(Object.keys(saved())).toEqual(['/out/a.txt', '/out/guide/b.txt', '/out/guide/c.txt']);
  });

  it('says where there is nothing to write, and what is missing', async () => {
    await world.directories.read({ serverId: shop.id, uri: 'x://docs' }, true);
    await actions.save(picked('x://docs/empty'));
    world.server(shop).folders.delete('x://docs/guide');
    const saving = actions.save(picked('x://docs/guide'));
    await settle();
    world.server(shop).session.directories.at(-1)?.fail(new HumanError('serverError', 'It broke. Try again.'));
    await saving;
    expect(messages.asked.map(({ text }) => text)).toEqual([
      'This folder is empty.',
      'Folders that weren’t read completely: 1.',
    ]);
    expect([saved(), openDialogs.asked]).toEqual([{}, []]);
  });
});
