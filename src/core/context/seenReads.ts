import type { Clock } from '../base/clock';
import { Owner } from '../base/owner';
import { causes } from '../base/errors';
import type { Logger } from '../base/ports';
import { arrivalOfAll, type Arrival } from '../chat/arrivals';
import type { Content } from '../content/content';
import { keyOf, type ResourceAddress } from '../resource/address';
import type { ContextSet, PickedResource } from './contextSet';
import type { SeenContents } from './seenContents';

export interface SeenReadsPorts {
  readonly clock: Clock;
  readonly seen: SeenContents;
  readonly picked: ContextSet;
  /** Time when the last tab that showed the file of this URI was closed: milliseconds since 1970, `Infinity` while there is one. */
  readonly shownUntil: (file: string) => number;
  /** For this long after an announced change, in ms, the next read of the file of this URI comes from the editor, which reloads it. */
  readonly reloadTime: (file: string) => number;
  /** Estimates how each file of one message arrives. */
  readonly arrivalsOf: (files: readonly FileRead[]) => readonly Arrival[];
  /** The resource as its server lists it. */
  readonly describe: (address: ResourceAddress) => PickedResource;
  readonly log: Logger;
}

/** A read of a file, with its result. */
export interface FileRead {
  /** The file's whole URI. */
  readonly file: string;
  /** The round in that URI; 0 without one. */
  readonly round: number;
  /** The number of lines in that URI to which an excerpt is filled; 0 for a file that is no excerpt. */
  readonly lines: number;
  readonly address: ResourceAddress;
  /** All of the resource. */
  readonly content: Content;
  /** Content of the file, as the server has it: for one part, less than the whole content. */
  readonly bytes: Uint8Array;
}

interface Undecided extends FileRead {
  readonly at: number;
  /** True for a reload by the editor, after an announced change. */
  readonly isReload: boolean;
  /** True if only the size was asked for, by whomever. A message does so for each of its files in turn, before it reads. */
  readonly isAsked: boolean;
}

/** A message that is sent again, or edited, asks no more than the size of a file whose document VS Code keeps. */
export type FileUse = 'stat' | 'read';

/** Delay after a read, in ms, within which the tab that it was for may still appear. */
const tabDelay = 500;
/**
 * Time before a read, in ms, in which a tab may have shown the file that it was for: a user who looks through many files leaves before slow
 * ones are read. Shorter for a file that was made for the chat, which is hardly ever shown.
 */
const tabAge = { ofChat: 2_000, ofOthers: 60_000 };
/**
 * Number of read files to remember: an editor keeps documents for minutes.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/browser/mainThreadDocuments.ts (BoundModelReferenceCollection)
 */
const maxDocuments = 500;
/** Time within which the files of one message are read, in ms. */
const messageTime = 2_000;

/**
 * Recognises the reads of files that belong to a message: the chat announces no sending. An editor reads a file before it shows it, and
 * reads documents that it keeps again after an announced change; every other read is for a message.
 */
export class SeenReads extends Owner {
  readonly #undecided = new Set<Undecided>();
  /** Recent reads, in the order in which they began. */
  #recent: readonly Undecided[] = [];
  /** The round of each resource in the next URI for the chat. */
  readonly #rounds = new Map<string, number>();
  /** Files for a chat that a message has read. */
  readonly #sent = new Set<string>();
  /** Files that were read, and for each reload that is expected of them until when it is one; the editor queues two at most. */
  readonly #documents = new Map<string, readonly number[]>();

  constructor(private readonly ports: SeenReadsPorts) {
    super();
  }

