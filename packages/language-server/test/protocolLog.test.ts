import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { MessageType, type ProtocolConnection } from 'vscode-languageserver-protocol';
import { ProtocolLog } from '../src/protocolLog';

it('writes a line for each message, and shows what would end or colour it', async () => {
  const sent: unknown[] = [];
  const connection = { sendNotification: (_: string, params: unknown) => Promise.resolve(sent.push(params)) };
  const stderr = new PassThrough();
  const log = ProtocolLog.over(connection as unknown as ProtocolConnection, stderr).named('shop\n');
  log.warn('a\r\nb\u001b[2J');
  log.info('c\u202e');
  await Promise.resolve();
  const first = String.raw`[shop\u{a}] a\u{d}\u{a}b\u{1b}[2J`;
  expect([sent, String(stderr.read())]).toEqual([
    [
      { type: MessageType.Warning, message: first },
      { type: MessageType.Info, message: String.raw`[shop\u{a}] c\u{202e}` },
    ],
    `${first}\n`,
  ]);
});
