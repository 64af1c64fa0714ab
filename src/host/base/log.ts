import type { LogOutputChannel } from 'vscode';
import { LogLevel } from 'vscode';
import { legible } from '../../core/base/legible';
import type { Logger } from '../../core/base/ports';

/** A log that can be shown to the user. */
export interface HostLogger extends Logger {
  named(name: string): HostLogger;
  show(): void;
}

/** The extension's one log channel, as the rest of the product sees it. A message with text of a server is one line, without escape sequences. */
export class ChannelLogger implements HostLogger {
  readonly #prefix: string;

  constructor(
    private readonly channel: LogOutputChannel,
    name = '',
  ) {
    this.#prefix = name && `[${name}] `;
  }

  get isTracing(): boolean {
    return this.channel.logLevel === LogLevel.Trace;
  }

  trace(message: string): void {
    this.channel.trace(legible(this.#prefix + message));
  }

  info(message: string): void {
    this.channel.info(legible(this.#prefix + message));
  }

  warn(message: string): void {
    this.channel.warn(legible(this.#prefix + message));
  }

  error(message: string): void {
    this.channel.error(legible(this.#prefix + message));
  }

  named(name: string): ChannelLogger {
    return new ChannelLogger(this.channel, name);
  }

  /** Opens the channel, without taking the focus. */
  show(): void {
    this.channel.show(true);
  }
}
