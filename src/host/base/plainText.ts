import { showableText } from '../../core/base/showable';

/**
 * Untrusted text for messages, titles and quick inputs, without a visible change: invisible characters are left out. VS Code turns link
 * syntax there into links, also to commands (`[label](command:…)`), and `$(name)` into icons.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/base/common/linkedText.ts
 */
export function plainText(text: string): string {
  return showableText(text).replace(/\]\(/g, ']\u200b(').replace(/\$\(/g, '$\u200b(');
}
