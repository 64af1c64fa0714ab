// Makes of each room's `contributes.ts` the `contributes` of package.json, its texts in both languages, and the ids that the code uses.
// --check only compares, and fails where a file differs.
import { build } from 'esbuild';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { main, root, say, ScriptError } from './lib/terminal.mjs';

const idsFile = 'src/host/base/manifest/contributed.ts';
const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;
/** Texts by their keys, in English and Chinese. */
const texts = new Map();

/** Keeps a text, and returns what stands for it in package.json. */
function keyed(nlsKey, text) {
  if (texts.has(nlsKey)) throw new ScriptError(`Two texts have the key ${nlsKey}.`);
  texts.set(nlsKey, text);
  return `%${nlsKey}%`;
}

/** Replaces the texts of a part that is written as in package.json. */
function withKeys(value) {
  if (Array.isArray(value)) return value.map(withKeys);
  if (typeof value !== 'object' || value === null) return value;
  if ('nlsKey' in value) return keyed(value.nlsKey, value.text);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withKeys(one)]));
}

/** The rooms' contributions, by room, and the condition that holds for commands that name none. */
async function readRooms() {
  // It is made from them, and may be broken, as after a merge.
  const withoutIds = {
    name: 'without-ids',
    setup: (b) =>
      b.onResolve({ filter: /\/(contributed|commandIds)$/ }, () => ({
        path: idsFile,
        external: true,
        sideEffects: false,
      })),
  };
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'src/host/contributes.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    plugins: [withoutIds],
  });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

/** Joins the contribution points of two: arrays one after the other, objects key by key. */
function join(one, other) {
  if (Array.isArray(one)) return [...one, ...other];
  const joined = { ...one };
  for (const [key, value] of Object.entries(other)) joined[key] = key in joined ? join(joined[key], value) : value;
  return joined;
}

function pointsOfCommand(name, { title, icon, enablement, palette, menus = [], keys = [] }) {
  const command = `mcpResources.${name}`;
  const declared = {
    command,
    title: keyed(`command.${name}`, title),
    category: '%category%',
    ...(icon && { icon: `$(${icon})` }),
    ...(enablement !== 'always' && { enablement }),
  };
  const entries = palette === undefined ? menus : [{ menu: 'commandPalette', when: String(palette) }, ...menus];
  return {
    commands: [declared],
    menus: entries.map(({ menu, ...entry }) => ({ [menu]: [{ command, ...entry }] })).reduce(join, {}),
    keybindings: keys.map(({ key, mac = key.replace('ctrl', 'cmd'), ...rest }) => ({ command, key, mac, ...rest })),
  };
}

function property(name, { description, choices, schema, examples, scope = 'window' }, place) {
  const key = `setting.${name}`;
  const described = Object.entries(choices ?? {}).map(([choice, text]) => [
    choice,
    () => keyed(`${key}.${choice}`, text),
  ]);
  return {
    ...(choices && { type: 'string', enum: Object.keys(choices) }),
    ...withKeys(schema),
    scope,
    markdownDescription: keyed(key, description),
    ...(choices && { markdownEnumDescriptions: described.map(([, text]) => text()) }),
    order: place + 1,
    ...(examples && { examples }),
  };
}

function pointsOfSection({ name, title, order: place, settings }) {
  const properties = Object.entries(settings).map(([setting, one], index) => [
    `mcpResources.${one.id}`,
    property(setting, one, index),
  ]);
  const section = { title: keyed(`settings.${name}`, title), order: place, properties: Object.fromEntries(properties) };
  return { configuration: [section] };
}

/** Keys of points come after those of commands, and so win where both apply. */
function contributesOf(rooms, defaultEnablement) {
  const each = (part) => Object.values(rooms).flatMap((room) => room[part] ?? []);
  for (const { nlsKey, text } of each('texts')) keyed(nlsKey, text);
  return [
    ...each('commands')
      .flatMap(Object.entries)
      .map(([name, command]) => pointsOfCommand(name, { enablement: defaultEnablement, ...command })),
    ...each('settings').map(pointsOfSection),
    ...each('points').map(withKeys),
  ].reduce(join);
}

/** The names of each room's commands, and the ids of settings, with what the code has to know of them. */
function idsOf(rooms) {
  const withCommands = Object.entries(rooms).filter(([, { commands }]) => commands);
  const names = withCommands.flatMap(([, { commands }]) => Object.keys(commands));
  if (new Set(names).size < names.length) throw new ScriptError('Two commands have the same name.');
  const kinds = (commands) =>
    Object.entries(commands).map(([name, { arguments: kind = 'nothing' }]) => `${name}: '${kind}'`);
  const sections = Object.values(rooms).flatMap(({ settings = [] }) => settings);
  const settings = sections.flatMap((section) => Object.entries(section.settings));
  const object = (name, doc, entries) =>
    `/** ${doc} */\nexport const ${name} = {\n${entries.join(',\n')}\n} as const;\n`;
  return [
    '// Made by `npm run manifest` of what each room contributes: edit its contributes.ts instead.\n',
    object(
      'kindsByRoom',
      'Names of the commands of each room, with the kinds of their arguments.',
      withCommands.map(([room, { commands }]) => `${room}: {\n${kinds(commands).join(',\n')}\n}`),
    ),
    object(
      'kindsByName',
      'Commands of all rooms, by name, with the kind of their argument.',
      withCommands.map(([room]) => `...kindsByRoom.${room}`),
    ),
    object(
      'settings',
      'Ids of settings.',
      settings.map(([name, { id }]) => `${name}: 'mcpResources.${id}'`),
    ),
  ].join('\n');
}

const json = (value) => `${JSON.stringify(value, undefined, 2)}\n`;

/** Counts the lines outside of `contributes`. */
function linesByHand(manifest) {
  return json({ ...JSON.parse(manifest), contributes: undefined })
    .trimEnd()
    .split('\n').length;
}

/** The generated files, by their paths. */
async function generate() {
  const { rooms, defaultEnablement } = await readRooms();
  const contributes = contributesOf(rooms, defaultEnablement);
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const textsIn = (language) => json(Object.fromEntries(Array.from(texts, ([key, text]) => [key, text[language]])));
  const style = await resolveConfig(path.join(root, idsFile));
  return {
    'package.json': json({ ...manifest, contributes }),
    'package.nls.json': textsIn(0),
    'package.nls.zh-cn.json': textsIn(1),
    [idsFile]: await format(idsOf(rooms), { ...style, parser: 'typescript' }),
  };
}

await main(async () => {
  const files = await generate();
  for (const [file, content] of Object.entries(files)) {
    const onDisk = await readFile(path.join(root, file), 'utf8').catch(() => '');
    if (onDisk === content) continue;
    if (check) throw new ScriptError(`${file} differs from what the rooms contribute: run npm run manifest.`);
    await writeFile(path.join(root, file), content);
    say(`${file} written`);
  }
  if (!check) say(`${linesByHand(files['package.json'])} lines of package.json are kept by hand.`);
});
