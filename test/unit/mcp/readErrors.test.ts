import { describe, expect, it } from 'vitest';
import { failure, open, raw, read, scripted, until } from './support';

/** Returns the message of a failed read, which tells the user what to do next. */
async function nextStep(answers: unknown): Promise<string> {
  const { session } = await open(scripted({ answers: { 'resources/read': answers } }));
  return (await failure(read(session, 'a:1'))).message;
}

describe('what to do next', () => {
  it('is to refresh the list when the resource is gone, however the server says it', async () => {
    const { session } = await open(raw('notFound'));
    const messages = [];
    for (const name of ['32002', '32602', 'words'])
      messages.push((await failure(read(session, `gone://${name}`))).message);
    const gone = 'The server no longer has this resource. Refresh the list, or remove the resource from the context.';
    expect(messages).toEqual([gone, gone, gone]);
  });

  it('is another one for each way to fail', async () => {
    const steps = [
      await nextStep({ error: { code: -32603, message: 'The database is asleep.' } }),
      await nextStep({ error: { code: -32602, message: 'Bad parameter', data: { uri: 'a:1', parameter: 'x' } } }),
      await nextStep({ error: { code: -32601, message: 'Method not found' } }),
      await nextStep({ exit: 1 }),
    ];
    expect(steps).toEqual([
      'The server couldn’t read the resource: “The database is asleep”. Try again later, or see the log for details.',
      'The server rejected the request: “Bad parameter”. Refresh the list, or check the URI.',
      'The server lists this resource but doesn’t support reading resources. Report this to the server’s author.',
      expect.stringMatching(/^The (process of the server|server) .*log/u),
    ]);
  });
});

it('an error without an id is of the only request that waits for an answer, while another one waits for changes', async () => {
  const error = { raw: '{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Asleep"}}' };
  const { session } = await open(scripted({ scenario: 'modern', answers: { 'resources/read': error } }));
  session.watch(new Set(['a:1']));
  await until(() => session.isLive('a:1'));
  expect((await failure(read(session, 'a:1'))).message).toContain('Asleep');
});
