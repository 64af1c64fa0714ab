import * as l10n from '@vscode/l10n';

const folder = String.raw`\/\.(?:agents|claude|codex|copilot|cursor|gemini|github|windsurf)\/`;
const files = String.raw`copilot-instructions|agents|claude|claude\.local|gemini`;

/**
 * What a file becomes for chats that look for such files, by its path. Source: VS Code's `chat.*FilesLocations`, and the documentation of other agents.
 * https://code.visualstudio.com/docs/copilot/customization/overview
 */
const places: readonly (readonly [RegExp, () => string])[] = [
  [new RegExp(`${folder}skills\\/`, 'iu'), () => l10n.t('Chats would take this for a skill of yours.')],
  [
    new RegExp(`${folder}(?:agents|chatmodes)\\/|\\.(?:agent|chatmode)\\.md$`, 'iu'),
    () => l10n.t('Chats would take this for an agent of yours.'),
  ],
  [
    new RegExp(`${folder}(?:prompts|commands|workflows)\\/|\\.prompt\\.md$`, 'iu'),
    () => l10n.t('Chats would take this for a prompt of yours.'),
  ],
  [
    new RegExp(`${folder}(?:instructions|rules)\\/|\\.instructions\\.md$|\\/(?:${files})\\.md$`, 'iu'),
    () => l10n.t('Chats would take this for instructions of yours.'),
  ],
];

/** Says what chats would take a file for, if they look for files there. @param path absolute, with slashes */
export function describeAgentPlace(path: string): string | undefined {
  return places.find(([pattern]) => pattern.test(path))?.[1]();
}
