/** One block of a read's result, as a file. */
export interface Part {
  readonly uri: string;
  /** Counts the parts before it that have the same URI. */
  readonly occurrence: number;
  /** A safe relative path, unique among the parts of the read: `guide/setup.md`. */
  readonly path: string;
  /** As declared where the bytes do not contradict it, else as the bytes look. */
  readonly mimeType: string;
  /** As the server wrote it. */
  readonly declaredType: string | undefined;
  /** By its type or by its bytes: then {@link bytes} are UTF-8, without byte order mark and NUL. */
  readonly isText: boolean;
  /** Shown, and sent to chats and tools. */
  readonly bytes: Uint8Array;
  /** The server's bytes, where they are others, as of a text in another encoding. */
  readonly original?: Uint8Array | undefined;
}

/** The bytes that the server sent, for a file that is saved. */
export function serverBytes({ bytes, original }: Pick<Part, 'bytes' | 'original'>): Uint8Array {
  return original ?? bytes;
}

/** The lasting key of a part: others come and go, and its path may change. */
export type PartKey = Pick<Part, 'uri' | 'occurrence'>;

/** The part with a key; `undefined` if the read returned none. */
export function findPart(parts: readonly Part[], { uri, occurrence }: PartKey): Part | undefined {
  return parts.find((part) => part.uri === uri && part.occurrence === occurrence);
}
