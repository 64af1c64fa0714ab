import type * as vscode from 'vscode';

/** Converts a glob. Supports only what the extension uses: `*`, `**`, `?` and `{a,b}`. */
export function globToRegExp(glob: string): RegExp {
  const parts = glob.split(/(\*\*\/|\*\*|\*|\?|\{|\}|,)/u);
  let depth = 0;
  const translated = parts.map((part) => {
    if (part === '{') return (depth += 1) && '(?:';
    if (part === '}' && depth > 0) return (depth -= 1) >= 0 ? ')' : '';
    if (part === ',') return depth > 0 ? '|' : ',';
    const patterns: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };
    return patterns[part] ?? part.replace(/[.+^$()|[\]\\{}/]/gu, '\\$&');
  });
  return new RegExp(`^${translated.join('')}$`, 'u');
}

/** Matches a pattern; one without a base covers the whole workspace. */
export function matches(
  pattern: vscode.GlobPattern,
  uri: vscode.Uri,
  folders: readonly vscode.WorkspaceFolder[],
): boolean {
  const bases = typeof pattern === 'string' ? folders.map((folder) => folder.uri) : [pattern.baseUri];
  const glob = globToRegExp(typeof pattern === 'string' ? pattern : pattern.pattern);
  return bases.some((base) => {
    const below = `${base.path.replace(/\/$/u, '')}/`;
    const isBelow = base.scheme === uri.scheme && base.authority === uri.authority && uri.path.startsWith(below);
    return isBelow && glob.test(uri.path.slice(below.length));
  });
}
