import { expect, it } from 'vitest';
import { isSentAsText } from '../../../../src/core/mentions/text/sentAsText';

it.each([
  'file:///w/AGENTS.md',
  'file:///w/sub/AGENTS.md',
  'file:///w/.github/copilot-instructions.md',
  'file:///w/.github/instructions/a.instructions.md',
  'vscode-userdata:/User/prompts/why.prompt.md',
])('a chat sends %s as text', (uri) => {
  expect(isSentAsText(uri)).toBe(true);
});

it.each(['file:///w/README.md', 'file:///w/MY-AGENTS.md', 'file:///w/copilot-instructions.md', 'file:///w/prompt.md'])(
  'and does not send %s by itself',
  (uri) => {
    expect(isSentAsText(uri)).toBe(false);
  },
);
