import { beforeEach, describe, expect, it } from 'vitest';
import { commands, ConfigurationTarget } from 'vscode';
import { emptyQuery } from '../../../../src/shared/searchQuery';
import { Emitter } from '../../../../src/core/base/event';
import { ImportanceOrder } from '../../../../src/core/catalog/importanceOrder';
import { Connections } from '../../../../src/core/connection/connections';
import { ContextSet } from '../../../../src/core/context/contextSet';
import { RuleConsent } from '../../../../src/core/context/ruleConsent';
import { registerAutomaticInclusion } from '../../../../src/host/context/automaticInclusion';
import type { SavedSearch } from '../../../../src/host/panel/savedSearches';
import { sha256 } from '../../../../src/node/sha256';
import { FakeStore } from '../../../support/fakeStore';
import { newWeights } from '../../../support/newWeights';
import { settle } from '../../../support/fakeClock';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { CountedSlices, listAll, page, resource } from '../../catalog/fixtures';
import { definition, newWorld, silent } from '../../connection/fakeServer';
import { newIndex } from '../../search/fixtures';
import { own } from '../../../support/own';

const setting = 'mcpResources.context.automatic';

beforeEach(() => {
  fakeVscode.workspace.setFolders('/w');
  fakeVscode.press(undefined);
});

const { shownTexts, workspace } = fakeVscode;
const set = (value: unknown): void => fakeVscode.settings.set(setting, value);
/** Returns the current value of the workspace setting. */
const written = (): unknown => fakeVscode.settings.ofWorkspace(setting);
/** Returns the rows of the lists that were shown. */
const listed = (): unknown[] =>
  fakeVscode.picks.asked.flatMap(({ items }) =>
    items.map(({ label, description, picked }) => [label, description, picked]),
  );
/** Returns the initial value of each box, and the inputs it refused. */
const asked = (): unknown[] => fakeVscode.inputs.asked.map(({ value, refusals }) => [value, ...refusals]);
const logs: SavedSearch = { name: 'Logs', query: { ...emptyQuery, text: 'log' } };

const resources = [
  resource('db://a', { size: 40, priority: 1 }),
  resource('db://b', { size: 40 }),
  resource('log://today', { size: 40 }),
  resource('db://large', { size: 100_000 }),
];

/** @param store of the workspace: answers of earlier windows */
function fixture(store = new FakeStore()) {
  const did: string[] = [];
  const world = newWorld();
  const { catalog, clock } = world;
  const connections = own(new Connections(catalog, world.connect, () => undefined));
  const slices = new CountedSlices(1_000_000);
  const order = new ImportanceOrder(catalog, slices.newSlice);
  const picked = new ContextSet(new FakeStore());
  const mentioned: Record<string, readonly string[]> = {};
  const ruleConsent = own(new RuleConsent(store, sha256, clock));
  const savedSearches = { all: [logs], changed: new Emitter<void>() };
  const hidden = new Set<number>();
  const didChangeVisibility = new Emitter<void>();
  const registered = own(
    registerAutomaticInclusion({
      clock,
      log: silent,
      catalog,
      connections,
      order,
      index: newIndex(catalog, order, slices),
      isVisible: (id) => !hidden.has(id),
      onDidChangeVisibility: didChangeVisibility.event,
      mentionedIn: (file) =>
        Promise.resolve((mentioned[file] ?? []).map((uri) => ({ serverId: definition('shop').id, uri }))),
      newSlice: slices.newSlice,
      picked,
      weights: newWeights(),
      savedSearches: { all: savedSearches.all, onDidChange: savedSearches.changed.event },
      ruleConsent,
      attachContext: () => Promise.resolve(void did.push('attach')),
    }),
  );
  connections.setDefinitions([definition('shop')]);
  listAll(catalog, resources, definition('shop').id);
  const pass = (): Promise<void> => clock.advance(2_000);
  const uris = (): string[] => picked.items.map(({ uri }) => uri);
  const choose = async (): Promise<void> => {
    await commands.executeCommand('mcpResources.chooseAutomatic');
  };
  const hide = (...ids: readonly number[]): void => {
    for (const id of ids) hidden.add(id);
    didChangeVisibility.fire();
  };
  return {
    ...world,
    hide,
    connections,
    did,
    picked,
    registered,
    pass,
    uris,
    choose,
    savedSearches,
    mentioned,
    ruleConsent,
  };
}

const everything = { priority: true, globs: ['db://**'], searches: ['Logs', 'Unknown'], budget: 1_000 };

