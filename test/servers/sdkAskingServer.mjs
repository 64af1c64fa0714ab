// A server built only with the official SDK, which asks for a name before it greets.
//
//   node sdkAskingServer.mjs stdio|http
//
// It speaks all revisions; clients of older ones get its questions as requests. Over HTTP it prints `listening PORT`.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer, acceptedContent, createMcpHandler, inputRequired } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const properties = { name: { type: 'string', title: 'Name', minLength: 2 } };
const requestedSchema = /** @type {const} */ ({ type: 'object', properties, required: ['name'] });

function build() {
  const server = new McpServer({ name: 'sdk asking', version: '1' }, { capabilities: { resources: {} } });
  server.registerResource('greeting', 'ask://greeting', {}, async (url, context) => {
    const answers = context.mcpReq.inputResponses;
    const content = acceptedContent(answers, 'who');
    if (content) return { contents: [{ uri: url.href, text: `Hello ${content['name']}` }] };
    if (answers) throw new Error('No greeting without a name');
    return inputRequired({
      inputRequests: { who: inputRequired.elicit({ message: 'Who are you?', requestedSchema }) },
      requestState: 'greeting',
    });
  });
  return server;
}

if (process.argv[2] === 'http') {
  const server = createServer(toNodeHandler(createMcpHandler(build)));
  server.listen(0, '127.0.0.1', () => process.stdout.write(`listening ${Object(server.address()).port}\n`));
} else serveStdio(build);
