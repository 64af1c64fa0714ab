import { describe, expect, it } from 'vitest';
import { failure, http, open, raw } from '../support';
import { serveHttp } from './serveHttp';

describe('a server that sends back what it gets', () => {
  it('is said to be none: a command', async () => {
    expect(await failure(open({ ...raw('empty'), command: 'cat', args: [] }))).toMatchObject({
      reason: 'notMcp',
      message: 'The command only echoes its input, so it isn’t an MCP server. Check the command in mcp.json.',
    });
  });

  it('is said to be none: an address', async () => {
    const { url } = await serveHttp((message, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message));
    });
    const { reason, message } = await failure(open(http(url)));
    expect({ reason, message: message.replace(/:\d+/, '') }).toEqual({
      reason: 'notMcp',
      message: '127.0.0.1 only echoes requests, so it isn’t an MCP server. Check its URL in mcp.json.',
    });
  });
});
