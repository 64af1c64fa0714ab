/** What a file in the workspace becomes for the chats that look for such files. */
export type AgentPlace = 'skill' | 'instructions' | 'agent' | 'prompt';

const folder = String.raw`\/\.(?:agents|claude|codex|copilot|cursor|gemini|github|windsurf)\/`;

/**
 * By the paths that chats read by themselves. Source: VS Code's `chat.*FilesLocations`, and the documentation of other agents.
 * https://code.visualstudio.com/docs/copilot/customization/overview
 */
const places: readonly (readonly [AgentPlace, RegExp])[] = [
  ['skill', new RegExp(`${folder}skills\\/`, 'iu')],
  ['agent', new RegExp(`${folder}(?:agents|chatmodes)\\/|\\.(?:agent|chatmode)\\.md$`, 'iu')],
  ['prompt', new RegExp(`${folder}(?:prompts|commands|workflows)\\/|\\.prompt\\.md$`, 'iu')],
  ['instructions', new RegExp(`${folder}(?:instructions|rules)\\/|\\.instructions\\.md$`, 'iu')],
  ['instructions', /\/(?:copilot-instructions|agents|claude|claude\.local|gemini)\.md$/iu],
];

/** @param path absolute, with slashes */
export function agentPlaceOf(path: string): AgentPlace | undefined {
  return places.find(([, pattern]) => pattern.test(path))?.[0];
}
