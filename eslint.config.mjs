// One block a folder holds the arrows between floors (shared <- core <- node <- host <- extension; node <- packages; shared <- webview-ui, and the
// copy that the page searches <- webview-ui/panel),
// and one a room those between the rooms of a floor. Rules that need types are in oxlint.config.mjs.
import tseslint from 'typescript-eslint';
import { ownRules } from './scripts/lib/lintRules.mjs';
import { coreRooms, hostRooms, nodeRooms, pageRooms } from './scripts/lib/rooms.mjs';

const vscode = { group: ['vscode'], message: 'Only src/host and src/extension.ts touch VS Code.' };
const node = { group: ['node:*', 'cross-spawn'], message: 'Only src/node and what stands above it touch Node.' };
const sdk = {
  group: ['@modelcontextprotocol/*'],
  message: 'The MCP SDK is for tests: nothing that is shipped contains it.',
};
const toolkit = { group: ['@vscode/webview-ui-toolkit*'], message: 'The toolkit stays inside webview-ui/controls.' };
const folders = (names) => ({
  regex: `^(\\.\\./)+(src/)?(${['packages', ...names].join('|')})(/|$)`,
  message: 'This import goes against the arrows of docs/architecture.md.',
});
const layer = (files, patterns, ignores = []) => ({
  files,
  ignores,
  rules: { 'no-restricted-imports': ['error', { patterns: [toolkit, ...patterns] }] },
});
/**
 * A block for each room of a floor.
 * @param own of a room: the patterns that hold in its floor
 */
const roomBlocks = (folder, rooms, own) =>
  Object.entries(rooms).map(([room, allowed]) => {
    const others = Object.keys(rooms).filter((name) => name !== room && !allowed.includes(name));
    const arrows = {
      regex: `^(\\.\\./)+(${[...others, 'compose\\w*'].join('|')})(/|$)`,
      message: 'This import goes against the arrows between rooms: scripts/lib/rooms.mjs.',
    };
    return layer([`${folder}/${room}/**`], [...own(room), ...(others.length > 0 ? [arrows] : [])]);
  });

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'No default exports: a thing has one name everywhere.',
};
/** A command of ours is for VS Code, users and other extensions: from our own code, its arguments and its result would have no type. */
const ownCommands = [
  '[arguments.0.object.name=/^(ids|commands)$/]',
  '[arguments.0.value=/^mcpResources\\./]',
  '[arguments.0.quasis.0.value.raw=/^mcpResources\\./]',
].map((first) => ({
  selector: `CallExpression[callee.property.name='executeCommand']${first}`,
  message: 'Our own code calls functions, not our own commands.',
}));
/** Texts for people are collected by a tool and looked up when they are shown. */
const localised = [
  {
    selector: "CallExpression[callee.object.name='l10n'][callee.property.name='t']:not([arguments.0.type='Literal'])",
    message: 'The tool that collects the texts for translation reads plain literals only.',
  },
  {
    selector:
      "CallExpression[callee.object.name='l10n'][callee.property.name='t']:not(:function *, PropertyDefinition *)",
    message: 'When the file is loaded the language is not known yet: look the text up when it is shown.',
  },
  {
    selector: "NewExpression[callee.name='HumanError'] > :matches(Literal, TemplateLiteral).arguments:nth-child(2)",
    message: 'People read this: l10n.t.',
  },
];
const shownProperty = 'Property[key.name=/^(title|label|detail|description|tooltip|prompt|placeHolder|ariaLabel)$/]';
const localisedProperties = [
  'Literal.value[value=/[a-z]{2}/i]',
  'TemplateLiteral.value > TemplateElement[value.raw=/^(?!\\$\\([a-z-]+\\) $).*[a-z]{2}/i]',
].map((text) => ({ selector: `${shownProperty} > ${text}`, message: 'People read this: l10n.t.' }));

/** Lines of code: no blanks, no comments. */
const most = (max) => ['error', { max, skipBlankLines: true, skipComments: true }];
/** Files that are one table of data. */
const tables = ['examples/demo-server/content/**'];
/** The list of rooms is one function. */
const composition = 'src/host/compose.ts';
/** The only places that set timers. */
const clocks = ['src/node/base/clock.ts', 'webview-ui/base/clock.ts'];

