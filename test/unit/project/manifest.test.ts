import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../../scripts/lib/terminal.mjs';
import { configurationSources } from '../../../src/core/configuration/configurationSources';
import { commands, contextKeys, enterIn, searchEditor, tools, views } from '../../../src/host/base/ids';
import { settingProperties } from '../../support/vscode/commands';

interface MenuItem {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

interface Keybinding {
  readonly command: string;
  readonly key: string;
  readonly when?: string;
  readonly args?: string | { readonly commands?: readonly (string | { readonly command: string })[] };
}

interface WalkthroughStep {
  readonly id: string;
  readonly media: { readonly svg: string };
  readonly completionEvents: readonly string[];
}

interface Manifest {
  readonly main: string;
  readonly enabledApiProposals?: unknown;
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category?: string;
      readonly enablement?: string;
      readonly icon?: string;
    }[];
    readonly views: Readonly<
      Record<string, readonly { readonly id: string; readonly name: string; readonly when?: string }[]>
    >;
    readonly viewsContainers: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string; readonly when?: string }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly keybindings: readonly Keybinding[];
    readonly walkthroughs: readonly { readonly steps: readonly WalkthroughStep[] }[];
    readonly languageModelTools: readonly {
      readonly name: string;
      readonly displayName: string;
      readonly userDescription: string;
      readonly modelDescription: string;
      readonly toolReferenceName: string;
      readonly canBeReferencedInPrompt: boolean;
      readonly icon: string;
      readonly when: string;
    }[];
  };
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'));
}

const manifest = read('package.json') as Manifest;
const texts = read('package.nls.json') as Readonly<Record<string, string>>;
const { contributes } = manifest;

function sorted(values: Iterable<string>): string[] {
  return [...new Set(values)].sort();
}

/** Returns every text of a JSON value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const menuItems = Object.entries(contributes.menus).flatMap(([menu, items]) =>
  items.map((item) => ({ menu, ...item })),
);
const steps = contributes.walkthroughs.flatMap((one) => one.steps);
/** The event that completes each step of the walkthrough: `onCommand`, `onView` or `onContext`, and its argument. */
const endings = steps.flatMap(({ completionEvents }) => completionEvents.map((event) => event.split(':')));
const clauses = [
  ...menuItems.map(({ when }) => when),
  ...contributes.viewsWelcome.map(({ when }) => when),
  ...contributes.keybindings.map(({ when }) => when),
  ...contributes.commands.map(({ enablement }) => enablement),
  ...contributes.languageModelTools.map(({ when }) => when),
  ...Object.values(contributes.views).flatMap((list) => list.map(({ when }) => when)),
].filter((clause) => clause !== undefined);

it('package.json, its texts and the ids are what the rooms contribute', async () => {
  expect(await run(process.execPath, ['scripts/manifest.mjs', '--check'])).toEqual({ code: 0, output: '' });
});

describe('ids in the code and in package.json', () => {
  it('are the same views', () => {
    const declared = Object.values(contributes.views).flatMap((list) => list.map(({ id }) => id));
    expect(sorted(declared)).toEqual(sorted(Object.values(views)));
    expect(sorted(contributes.viewsWelcome.map(({ view }) => view)).filter((view) => !declared.includes(view))).toEqual(
      [],
    );
    const containers = Object.values(contributes.viewsContainers).flatMap((list) => list.map(({ id }) => id));
    expect(sorted(Object.keys(contributes.views))).toEqual(sorted(containers));
  });

  it('are the same tools', () => {
    expect(sorted(contributes.languageModelTools.map(({ name }) => name))).toEqual(sorted(Object.values(tools)));
  });

  it('are the same context keys', () => {
    const otherIds = new Set<string>([...Object.values(views), ...Object.values(commands)]);
    const ofSteps = endings.flatMap(([kind, key = '']) => (kind === 'onContext' ? [key] : []));
    const named = [...clauses.flatMap((clause) => clause.match(/\bmcpResources\.\w+/gu) ?? []), ...ofSteps];
    const keys = named.filter((name) => !otherIds.has(name));
    expect(sorted(keys)).toEqual(sorted(Object.values(contextKeys)));
  });
});

