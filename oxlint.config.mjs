// The rules of typescript-eslint that need types, in a native linter, which takes a tenth of the time. eslint.config.mjs has the others.
import tseslint from 'typescript-eslint';

/** Rules that oxlint does not have. TypeScript itself refuses such a value where the class has a private member. */
const missing = ['no-unsafe-class-instance-assignment'];
/** Options that differ from those of the strict set. */
const options = {
  'no-confusing-void-expression': { ignoreArrowShorthand: true },
  'no-unnecessary-condition': { allowConstantLoopConditions: 'only-allowed-literals' },
  'restrict-template-expressions': { allowNumber: true },
};

const needsTypes = ([name]) => tseslint.plugin.rules[name]?.meta.docs.requiresTypeChecking && !missing.includes(name);
const rules = [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked]
  .flatMap((config) => Object.entries(config.rules ?? {}))
  .map(([name, setting]) => [name.replace('@typescript-eslint/', ''), setting])
  .filter(needsTypes)
  .map(([name, setting]) => [`typescript/${name}`, options[name] ? ['error', options[name]] : setting]);

export default {
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['dist/', '.cache/', 'node_modules/', 'test/output/', 'fuzz/corpus/', '**/*.{js,mjs,cjs}'],
  rules: { ...Object.fromEntries(rules), 'typescript/switch-exhaustiveness-check': 'error' },
  overrides: [
    {
      // It is what stands in for VS Code: its values differ from the types, by design.
      files: ['test/support/vscode/**'],
      rules: { 'typescript/no-unsafe-enum-assignment': 'off', 'typescript/no-unsafe-enum-comparison': 'off' },
    },
  ],
};
