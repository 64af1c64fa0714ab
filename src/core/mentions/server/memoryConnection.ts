import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createProtocolConnection,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
  type MessageWriter,
  type ProtocolConnection,
} from 'vscode-languageserver-protocol';

interface Transport {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
}

/**
 * Two ends of one connection in the same process. Messages are passed by reference: neither side may change one. When one side ends or is
 * disposed, the other is notified, after all earlier messages, that the connection is closed.
 */
export function memoryTransports(): readonly [Transport, Transport] {
  const [local, remote] = [new MemoryReader(), new MemoryReader()];
  return [
    { reader: local, writer: new MemoryWriter(remote) },
    { reader: remote, writer: new MemoryWriter(local) },
  ];
}

export function connectionOver({ reader, writer }: Transport): ProtocolConnection {
  return createProtocolConnection(reader, writer);
}

class MemoryReader extends AbstractMessageReader {
  #callback: DataCallback | undefined;
  #early: Message[] | undefined = [];
  #isClosed = false;

  /** False once the reader is disposed, and after the other side has ended. */
  get isOpen(): boolean {
    return !this.#isClosed;
  }

  listen(callback: DataCallback): Disposable {
    this.#callback = callback;
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const message of early) this.#deliver(message);
    return { dispose: () => (this.#callback = undefined) };
  }

  receive(message: Message): void {
    if (this.#early) this.#early.push(message);
    else this.#deliver(message);
  }

  /** Closes after all earlier messages. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    queueMicrotask(() => this.fireClose());
  }

  override dispose(): void {
    this.#isClosed = true;
    this.#callback = undefined;
    this.#early = undefined;
    super.dispose();
  }

  /** In a later turn, as over a wire: a sender is not called back while it sends. */
  #deliver(message: Message): void {
    queueMicrotask(() => {
      try {
        this.#callback?.(message);
      } catch (error) {
        this.fireError(error);
      }
    });
  }
}

class MemoryWriter extends AbstractMessageWriter {
  #hasEnded = false;

  constructor(private readonly other: MemoryReader) {
    super();
  }

  write(message: Message): Promise<void> {
    if (this.#hasEnded || !this.other.isOpen) return Promise.reject(new Error('The connection is closed'));
    this.other.receive(message);
    return Promise.resolve();
  }

  end(): void {
    this.#hasEnded = true;
    this.other.close();
  }

  override dispose(): void {
    this.end();
    super.dispose();
  }
}
