// One block a folder holds the import arrows: shared <- core <- node <- host <- compose <- extension; webview-ui -> shared.
import tseslint from 'typescript-eslint';

const vscode = { group: ['vscode'], message: 'Only src/host, src/compose.ts and src/extension.ts touch VS Code.' };
const node = { group: ['node:*', 'cross-spawn'], message: 'Only src/node and what stands above it touch Node.' };
const sdk = { group: ['@modelcontextprotocol/*'], message: 'The MCP SDK stays inside src/core/mcp.' };
const toolkit = { group: ['@vscode/webview-ui-toolkit*'], message: 'The toolkit stays inside webview-ui/controls.' };
const folders = (names) => ({
  regex: `^(\\.\\./)+(src/)?(${names.join('|')})(/|$)`,
  message: 'This import goes against the arrows of docs/architecture.md.',
});
const layer = (files, patterns, ignores = []) => ({
  files,
  ignores,
  rules: { 'no-restricted-imports': ['error', { patterns: [toolkit, ...patterns] }] },
});

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'No default exports: a thing has one name everywhere.',
};
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

export default tseslint.config(
  { ignores: ['dist/', '.cache/', 'node_modules/', 'test/output/'] },
  {
    files: ['**/*.ts', '**/*.mts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      complexity: ['error', 15],
      'no-restricted-syntax': ['error', noDefaultExport],
    },
  },
  layer(['src/shared/**'], [vscode, node, sdk, folders(['core', 'node', 'host', 'webview-ui'])]),
  layer(['src/core/**'], [vscode, node, sdk, folders(['node', 'host', 'webview-ui'])], ['src/core/mcp/**']),
  layer(['src/core/mcp/**'], [vscode, node, folders(['node', 'host', 'webview-ui'])]),
  layer(['src/node/**'], [vscode, sdk, folders(['host', 'webview-ui'])]),
  layer(['src/host/**'], [sdk, folders(['webview-ui', 'compose', 'extension'])]),
  layer(['src/compose.ts', 'src/compose/**', 'src/extension.ts'], [sdk, folders(['webview-ui'])]),
  layer(['webview-ui/**'], [vscode, node, sdk, folders(['core', 'node', 'host'])], ['webview-ui/controls/**']),
  {
    files: ['webview-ui/controls/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [vscode, node, sdk, folders(['core', 'node', 'host'])] }] },
  },
  { files: ['src/**/*.ts'], rules: { 'no-restricted-syntax': ['error', noDefaultExport, ...localised] } },
  {
    files: ['src/host/**', 'src/core/{connection,tree,elicitation,template}/**'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport, ...localised, ...localisedProperties] },
  },
  {
    files: ['src/host/**'],
    ignores: ['src/host/tell.ts'],
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
    files: ['test/**', 'bench/**', 'examples/**', '*.mts'],
    rules: {
      'no-console': 'off',
      'no-restricted-syntax': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