export default tseslint.config(
  { ignores: ['dist/', '.cache/', 'node_modules/', 'test/output/', 'fuzz/corpus/'] },
  { plugins: { own: ownRules }, rules: { 'own/no-moving-link': 'error' } },
  {
    // Tests, benchmarks and inputs of the fuzzer are tables for the most part.
    files: ['{src,webview-ui,examples,scripts}/**', 'packages/*/*/**', '*.{mjs,mts}'],
    ignores: ['packages/*/test/**'],
    rules: { 'max-lines': most(300), 'max-lines-per-function': most(60), 'own/no-spread-literal': 'error' },
  },
  { files: tables, rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' } },
  { files: [composition], rules: { 'max-lines': ['error', 150], 'max-lines-per-function': 'off' } },
  { files: ['{src,webview-ui}/**', 'packages/*/src/**'], ignores: clocks, rules: { 'own/no-timer': 'error' } },
  {
    files: ['**/*.ts', '**/*.mts'],
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      complexity: ['error', 15],
      'no-restricted-syntax': ['error', noDefaultExport],
    },
  },
  layer(['src/shared/**'], [vscode, node, sdk, folders(['core', 'node', 'host', 'webview-ui'])]),
  roomBlocks('src/core', coreRooms, () => [vscode, node, sdk, folders(['node', 'host', 'webview-ui'])]),
  roomBlocks('src/node', nodeRooms, () => [vscode, sdk, folders(['host', 'webview-ui'])]),
  layer(['packages/*/src/**'], [vscode, sdk, folders(['host', 'webview-ui'])]),
  roomBlocks('src/host', hostRooms, () => [sdk, folders(['webview-ui', 'extension'])]),
  layer(['src/core/compose.ts'], [vscode, node, sdk, folders(['node', 'host', 'webview-ui'])]),
  layer(['src/host/{compose*,contributes}.ts', 'src/extension.ts'], [sdk, folders(['webview-ui'])]),
  layer(['webview-ui/*.ts'], [vscode, node, sdk, folders(['core', 'node', 'host'])]),
  roomBlocks('webview-ui', pageRooms, (room) => [
    vscode,
    node,
    sdk,
    folders([room === 'panel' ? 'core/(?!panel/searchCopy$).*' : 'core', 'node', 'host']),
  ]),
  {
    files: ['webview-ui/controls/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [vscode, node, sdk, folders(['core', 'node', 'host'])] }] },
  },
  {
    files: ['src/**/*.ts', 'packages/*/src/**'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport, ...ownCommands, ...localised] },
  },
  {
    files: ['src/host/**', 'src/core/{connection,tree,questions,templates}/**'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport, ...ownCommands, ...localised, ...localisedProperties] },
  },
  {
    // Their texts go into package.json, in each language.
    files: ['src/host/*/contributes.ts'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport] },
  },
  {
    files: ['src/core/mcp/**'],
    // An entry of a skill says itself what is wrong with it.
    ignores: [
      'src/core/mcp/errors/failures.ts',
      'src/core/mcp/errors/signInFailures.ts',
      'src/core/mcp/lists/skillEntry.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'l10n', property: 't', message: 'Sentences about sessions stand in errors/failures.ts.' },
      ],
    },
  },
  {
    files: ['src/host/**'],
    ignores: ['src/host/base/tell.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['showInformationMessage', 'showWarningMessage', 'showErrorMessage'].map((property) => ({
          object: 'window',
          property,
          message: 'VS Code makes links of commands in it: use tell.ts.',
        })),
      ],
    },
  },
  {
    files: ['test/**', 'packages/*/test/**', 'bench/**', 'fuzz/**', 'examples/**', '*.mts'],
    rules: {
      'no-console': 'off',
      'no-restricted-syntax': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['test/unit/**', 'packages/*/test/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['mock', 'doMock', 'hoisted'].map((property) => ({
          object: 'vi',
          property,
          message:
            'Unit tests share modules. VS Code is test/support/vscode.ts for all of them; give other things a port.',
        })),
      ],
    },
  },
);
