import type { Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { causes } from '../base/errors';
import type { Logger } from '../base/ports';
import type { Content } from '../content/content';
import { keyOf, type ResourceAddress } from '../resource/address';
import type { ContextSet } from './contextSet';
import type { SeenContents } from './seenContents';

export interface SeenReadsPorts {
  readonly clock: Clock;
  readonly seen: SeenContents;
  readonly picked: ContextSet;
  /** When the last tab went that showed the file of this URI: milliseconds since 1970, `Infinity` while there is one. */
  readonly shownUntil: (file: string) => number;
  readonly log: Logger;
}

/** A read of a file, and what it returned. */
export interface FileRead {
  /** The file's whole URI. */
  readonly file: string;
  /** The round in that URI; 0 without one. */
  readonly round: number;
  readonly address: ResourceAddress;
  readonly content: Content;
}

interface Undecided extends FileRead {
  readonly at: number;
  /** The editor's own, after a change was told. */
  readonly isReload: boolean;
}

/** Milliseconds after a read for which a tab may still appear that it was for. */
const tabDelay = 500;
/**
 * Milliseconds before a read in which a tab may have shown the file that it was for: somebody who looks through many leaves before slow
 * ones are read. Shorter for a file that was made for the chat, which is hardly shown.
 */
const tabAge = { ofChat: 2_000, ofOthers: 60_000 };
/** Milliseconds after a change was told for which a read of the file is the editor's own, of a document that it keeps. */
const reloadTime = 2_000;
/** Files of which is remembered that they were read: an editor keeps documents for minutes. */
const mostDocuments = 500;

/**
 * Which reads of files are a message's: the chat tells nobody when it sends. An editor reads a file before it shows it, and reads what it
 * keeps again when it is told of a change; every other read is for a message.
 */
export class SeenReads implements Disposable {
  readonly #store = new DisposableStore();
  readonly #undecided = new Set<Undecided>();
  /** The round in which each resource is handed to the chat next. */
  readonly #rounds = new Map<string, number>();
  /** Files that were read, and when a change of them was told since. */
  readonly #documents = new Map<string, number | undefined>();

  constructor(private readonly ports: SeenReadsPorts) {}

  /**
   * Another number once a message has read the file of the one before: the next message gets a file that no document is kept of, and so
   * reads it. At least 1. The time of the read, so that no window repeats an earlier one's.
   */
  roundOf(address: ResourceAddress): number {
    let round = this.#roundOf(address);
    for (const read of this.#undecided)
      if (keyOf(read.address) === keyOf(address) && read.round >= round) round = nextRound(read);
    return round;
  }

  /** A file was read. */
  took(read: FileRead): void {
    const at = this.ports.clock.now();
    const toldAt = this.#documents.get(read.file);
    this.#remember(read.file);
    const undecided = { ...read, at, isReload: toldAt !== undefined && at - toldAt < reloadTime };
    this.#undecided.add(undecided);
    const timer = this.#store.add(
      this.ports.clock.after(tabDelay, () => {
        this.#store.delete(timer);
        this.#undecided.delete(undecided);
        this.#decide(undecided, this.ports.shownUntil(read.file));
      }),
    );
  }

  /** Files of which a change is told now. */
  told(files: readonly string[]): void {
    for (const file of files) if (this.#documents.has(file)) this.#documents.set(file, this.ports.clock.now());
  }

  dispose(): void {
    this.#store.dispose();
  }

  #decide(read: Undecided, shownUntil: number): void {
    const { address, content, at, round, isReload } = read;
    if (shownUntil === Infinity) return;
    // Whoever read it may keep a document of it. A file of an earlier message leaves the one alone that the next message waits for.
    if (round >= this.#roundOf(address)) this.#rounds.set(keyOf(address), nextRound(read));
    if (isReload || shownUntil > at - (round > 0 ? tabAge.ofChat : tabAge.ofOthers)) return;
    this.ports.seen.mark(address, content, 'sent', at);
    this.ports.picked
      .sent(address)
      .catch((error: unknown) => this.ports.log.warn(`What was sent is not known as sent: ${causes(error)}`));
  }

  /** Kept from the first question on: it changes by reads of the file alone. */
  #roundOf(address: ResourceAddress): number {
    const round = this.#rounds.get(keyOf(address)) ?? this.ports.seen.sentAt(address) ?? 1;
    this.#rounds.set(keyOf(address), round);
    return round;
  }

  #remember(file: string): void {
    this.#documents.delete(file);
    this.#documents.set(file, undefined);
    const [oldest] = this.#documents.keys();
    if (this.#documents.size > mostDocuments && oldest !== undefined) this.#documents.delete(oldest);
  }
}

function nextRound({ at, round }: Undecided): number {
  return Math.max(at, round + 1);
}