describe('what is included', () => {
  it('is reported with its reasons and what did not fit, and can be removed again', async () => {
    set(everything);
    fakeVscode.press('Undo');
    const { pass, uris, picked } = fixture();
    await pass();
    await settle();
    expect(shownTexts).toEqual([
      '3 resources added to Context (priority 1 (1), db://** (1), saved search “Logs” (1)). Attach them to send them. 1 more didn’t fit: the limit is 1,000 tokens.',
    ]);
    expect([uris(), picked.canUndoRemoval]).toEqual([[], true]);
    set({ ...everything });
    await pass();
    expect([uris(), shownTexts.length]).toEqual([[], 1]);
  });

  it('leaves once it is hidden', async () => {
    set({ globs: ['db://**'] });
    const { pass, uris, hide } = fixture();
    await pass();
    const before = uris().length;
    hide(...resources.keys());
    await pass();
    expect([before > 0, uris()]).toEqual([true, []]);
  });

  it('stays while it is hidden, where a file names it', async () => {
    set({ mentions: ['AGENTS.md'] });
    const { pass, uris, hide, mentioned } = fixture();
    mentioned['AGENTS.md'] = ['db://b'];
    await pass();
    hide(...resources.keys());
    await pass();
    expect(uris()).toEqual(['db://b']);
  });

  it.each([
    ['Attach to Chat', ['attach']],
    ['Show', ['mcpResources.context.focus']],
    ['Change…', ['Include Resources Automatically']],
  ])('leads on: %s', async (button, where) => {
    fakeVscode.picks.answerAll(undefined);
    set({ priority: true });
    fakeVscode.press(button);
    const { pass, did } = fixture();
    await pass();
    const led = [...did, ...fakeVscode.commands.executed.flat(), ...fakeVscode.picks.asked.map(({ title }) => title)];
    expect([shownTexts, led]).toEqual([
      ['1 resource added to Context (priority 1 (1)). Attach them to send them.'],
      where,
    ]);
  });

  it('is nothing by mistakes in the setting, and nothing without trust', async () => {
    set({ priority: 'yes', globs: 'db://**', searches: [1], budget: 'much' });
    const { pass, uris } = fixture();
    await pass();
    expect(uris()).toEqual([]);
    workspace.setTrusted(false);
    set(everything);
    await pass();
    expect(uris()).toEqual([]);
    workspace.grantTrust();
    await pass();
    expect(uris()).toEqual(['db://a', 'db://b', 'log://today']);
  });

  it('follows the files whose mentions it names, and says which', async () => {
    set({ mentions: ['AGENTS.md'] });
    const { pass, uris, mentioned } = fixture();
    mentioned['AGENTS.md'] = ['db://b'];
    await pass();
    expect(shownTexts).toEqual([expect.stringContaining('mentioned in AGENTS.md (1)')]);
    mentioned['AGENTS.md'] = ['log://today'];
    fakeVscode.files.write('/w/other.md', '');
    await pass();
    expect(uris()).toEqual(['db://b']);
    fakeVscode.files.write('/w/AGENTS.md', '');
    await pass();
    expect(uris()).toEqual(['log://today']);
  });

  it('follows the saved searches', async () => {
    set({ searches: ['Logs'] });
    const { pass, uris, savedSearches } = fixture();
    await pass();
    expect(uris()).toEqual(['log://today']);
    savedSearches.all.pop();
    savedSearches.changed.fire();
    await pass();
    expect(uris()).toEqual([]);
  });

  it('ends with its owner', async () => {
    set(everything);
    const { pass, uris, registered } = fixture();
    registered.dispose();
    await pass();
    expect([uris(), fakeVscode.commands.registered.size]).toEqual([[], 0]);
  });
});

