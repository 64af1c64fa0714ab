/**
 * Untrusted text for messages, titles and quick inputs, without a visible change. VS Code turns link syntax there into links, also to
 * commands (`[label](command:…)`), and `$(name)` into icons.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/base/common/linkedText.ts
 */
export function plainText(text: string): string {
  return text.replace(/\]\(/g, ']\u200b(').replace(/\$\(/g, '$\u200b(');
}
