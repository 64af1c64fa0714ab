/** End-to-end tests that the oldest VS Code cannot run, by their files in `test/e2e`, with the reason. */
const copilot = 'GitHub Copilot Chat is not built in';

export const needNewer: Readonly<Record<string, string>> = {
  'chat/agentTools.test.ts': copilot,
  'chat/charsets.test.ts': copilot,
  'chat/chatSteps.test.ts': copilot,
  'chat/copilot.test.ts': copilot,
  'chat/copilotContext.test.ts': copilot,
  'chat/everyMessage.test.ts': copilot,
  'chat/forgedPaths.test.ts': copilot,
  'chat/harness.test.ts': copilot,
  'chat/sentIsTrue.test.ts': copilot,
};
