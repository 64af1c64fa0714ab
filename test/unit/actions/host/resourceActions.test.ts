import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import type { ResourceAddress } from '../../../../src/core/resource/address';
import type { PickedResource } from '../../../../src/core/context/contextSet';
import { ResourceActions } from '../../../../src/host/actions/resourceActions';
import { UserReads } from '../../../../src/host/content/userReads';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { resource } from '../../catalog/fixtures';
import { ResourceWorld } from './resourceWorld';

let world: ResourceWorld;
let shop: ServerDefinition;
let actions: ResourceActions;
let attached: string[];
let used: string[];

beforeEach(async () => {
  world = new ResourceWorld();
  attached = [];
  const attach = (resources: readonly PickedResource[]): Promise<boolean> => {
    attached.push(...resources.map(({ uri }) => uri));
    return Promise.resolve(true);
  };
  used = [];
  const noteUse = (resources: readonly ResourceAddress[]) =>
    Promise.resolve(void used.push(...resources.map(({ uri }) => uri)));
  const needs = {
    base: world,
    core: { activity: { noteUse }, catalog: world.catalog, directories: world.directories },
    search: world,
    context: world,
    content: world,
    chat: {
      weights: { sum: () => ({ tokens: 90, images: 0, uncounted: 20 }) },
      budget: { current: () => undefined },
    },
  };
  actions = new ResourceActions(needs, new UserReads(world), { attach });
  const names = ['a', 'b', 'dir', 'gone', 'picture'];
  const [first] = await world.list({ shop: names.map((name) => resource(`note:${name}`, { name })) });
  shop = first!;
  world.contents.set('note:a', [['note:a', 'Apples']]);
  world.contents.set('note:b', [['note:b', 'Pears']]);
  world.contents.set('note:dir', [
    ['note:dir/one', '1'],
    ['note:dir/two', '22'],
  ]);
  world.contents.set('note:picture', [['note:picture', Buffer.from('\0\u0001binary\0')]]);
});

afterEach(async () => {
  // A quick read leaves behind the timer after which its progress would have been shown.
  await world.clock.advance(500);
  world.dispose();
});

const picked = (...names: readonly string[]): PickedResource[] =>
  names.map((name) => world.picks(shop, `note:${name}`));
const fileOf = (name: string): Uri => world.files.uri(shop.id, world.picks(shop, `note:${name}`));
const opened = (): unknown[][] =>
  fakeVscode.commands.executed.filter(([id]) => id.startsWith('vscode.open')).map(([, ...args]) => args);
const shownTexts = (): string[] => fakeVscode.messages.asked.map(({ text }) => text);

describe('attaching', () => {
  it('says whether it attached', async () => {
    expect(await actions.attach(picked('a'))).toBe(true);
    expect([attached, used]).toEqual([['note:a'], ['note:a']]);
  });
});