describe('texts of package.json', () => {
  const all = textsOf(manifest);

  it('are all in package.nls.json, and all of those are used', () => {
    const used = all.flatMap((text) => [...text.matchAll(/^%([^%]+)%$/gu)].map(([, key]) => key!));
    expect(sorted(used)).toEqual(sorted(Object.keys(texts)));
  });

  it('are translatable wherever people read them', () => {
    const read = [
      ...Object.values(contributes.views).flatMap((list) => list.map(({ name }) => name)),
      ...contributes.viewsWelcome.map(({ contents }) => contents),
      ...contributes.languageModelTools.flatMap(({ displayName, userDescription }) => [displayName, userDescription]),
    ];
    expect(read.filter((text) => !/^%[^%]+%$/u.test(text))).toEqual([]);
  });

  it('name only commands that there are', () => {
    const linked = Object.values(texts).flatMap((text) =>
      [...text.matchAll(/\(command:([\w.]+)/gu)].map(([, id]) => id!),
    );
    const focus = Object.values(views).map((id) => `${id}.focus`);
    const own = new Set<string>([...Object.values(commands), ...focus]);
    expect(linked.filter((id) => id.startsWith('mcpResources.') && !own.has(id))).toEqual([]);
    expect(linked.length).toBeGreaterThan(0);
  });

  it('say what they are: commands in Title Case, and no text twice', () => {
    const titles = Object.entries(texts).filter(([key]) => key.startsWith('command.'));
    const small = new Set([
      'a',
      'an',
      'and',
      'as',
      'by',
      'for',
      'from',
      'in',
      'may',
      'of',
      'on',
      'or',
      'the',
      'to',
      'with',
    ]);
    const odd = titles.filter(([, title]) =>
      title
        .replace('✓ ', '')
        .split(' ')
        .some((word, index) => !/^[A-Z]/u.test(word) && (index === 0 || !small.has(word))),
    );
    expect([odd, titles.length - new Set(titles.map(([, title]) => title)).size]).toEqual([[], 0]);
  });
});

describe('menus and keys', () => {
  it('tell the rows that open resources which click was an Enter, before VS Code runs their commands', () => {
    const enters = contributes.keybindings.filter(({ key }) => key === 'enter');
    expect(enters.map(({ args }) => args)).toEqual(
      [views.resources, views.context].map((view) => ({
        commands: [enterIn(view), 'list.select', { command: enterIn(view), args: true }],
      })),
    );
  });

  it('are few: what is added takes the place of something', () => {
    expect(menuItems.filter(({ menu }) => menu !== 'commandPalette').length).toBeLessThanOrEqual(76);
  });

  it('have a command once in each group, and every item in a group', () => {
    const places = menuItems.map(
      ({ menu, command, when, group }) => `${menu} ${command ?? ''} ${when ?? ''} ${group?.split('@')[0] ?? ''}`,
    );
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
    expect(menuItems.filter(({ group, menu }) => group === undefined && menu !== 'commandPalette')).toEqual([]);
  });

  it('have no command of rows in a title too, where it is called as for a row that is lost', () => {
    const commandsOf = (menu: string) =>
      (manifest.contributes.menus[menu] ?? []).flatMap(({ command }) => command ?? []);
    const both = commandsOf('view/title').filter((command) => commandsOf('view/item/context').includes(command));
    // These commands take no row.
    expect([...new Set(both)]).toEqual([commands.showLog]);
  });

  it('are keys for Windows, Linux and macOS, and without Ctrl only in a view of our own', () => {
    const isOurs = (when: unknown): boolean =>
      typeof when === 'string' && /focusedView == 'mcpResources\.|^mcpResources\.isSearchOpening && /u.test(when);
    expect(
      contributes.keybindings.filter(
        (binding) => !('mac' in binding) || !(binding.key.startsWith('ctrl+') || isOurs(Reflect.get(binding, 'when'))),
      ),
    ).toEqual([]);
  });
});

describe('the Command Palette', () => {
  const hidden = new Set(
    contributes.menus['commandPalette']?.flatMap(({ command = '', when }) => (when === 'false' ? command : [])),
  );
  const shown = contributes.commands.filter(({ command }) => !hidden.has(command));
  const chinese = read('package.nls.zh-cn.json') as Readonly<Record<string, string>>;
  const namesIn = (language: Readonly<Record<string, string>>): string[] =>
    shown.map(({ title }) => language[title.replaceAll('%', '')]!.replace(/…$/u, ''));

  // Every name has the category before it, so a word that is typed first may be any word of the name.
  it.each([
    ['English', texts],
    ['Chinese', chinese],
  ])('offers with the whole name of a command only that one, in %s', (_, language) => {
    const names = namesIn(language).map((name) => `: ${name}`);
    const wrong = names.flatMap((typed) => names.filter((name) => name !== typed && isFoundBy(typed, name)));
    expect(wrong).toEqual([]);
    expect(isFoundBy(': Attach to Chat', ': Attach Context to Chat')).toBe(true);
  });

  it('offers few: what is added takes the place of something', () => {
    expect(shown.length).toBeLessThanOrEqual(32);
  });

  it('has no two names that begin with the same two words', () => {
    const starts = namesIn(texts).map((name) => name.split(' ').slice(0, 2).join(' '));
    expect(starts.filter((start, index) => starts.indexOf(start) !== index)).toEqual([]);
  });

  it('leaves out what needs a row, and switches of a view', () => {
    expect(sorted(hidden)).toEqual(
      sorted(
        [
          ...['attachSelection', 'copyFact', 'groupByServer', 'groupByServerChecked'],
          ...['sortByImportance', 'sortByImportanceChecked', 'sortByName', 'sortByNameChecked'],
          ...['sortByServerOrder', 'sortByServerOrderChecked', 'refreshList', 'searchIn', 'showInSearch'],
          ...['moveDown', 'moveUp', 'uncheckOverBudget', 'undoRemoval'],
          ...[
            'copyContent',
            'copyUri',
            'copyUriTemplate',
            'fillInTemplate',
            'filterByAudience',
            'forgetResource',
            'loadMore',
          ],
          ...['preview', 'reveal', 'addServer', 'save', 'pin', 'unpin', 'typeInSearch', 'hide', 'unhide'],
          'stopAllowingSkill',
          ...['addMentioned', 'copyMention'],
        ].map((name) => `mcpResources.${name}`),
      ),
    );
  });
});

/**
 * True where VS Code's palette finds a name by this text: its letters in their order, each word of it from the start of a word of the name.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/base/common/filters.ts (matchesWords)
 */
function isFoundBy(typed: string, name: string, at = 0): boolean {
  if (typed === '') return true;
  if (typed[0]!.toLowerCase() !== name[at]?.toLowerCase()) return false;
  const starts = [...name.matchAll(/(?<=[\s:])\S|[\s:]/gu)].map(({ index }) => index).filter((start) => start > at);
  return [at + 1, ...starts].some((next) => isFoundBy(typed.slice(1), name, next));
}

/** True where all comparisons of a clause, such as `view == a && viewItem =~ /^b/`, hold. */
function isMetBy(clause: string, values: Readonly<Record<string, string>>): boolean {
  const comparisons = [...clause.matchAll(/(!\()?(view|viewItem) (?:=~ \/(\S+)\/|== ([\w.]+))/gu)];
  return comparisons.every(
    ([, not, key = '', pattern, exact]) =>
      (not === undefined) === (pattern ? new RegExp(pattern, 'u').test(values[key]!) : exact === values[key]),
  );
}

/** The entries of a row's menu, or the icons at its end, in their order. */
function entriesOf(view: string, row: string, kind: 'menu' | 'icons'): string[] {
  const entries = (contributes.menus['view/item/context'] ?? []).filter(({ when = '', group = '' }) => {
    const isMet = when.split(' || ').some((clause) => isMetBy(clause, { view, viewItem: row }));
    return isMet && group.startsWith('inline') === (kind === 'icons');
  });
  return entries
    .toSorted((one, other) => (one.group ?? '').localeCompare(other.group ?? ''))
    .map(({ command = '' }) => command.replace('mcpResources.', ''));
}

it.each([
  ['skill', 'allowSkill'],
  ['skill.picked', 'allowSkill'],
  ['skill.allowed', 'stopAllowingSkill'],
  ['skill.picked.allowed', 'stopAllowingSkill'],
])('a row of the kind %s offers %s, and to save none but its files', (kind, command) => {
  const entries = entriesOf(views.resources, kind, 'menu');
  expect(entries.filter((entry) => /Skill$|^save$/u.test(entry))).toEqual([command]);
  expect(entries).toContain(kind.includes('picked') ? 'removeFromContext' : 'addToContext');
});

describe('a row of the view Context', () => {
  const use = ['attach', 'open', 'showChanges'];
  const rest = ['toggleInEveryMessage', 'removeFromContext', 'copyUri', 'copyContent'];

  it.each([
    ['picked', ['attach', 'removeFromContext'], [...use, ...rest, 'reveal']],
    ['picked.updated', ['showChanges', 'removeFromContext'], [...use, ...rest, 'reveal']],
    ['picked.gone', ['showInSearch', 'removeFromContext'], ['attach', 'open', ...rest, 'showInSearch']],
  ])('has two icons and a menu of no more than eight entries: %s', (row, icons, menu) => {
    expect([entriesOf(views.context, row, 'icons'), entriesOf(views.context, row, 'menu')]).toEqual([icons, menu]);
  });
});

it.each([
  ['group.folder', ['attach', 'searchIn', 'copyUri']],
  ['group.folder.listed', ['attach', 'searchIn', 'copyUri', 'save']],
])('the folder of the view Resources can be searched in: %s', (row, menu) => {
  expect([entriesOf(views.resources, row, 'icons'), entriesOf(views.resources, row, 'menu')]).toEqual([
    ['searchIn'],
    menu,
  ]);
});

describe('the key of the search', () => {
  const [named, ...keys] = contributes.keybindings.filter(({ key }) => key === 'ctrl+alt+j');
  const opening = { command: '_setContext', args: [contextKeys.isSearchOpening, true] };

  it('stands beside its command in the palette and in the list of shortcuts, though those after it win', () => {
    expect(named).toEqual({ command: commands.search, key: 'ctrl+alt+j', mac: 'cmd+alt+j' });
  });

  it('lets VS Code itself give the focus to a page that runs, before anything of the extension does', () => {
    expect(keys[0]).toMatchObject({
      command: 'runCommands',
      when: contextKeys.isSearchReady,
      args: { commands: [`${views.search}.focus`, opening, commands.typeInSearch] },
    });
  });

  it('leaves the focus in VS Code, and no longer in a file, while the page has to be loaded: a frame that loads loses keys', () => {
    const withoutFocus = { command: `${views.search}.focus`, args: { preserveFocus: true } };
    expect(keys.slice(1)).toMatchObject([
      {
        command: 'runCommands',
        when: `!${contextKeys.isSearchReady}`,
        args: { commands: [opening, 'workbench.action.focusStatusBar', withoutFocus, commands.typeInSearch] },
      },
    ]);
  });

  it('has what is typed next passed on until the page takes keys', () => {
    const letters = contributes.keybindings.filter(({ command }) => command === commands.typeInSearch);
    const alphabet = 'abcdefghijklmnopqrstuvwxyz';
    const texts = letters.map(textOf).join('');
    expect(sorted(texts)).toEqual(sorted(`${alphabet}${alphabet.toUpperCase()}0123456789 -./:_`));
    expect(sorted(letters.map(({ when = '' }) => when))).toEqual([`${contextKeys.isSearchOpening} && !inQuickOpen`]);
    const odd = letters.filter((one) => /^(shift\+)?[a-z0-9]$/u.test(one.key) && one.key !== keyOf(textOf(one)));
    expect(odd).toEqual([]);
  });
});

/** The text that a key types while the search opens. */
function textOf({ args }: Keybinding): string {
  return typeof args === 'string' ? args : '';
}

/** The key that types a letter or a digit. */
function keyOf(text: string): string {
  return text === text.toLowerCase() ? text : `shift+${text.toLowerCase()}`;
}

describe('the manifest', () => {
  it('gives an icon to every command that stands in a title or a row', () => {
    const shown = menuItems
      .filter(({ group = '' }) => /^(navigation|inline)/u.test(group))
      .map(({ command }) => command);
    const without = contributes.commands.filter(({ command, icon }) => icon === undefined && shown.includes(command));
    expect(without.map(({ command }) => command)).toEqual([]);
    expect(shown.length).toBeGreaterThan(0);
  });

  it('has a walkthrough whose steps end with what their pictures show', () => {
    expect(steps.filter(({ media }) => !existsSync(new URL(`../../../${media.svg}`, import.meta.url)))).toEqual([]);
    expect(steps.filter(({ completionEvents }) => completionEvents.length === 0)).toEqual([]);
  });

  it('has tools that people can name, and that models have room for', () => {
    const { languageModelTools } = contributes;
    expect(languageModelTools.filter(({ canBeReferencedInPrompt }) => !canBeReferencedInPrompt)).toEqual([]);
    expect(new Set(languageModelTools.map(({ toolReferenceName }) => toolReferenceName)).size).toBe(3);
    // Some models accept no longer description.
    expect(languageModelTools.filter(({ modelDescription }) => modelDescription.length > 1_024)).toEqual([]);
  });

  it('uses no proposed API', () => {
    expect(manifest.enabledApiProposals).toBeUndefined();
    expect(JSON.stringify(contributes)).not.toMatch(
      /contrib\w+Proposal|chatParticipantPrivate|mcpServerDefinitionProviders/u,
    );
  });

  it('activates for its own files, those written for agents, the servers of a workspace, and once VS Code has started', () => {
    const ofFolders = configurationSources.filter(
      ({ place, onlyIfDiscovered }) => place === 'folder' && onlyIfDiscovered === undefined,
    );
    // Views and commands do so by themselves.
    expect(manifest.activationEvents).toEqual([
      'onFileSystem:mcpres',
      `onWebviewPanel:${searchEditor}`,
      ...['prompt', 'instructions', 'chatagent', 'skill'].map((id) => `onLanguage:${id}`),
      'onStartupFinished',
      ...ofFolders.map(({ file }) => `workspaceContains:${file}`),
    ]);
    expect(manifest.activationEvents.length).toBeLessThanOrEqual(12);
  });

  it('has settings whose default fits what it asks for', () => {
    const odd = Object.entries(settingProperties).filter(
      ([, { type, default: value, minimum, maximum, enum: choices, pattern }]) => {
        if (type === 'string' && typeof pattern === 'string') return !new RegExp(pattern, 'u').test(String(value));
        if (type === 'string') return !Array.isArray(choices) || !choices.includes(value);
        if (type === 'boolean') return typeof value !== 'boolean';
        if (type === 'array') return !Array.isArray(value);
        if (type === 'object') return typeof value !== 'object';
        const isNumber = type === 'number' || type === 'integer';
        return !isNumber || typeof value !== 'number' || value < Number(minimum) || value > Number(maximum);
      },
    );
    expect(odd).toEqual([]);
  });
});