describe('rules that come with the workspace', () => {
  const bring = (value: unknown): void => fakeVscode.settings.set(setting, value, ConfigurationTarget.Workspace);
  const question = (rules: string): string =>
    `Allow this workspace’s rules to add resources to the context automatically? Rules: ${rules}. Models still need your permission to read the resources.`;
  const questions = (): string[] => shownTexts.filter((text) => text.startsWith('Allow this workspace’s rules'));
  const rules = { globs: ['db://**'], mentions: ['AGENTS.md'], budget: 1_000 };
  const start = async ({ connections, server }: ReturnType<typeof fixture>): Promise<void> => {
    await connections.all[0]?.session();
    await settle();
    server.session.list.items(page(resources)).end();
  };
  /** Returns a fixture whose server is starting. */
  const started = (store?: FakeStore) => {
    const all = fixture(store);
    void start(all);
    return all;
  };

  it('include nothing before the user allows what they say, which is asked once', async () => {
    const store = new FakeStore();
    bring(rules);
    const { pass, uris, registered } = started(store);
    await pass();
    expect([uris(), shownTexts]).toEqual([[], [question('db://**, mentioned in AGENTS.md, up to 1,000 tokens')]]);
    expect(fakeVscode.messages.asked[0]?.buttons).toEqual(['Allow', 'Don’t Allow']);
    registered.dispose();
    fakeVscode.press('Allow');
    const next = started(store);
    await next.pass();
    expect([next.uris(), questions().length]).toEqual([['db://a', 'db://b'], 2]);
    next.registered.dispose();
    const third = started(store);
    await third.pass();
    expect([third.uris(), questions().length]).toEqual([['db://a', 'db://b'], 2]);
  });

  it('are asked about again as soon as they say something else', async () => {
    bring(rules);
    fakeVscode.press('Allow');
    const { pass, uris } = started();
    await pass();
    fakeVscode.press(undefined);
    bring({ ...rules, globs: ['log://**'] });
    await pass();
    expect([uris(), questions().at(-1)]).toEqual([
      [],
      question('log://**, mentioned in AGENTS.md, up to 1,000 tokens'),
    ]);
    bring({ ...rules });
    await pass();
    expect([uris(), questions().length]).toEqual([['db://a', 'db://b'], 2]);
  });

  it('stay out for good after a no, and leave the user’s own rules alone', async () => {
    set({ searches: ['Logs'] });
    bring({ priority: true, globs: ['db://**'] });
    fakeVscode.press('Don’t Allow');
    const store = new FakeStore();
    const { pass, uris, registered } = started(store);
    await pass();
    registered.dispose();
    const next = started(store);
    await next.pass();
    expect([uris(), next.uris(), questions()]).toEqual([
      ['log://today'],
      ['log://today'],
      [question('priority 1, db://**, saved search “Logs”, up to 10,000 tokens')],
    ]);
  });

  it('end when the user takes the answer back', async () => {
    bring(rules);
    fakeVscode.press('Allow');
    const { pass, uris, ruleConsent } = started();
    await pass();
    expect(uris()).toEqual(['db://a', 'db://b']);
    await ruleConsent.forget(ruleConsent.all()[0]!.key);
    await pass();
    expect([uris(), questions().length]).toEqual([[], 1]);
  });

  it('are not asked about where the user has just chosen them', async () => {
    fakeVscode.picks.answer(['Resources that match a glob']);
    fakeVscode.inputs.answer('db://**', '500');
    const { choose, pass, uris } = started();
    await choose();
    await pass();
    expect([uris(), questions()]).toEqual([['db://a', 'db://b'], []]);
  });

  it.each([
    [{ priority: false, globs: [], searches: [], mentions: [], budget: 9 }],
    [{ budget: 9 }],
    ['priority'],
    [{}],
  ])('are not asked about where they include nothing: %j', async (value) => {
    bring(value);
    await started().pass();
    expect(questions()).toEqual([]);
  });

  it('are not chosen by default', async () => {
    bring({ priority: true, globs: ['db://**'] });
    fakeVscode.picks.answer(undefined);
    await started().choose();
    expect(listed()).toEqual([
      ['Resources with priority 1', 'except resources meant only for the user', false],
      ['Resources that match a glob', 'enter the globs in the next step', false],
      ['Results of the search “Logs”', undefined, false],
    ]);
  });

  it('are asked about where they only give the user’s rules more room', async () => {
    set({ globs: ['db://**'], budget: 1_000 });
    bring({ budget: 1_000_000 });
    const { pass, uris } = started();
    await pass();
    expect([uris(), questions()]).toEqual([['db://a', 'db://b'], [question('db://**, up to 1,000,000 tokens')]]);
  });

  it('wait with their question for trust', async () => {
    workspace.setTrusted(false);
    bring(rules);
    const { pass } = started();
    await pass();
    expect(questions()).toEqual([]);
    workspace.grantTrust();
    await pass();
    expect(questions().length).toBe(1);
  });

  it('wait with their question for a server that is ready', async () => {
    bring(rules);
    const all = fixture();
    const { pass, server } = all;
    server.answer = 'hang';
    void start(all);
    await pass();
    expect(questions()).toEqual([]);
    server.letIn();
    await pass();
    expect(questions().length).toBe(1);
  });

  it('have to be looked at first where they do not fit into the question', async () => {
    bring({ globs: [...Array.from({ length: 99 }, (_, index) => `db://long/${index}`), 'db://\u202e**'] });
    const buttons: (readonly string[])[] = [];
    fakeVscode.messages.answerAll((message) => {
      if (message.text.startsWith('Allow this workspace’s rules')) buttons.push(message.buttons);
      return message.buttons[0];
    });
    const { pass, uris } = started();
    await pass();
    await settle();
    expect(buttons).toEqual([
      ['Show Rules', 'Don’t Allow'],
      ['Allow', 'Don’t Allow'],
    ]);
    expect(fakeVscode.commands.executed).toContainEqual([
      'workbench.action.openWorkspaceSettingsFile',
      { revealSetting: { key: setting, edit: false } },
    ]);
    expect(uris()).toEqual([]);
  });
});