describe('opening', () => {
  it('shows one resource in a preview tab, and several in tabs that stay', async () => {
    await actions.open(picked('a'));
    await actions.open(picked('a', 'b'));
    expect(opened()).toEqual([
      [fileOf('a'), 'default', { preview: true }],
      [fileOf('a'), 'default', { preview: false }],
      [fileOf('b'), 'default', { preview: false }],
    ]);
  });

  it('shows a glance without the focus, all files in one document, and pins what is to stay', async () => {
    await actions.open(picked('a'), 'glance');
    await actions.open(picked('dir'), 'glance');
    await actions.open(picked('a'), 'pinned');
    expect(opened()).toEqual([
      [fileOf('a'), 'default', { preview: true, preserveFocus: true }],
      [fileOf('dir'), 'default', { preview: true, preserveFocus: true }],
      [fileOf('a'), 'default', { preview: false }],
    ]);
    expect(fakeVscode.picks.asked).toEqual([]);
  });

  it('never covers what was opened after a glance', async () => {
    await Promise.all([actions.open(picked('a'), 'glance'), actions.open(picked('b'), 'pinned')]);
    expect(opened()).toEqual([[fileOf('b'), 'default', { preview: false }]]);
  });

  it('opens a hundred at most, and says so', async () => {
    const many = Array.from({ length: 101 }, (_, at) => ({ ...picked('a')[0]!, uri: `note:${at}` }));
    for (const { uri } of many) world.contents.set(uri, [[uri, 'text']]);
    await actions.open(many);
    expect([opened().length, shownTexts()]).toEqual([100, ['Opening only the first 100 of 101 resources.']]);
  });

  /** A user who looks at a list for a moment, and dismisses it. */
  const dismiss = async (): Promise<undefined> => {
    await world.clock.advance(500);
    return undefined;
  };

  it('asks which file of a resource with several to use', async () => {
    fakeVscode.picks.answer('two.txt', '$(files) All in one document', dismiss);
    for (let time = 0; time < 3; time += 1) await actions.open(picked('dir'));
    expect(fakeVscode.picks.asked[0]).toMatchObject({
      title: 'Open “dir”',
      items: [
        { label: '$(files) All in one document', description: '2 files' },
        { label: 'one.txt', description: 'text/plain · 1 B' },
        { label: 'two.txt', description: 'text/plain · 2 B' },
      ],
    });
    const [, two] = world.cache.peek(picked('dir')[0]!)!.parts;
    const part = world.files.partUri(shop.id, picked('dir')[0]!, two!);
    expect(opened()).toEqual([
      [part, 'default', { preview: true }],
      [fileOf('dir'), 'default', { preview: true }],
    ]);
  });

  it('asks again, once, where the list went away before anybody can have read it', async () => {
    fakeVscode.picks.answer(undefined, 'two.txt', undefined, undefined, dismiss);
    for (let time = 0; time < 3; time += 1) await actions.open(picked('dir'));
    expect([fakeVscode.picks.asked.length, fakeVscode.picks.unused, opened().length]).toEqual([5, 0, 1]);
  });

  it('asks nothing where several resources are opened, or the file is known', async () => {
    await actions.open(picked('dir', 'a'));
    const [one] = world.cache.peek(picked('dir')[0]!)!.parts;
    const part = world.files.partUri(shop.id, picked('dir')[0]!, one!);
    const chosen = { ...picked('dir')[0]!, part: world.files.partOf(part) };
    await actions.open([chosen]);
    expect(opened()).toEqual([
      [fileOf('dir'), 'default', { preview: false }],
      [fileOf('a'), 'default', { preview: false }],
      [part, 'default', { preview: true }],
    ]);
  });

  it('plays sound and shows pictures in VS Code’s own editors', async () => {
    world.contents.set('note:picture', [['note:picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')]]);
    world.contents.set('note:a', [['note:a', Buffer.from('RIFF\0\0\0\0WAVE', 'latin1')]]);
    await actions.open(picked('picture', 'a'));
    expect(opened()).toEqual(['picture', 'a'].map((name) => [fileOf(name), { preview: false }]));
    expect(opened().map(([uri]) => (uri as Uri).path)).toEqual(['/picture.png', '/a.wav']);
  });

  it('says what can be done with what VS Code cannot show, and opens the rest', async () => {
    world.contents.set('note:dir', [['note:dir', Buffer.from('%PDF-1.7\n\xe2\xe3', 'latin1')]]);
    const target = Uri.file('/home/ada/paper.pdf');
    fakeVscode.saveDialogs.answer(target);
    fakeVscode.messages.answer('Save As…', 'Open Anyway');
    await actions.open(picked('dir'));
    await actions.open(picked('a', 'picture', 'dir'));
    await expect.poll(opened).toEqual([
      [fileOf('a'), 'default', { preview: false }],
      [fileOf('picture'), 'default', { preview: false }],
      [fileOf('dir'), 'default', { preview: false }],
    ]);
    expect(shownTexts()).toEqual([
      'VS Code can’t show dir. Save to a file to open it in another app.',
      'VS Code can’t show picture, dir. Save to a file to open it in another app.',
    ]);
    expect(fakeVscode.files.uris.map((uri) => uri.path)).toEqual([target.path]);
  });

  it('opens what can be read, and says what cannot', async () => {
    fakeVscode.messages.answer(undefined);
    await actions.open(picked('gone', 'b'));
    expect([opened(), shownTexts()]).toEqual([
      [[fileOf('b'), 'default', { preview: false }]],
      ['Couldn’t read “gone”. The resource is gone. Refresh the list.'],
    ]);
  });
});

