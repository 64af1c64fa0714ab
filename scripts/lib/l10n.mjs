// In place of `@vscode/l10n` when bundling: esbuild copies the names of a CommonJS package for each module that imports it.
import l10n from '../../node_modules/@vscode/l10n/dist/main.js';

export const { config, t } = l10n;
