import type { Event } from './event';

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
  /** The value that this version of the product stored, see `storedVersion`; `undefined` if there is none. */
  get(key: string): unknown;
  set(key: string, value: unknown): Promise<void>;
}

/** Hex SHA-256 of a text. */
export type Sha256 = (text: string) => string;

/** Small values that every window reads and writes, each stored by itself: writing one never brings back an earlier state of another. */
export interface SharedStore {
  /** Keys that have a value now. */
  keys(): readonly string[];
  /** The value as it is stored now; `undefined` if there is none. */
  get(key: string): unknown;
  /**
   * Stores a value of plain JSON, or deletes it: `undefined`.
   * @throws {Error} when it cannot be stored
   */
  set(key: string, value: unknown): void;
  /** Fires within a second after any window has changed a value. */
  readonly onDidChange: Event<void>;
}
