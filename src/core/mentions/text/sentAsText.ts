const names = /(?:^|\/)(?:AGENTS\.md|\.github\/copilot-instructions\.md|[^/]+\.(?:instructions|prompt)\.md)$/u;

/**
 * True for the instruction and prompt files that a chat sends by itself, by their names. It sends their text alone: what they mention is
 * not resolved.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/common/promptSyntax/config/promptFileLocations.ts
 *
 * @param uri of the document
 */
export function isSentAsText(uri: string): boolean {
  return names.test(uri);
}
