/** A file of the shop's repository. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly description?: string;
  /** Days since the last commit that touched the file; `undefined` where the server does not know. */
  readonly age?: number;
  readonly priority?: number;
  readonly audience?: readonly ('user' | 'assistant')[];
}
