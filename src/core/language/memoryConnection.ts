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

/** Two ends of one connection in the same process. Messages are handed over as they are: neither side may change one. */
export function memoryTransports(): readonly [Transport, Transport] {
  const [here, there] = [new MemoryReader(), new MemoryReader()];
  return [
    { reader: here, writer: new MemoryWriter(there) },
    { reader: there, writer: new MemoryWriter(here) },
  ];
}

export function connectionOver({ reader, writer }: Transport): ProtocolConnection {
  return createProtocolConnection(reader, writer);
}

class MemoryReader extends AbstractMessageReader {
  #callback: DataCallback | undefined;
  readonly #early: Message[] = [];

  listen(callback: DataCallback): Disposable {
    this.#callback = callback;
    for (const message of this.#early.splice(0)) this.receive(message);
    return { dispose: () => (this.#callback = undefined) };
  }

  /** In a later turn, as over a wire: who sends does not find itself called. */
  receive(message: Message): void {
    const callback = this.#callback;
    if (callback) queueMicrotask(() => callback(message));
    else this.#early.push(message);
  }
}

class MemoryWriter extends AbstractMessageWriter {
  constructor(private readonly other: MemoryReader) {
    super();
  }

  write(message: Message): Promise<void> {
    this.other.receive(message);
    return Promise.resolve();
  }

  end(): void {
    // There is nothing to close: the other side is disposed with this one.
  }
}