describe('choosing what is included', () => {
  it('asks for globs and the budget, and keeps all of it for the workspace', async () => {
    fakeVscode.picks.answer(['Resources that match a glob', 'Results of the search “Logs”']);
    fakeVscode.inputs.answer(' db://** *.md ', '500');
    await fixture().choose();
    expect(listed()).toEqual([
      ['Resources with priority 1', 'except resources meant only for the user', false],
      ['Resources that match a glob', 'enter the globs in the next step', false],
      ['Results of the search “Logs”', undefined, false],
    ]);
    expect(asked()).toEqual([[''], ['10000']]);
    expect(written()).toEqual({
      priority: false,
      globs: ['db://**', '*.md'],
      searches: ['Logs'],
      mentions: [],
      budget: 500,
    });
  });

  it('begins with what was chosen, and asks nothing more to switch it off', async () => {
    set(everything);
    fakeVscode.picks.answer([]);
    await fixture().choose();
    expect(listed()).toEqual([
      ['Resources with priority 1', 'except resources meant only for the user', true],
      ['Resources that match a glob', 'db://**', true],
      ['Results of the search “Logs”', undefined, true],
    ]);
    expect(written()).toEqual({ priority: false, globs: [], searches: [], mentions: [], budget: 1_000 });
    expect(shownTexts).toEqual(['Automatic inclusion is off']);
  });

  it('offers to end the rule of a file', async () => {
    set({ mentions: ['AGENTS.md', 'b.prompt.md'] });
    fakeVscode.picks.answer(['Resources mentioned in b.prompt.md']);
    fakeVscode.inputs.answer('500');
    await fixture().choose();
    expect(listed().slice(-2)).toEqual([
      ['Resources mentioned in AGENTS.md', undefined, true],
      ['Resources mentioned in b.prompt.md', undefined, true],
    ]);
    expect(written()).toEqual({ priority: false, globs: [], searches: [], mentions: ['b.prompt.md'], budget: 500 });
  });

  it('offers a rule for the instructions in the editor, and none for another file', async () => {
    set({ mentions: ['AGENTS.md'] });
    const { choose } = fixture();
    for (const file of ['README.md', 'AGENTS.md', '.github/copilot-instructions.md']) {
      fakeVscode.editors.show(fakeVscode.workspace.open(`/w/${file}`, 'text'));
      fakeVscode.picks.answer(undefined);
      await choose();
    }
    const mentions = fakeVscode.picks.asked.map(({ items }) =>
      items.flatMap(({ label, picked }) => (label.startsWith('Resources mentioned') ? [[label, picked]] : [])),
    );
    const ruled = ['Resources mentioned in AGENTS.md', true];
    expect(mentions).toEqual([
      [ruled],
      [ruled],
      [ruled, ['Resources mentioned in .github/copilot-instructions.md', false]],
    ]);
  });

  it.each([
    [undefined, []],
    [['Resources that match a glob'], [undefined]],
    [['Resources with priority 1'], [undefined]],
  ])('changes nothing when the user leaves: %j', async (ticked, typed) => {
    fakeVscode.picks.answer(ticked);
    fakeVscode.inputs.answer(...typed);
    await fixture().choose();
    expect(written()).toBeUndefined();
  });

  it('refuses what is no number and no glob', async () => {
    fakeVscode.picks.answer(['Resources that match a glob']);
    fakeVscode.inputs.answer(' ', 'db://**', '1e5', undefined);
    await fixture().choose();
    expect(asked()).toEqual([
      ['', 'Enter a glob, such as db://sales/**.'],
      ['10000', 'Enter a whole number.'],
    ]);
  });

  it('needs a folder that is trusted', async () => {
    const { choose } = fixture();
    workspace.setTrusted(false);
    await choose();
    workspace.setTrusted(true);
    workspace.setFolders();
    await choose();
    expect([shownTexts.length, listed(), written()]).toEqual([2, [], undefined]);
  });
});
