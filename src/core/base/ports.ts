/** A named part of the one log. Ids, counts and durations belong in it; contents and secrets never do. */
export interface Logger {
  readonly isTracing: boolean;
  trace(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
  /** A logger whose lines also carry `name`. */
  named(name: string): Logger;
}

/** Small values that outlive the window. Values are plain JSON. */
export interface KeyValueStore {
  get(key: string): unknown;
  set(key: string, value: unknown): Promise<void>;
}

/** Hex SHA-256 of a text. */
export type Sha256 = (text: string) => string;
