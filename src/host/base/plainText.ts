/**
 * Untrusted text for messages, titles and quick inputs, which look the same after it. VS Code makes links of what looks like one there, of
 * commands too (`[label](command:…)`), and icons of `$(name)`.
 */
export function plainText(text: string): string {
  return text.replace(/\]\(/g, ']\u200b(').replace(/\$\(/g, '$\u200b(');
}