  /**
   * The round for the next URI. It grows once a message has read the file of the current one: the next message gets a file of which no
   * document is kept, and so reads it. At least 1. It is the time of the read, so that no window repeats an earlier one.
   */
  roundOf(address: ResourceAddress): number {
    let round = this.#roundOf(address);
    for (const read of this.#undecided)
      if (keyOf(read.address) === keyOf(address) && read.round >= round) round = nextRound(read);
    return round;
  }

  /** Notes that a file was read, or its size asked for. */
  took(read: FileRead, use: FileUse = 'read'): void {
    const at = this.ports.clock.now();
    const reloads = this.#documents.get(read.file) ?? [];
    if (use === 'read') this.#remember(read.file, reloads.slice(1));
    const isReload = reloads.some((end) => at < end);
    const undecided = { ...read, at, isReload, isAsked: use === 'stat' && !this.#sent.has(read.file) };
    this.#recent = [...this.#recent.filter((recent) => at - recent.at < messageTime), undecided];
    if (undecided.isAsked) return;
    this.#undecided.add(undecided);
    const timer = this.owned.add(
      this.ports.clock.after(tabDelay, () => {
        this.owned.delete(timer);
        this.#undecided.delete(undecided);
        this.#markIfSent(undecided, this.ports.shownUntil(read.file));
      }),
    );
  }

  /** Notes that a change of these files is announced now. */
  shown(files: readonly string[]): void {
    const { clock, reloadTime } = this.ports;
    for (const file of files) {
      const reloads = this.#documents.get(file)?.filter((end) => clock.now() < end);
      if (reloads) this.#documents.set(file, [...reloads.slice(-1), clock.now() + reloadTime(file)]);
    }
  }

  #markIfSent(read: Undecided, shownUntil: number): void {
    const { address, content, at, round, isReload } = read;
    if (shownUntil === Infinity) return;
    // The reader may keep a document of the file. A read of an earlier message's file does not affect the file that the next message waits
    // for.
    const isCurrent = round >= this.#roundOf(address);
    if (isCurrent) this.#rounds.set(keyOf(address), nextRound(read));
    if (isReload || shownUntil > at - (round > 0 ? tabAge.ofChat : tabAge.ofOthers)) return;
    if (round > 0 && this.#documents.has(read.file)) this.#sent.add(read.file);
    const { seen, picked, describe, log } = this.ports;
    const isNew = isCurrent && this.#isNew(read);
    seen.noteMessage(at);
    seen.mark(address, content, 'sent', at, this.#arrivalOf(read));
    if (!isNew) return;
    const added = picked.add([describe(address)]);
    added.catch((error: unknown) => log.warn(`A sent resource was not added to the context: ${causes(error)}`));
  }

  /**
   * True for what came into the chat by another way than this product's commands, such as a drag. Files of round 0 are read by others too, and
   * what was removed from the context after it was attached is not wanted there.
   */
  #isNew({ address, round, content, bytes }: Undecided): boolean {
    const isWholeFileForChat = round > 0 && bytes === content.bytes;
    return isWholeFileForChat && !this.ports.picked.has(address) && this.ports.seen.last(address)?.kind !== 'attached';
  }

  /** How the resource arrives, by those of its files that the message has. */
  #arrivalOf(read: Undecided): Arrival {
    const files = this.#filesWith(read);
    const arrivals = this.ports.arrivalsOf(files);
    const own = files.flatMap((file, index): readonly (readonly [number, Arrival])[] =>
      isSameContent(file, read) ? [[partIn(file), arrivals[index] ?? 'whole']] : [],
    );
    const parts = new Set(own.map(([part]) => part));
    const areAll = parts.has(-1) || read.content.parts.every(({ isText }, part) => !isText || parts.has(part));
    return arrivalOfAll(own, areAll);
  }

  /** The files of a message, in its order: those that it read, and those that an editor shows, which it need not read. */
  #filesWith(read: Undecided): readonly FileRead[] {
    const files = new Map<string, Undecided>();
    for (const candidate of [...this.#recent, read]) {
      if (candidate.isReload || Math.abs(candidate.at - read.at) >= messageTime) continue;
      if (!candidate.isAsked || !files.has(candidate.file)) files.set(candidate.file, candidate);
    }
    return [...files.values()].filter(({ file, isAsked }) => !isAsked || this.ports.shownUntil(file) === Infinity);
  }

  /** Saved from the first call on: only reads of the file change it. */
  #roundOf(address: ResourceAddress): number {
    const round = this.#rounds.get(keyOf(address)) ?? this.ports.seen.messageAt(address) ?? 1;
    this.#rounds.set(keyOf(address), round);
    return round;
  }

  #remember(file: string, reloads: readonly number[]): void {
    this.#documents.delete(file);
    this.#documents.set(file, reloads);
    const [oldest] = this.#documents.keys();
    if (this.#documents.size <= maxDocuments || oldest === undefined) return;
    this.#documents.delete(oldest);
    this.#sent.delete(oldest);
  }
}

function isSameContent(first: FileRead, second: FileRead): boolean {
  return keyOf(first.address) === keyOf(second.address) && first.content.bytes === second.content.bytes;
}

/** The index of the part that the file is, -1 for all of the resource. Another read of the same content has other objects for its parts. */
function partIn({ content, bytes }: FileRead): number {
  return content.parts.findIndex((part) => part.bytes === bytes);
}

function nextRound({ at, round }: Undecided): number {
  return Math.max(at, round + 1);
}
