/**
 * One `NAME=value` a match: an optional `export`, `=` or `:`, then a value in double, single or back quotes, which may span lines, or
 * one without quotes that ends at `#`. A quote that is never closed, or is followed by more text, is part of a value without quotes.
 */
const LINE =
  /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*[=:][ \t]*(?:"((?:\\[^]|[^"\\])*)"|'([^']*)'|`([^`]*)`|([^#\n]*))[ \t]*(?:#.*)?$/gm;

/**
 * Reads a file of environment variables as VS Code reads the `envFile` of a server, and also quoted values over several lines. In double
 * quotes `\n` and `\r` are line ends. Other lines are ignored; of a repeated name the last counts.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/base/common/envfile.ts (parseEnvFile)
 */
export function parseEnvFile(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const normalized = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  for (const [, name = '', double, single, back, plain] of normalized.matchAll(LINE))
    values.set(name, double?.replaceAll('\\n', '\n').replaceAll('\\r', '\r') ?? single ?? back ?? plain?.trim() ?? '');
  return values;
}
