import { HoverRequest } from 'vscode-languageserver-protocol/node';
import { expect, test } from 'vitest';
import { newLanguage } from './wire';

test('answers for a document that is not open with nothing', async () => {
  const { client, initialized } = await newLanguage({});
  const position = { line: 0, character: 0 };
  expect(initialized.serverInfo?.name).toBe('mcp-resources-ls');
  expect(await client.sendRequest(HoverRequest.type, { textDocument: { uri: 'file:///x' }, position })).toBeNull();
});
