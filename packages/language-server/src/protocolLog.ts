import {
  LogMessageNotification,
  MessageType,
  type ProtocolConnection,
  type ProtocolNotificationType,
} from 'vscode-languageserver-protocol';
import { legible } from '../../../src/core/base/legible';
import type { Logger } from '../../../src/core/base/ports';

type Send = (type: MessageType, line: string) => void;

/** A notification to an editor that has ended isn't a failure. */
export function notify<P>(connection: ProtocolConnection, type: ProtocolNotificationType<P, void>, params: P): void {
  // A connection that is closed throws at once.
  Promise.resolve()
    .then(() => connection.sendNotification(type.method, params))
    .catch(() => undefined);
}

/** Writes to the editor's log of language servers, a line for each message; warnings and errors go to stderr as well. */
export class ProtocolLog implements Logger {
  readonly isTracing = false;

  private constructor(
    private readonly send: Send,
    private readonly prefix: string,
  ) {}

  static over(connection: ProtocolConnection, stderr: NodeJS.WritableStream): ProtocolLog {
    return new ProtocolLog((type, line) => {
      const message = legible(line);
      if (type !== MessageType.Info) stderr.write(`${message}\n`);
      notify(connection, LogMessageNotification.type, { type, message });
    }, '');
  }

  trace(): void {
    // There is no place for traces: the level that clients set with `$/setTrace` is about the protocol's messages.
  }

  info(message: string): void {
    this.send(MessageType.Info, `${this.prefix}${message}`);
  }

  warn(message: string): void {
    this.send(MessageType.Warning, `${this.prefix}${message}`);
  }

  error(message: string): void {
    this.send(MessageType.Error, `${this.prefix}${message}`);
  }

  named(name: string): Logger {
    return new ProtocolLog(this.send, `${this.prefix}[${name}] `);
  }
}
