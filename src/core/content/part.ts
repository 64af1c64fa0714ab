/** One block of what a read returned, as a file. */
export interface Part {
  readonly uri: string;
  /** Counts the parts before it that have the same URI. */
  readonly occurrence: number;
  /** A safe relative path, unique among the parts of the read: `guide/setup.md`. */
  readonly path: string;
  /** As the bytes confirm it. */
  readonly mimeType: string;
  /** As the server wrote it. */
  readonly declared: string | undefined;
  readonly isText: boolean;
  readonly bytes: Uint8Array;
}

/** What names a part for good: others come and go, and its path may change. */
export type PartKey = Pick<Part, 'uri' | 'occurrence'>;