describe('copying', () => {
  it('takes the exact URIs, a line each', async () => {
    await actions.copyUris(picked('a'));
    await actions.copyUris([...picked('a'), { ...picked('b')[0]!, uri: 'note:%41 b' }]);
    expect([fakeVscode.env.copied, fakeVscode.window.statusBarMessages]).toEqual([
      'note:a\nnote:%41 b',
      ['Copied to the clipboard', 'Copied to the clipboard'],
    ]);
  });

  it('takes the texts of resources, and says which are none', async () => {
    await actions.copyContents(picked('a', 'picture', 'b'));
    expect([fakeVscode.env.copied, fakeVscode.window.statusBarMessages, shownTexts()]).toEqual([
      'Apples\n\nPears',
      ['Copied to the clipboard'],
      ['Couldn’t copy picture, because only text can be copied. Save to a file instead.'],
    ]);
  });

  it('leaves the clipboard alone where there is no text at all', async () => {
    await actions.copyUris(picked('b'));
    await actions.copyContents(picked('picture'));
    expect([fakeVscode.env.copied, fakeVscode.window.statusBarMessages]).toEqual([
      'note:b',
      ['Copied to the clipboard'],
    ]);
  });
});

it('saving writes what was read where the user says', async () => {
  const target = Uri.file('/home/ada/apples.txt');
  fakeVscode.saveDialogs.answer(target, undefined);
  await actions.save(picked('a'));
  await actions.save(picked('b'));
  expect(fakeVscode.files.uris.map((uri) => [uri.path, fakeVscode.files.text(uri)])).toEqual([[target.path, 'Apples']]);
});

it('attaching and a look whether something can be read are left to those who do it', async () => {
  await actions.attach(picked('a', 'b'));
  const problems: string[] = [];
  const show = (sentence: string): void => void problems.push(sentence);
  const can = [await actions.canRead(picked('a')[0]!, show), await actions.canRead(picked('gone')[0]!, show)];
  expect([attached, can, problems]).toEqual([
    ['note:a', 'note:b'],
    [true, false],
    ['The server has no resource with the URI note:gone. Change one of the values you entered and try again.'],
  ]);
});

describe('adding to the context', () => {
  it('attaches and reads nothing, and counts as no use', async () => {
    await actions.addToContext([world.picks(shop, 'note:a'), world.picks(shop, 'note:gone')]);
    expect([world.picked.items.map(({ uri }) => uri), attached, used]).toEqual([['note:a', 'note:gone'], [], []]);
    expect(fakeVscode.window.statusBarMessages).toEqual(['2 resources added to the context']);
  });

  it('is asked about where they are more than twenty', async () => {
    const many = Array.from({ length: 21 }, (_, at) => ({ ...world.picks(shop, 'note:a'), uri: `note:${at}` }));
    fakeVscode.messages.answer(undefined);
    await actions.addToContext(many);
    expect([world.picked.items, shownTexts()]).toEqual([
      [],
      ['Add 21 resources to the context? (at least 90 tokens, 20 not counted)'],
    ]);
    fakeVscode.messages.answer('Add');
    await actions.addToContext(many);
    expect(world.picked.items).toHaveLength(21);
  });
});

describe('what is opened or attached', () => {
  it('is noted as used', async () => {
    await actions.open([world.picks(shop, 'note:a')]);
    await actions.attach([world.picks(shop, 'note:b')]);
    expect(used).toEqual(['note:a', 'note:b']);
  });
});
