import { shareOfEach } from './budget';

/**
 * What becomes of a file in the message of an agent. `crowded`: all of it goes, unless other attachments of the user take its room. `cut`: its
 * end is missing. `empty`: its name goes, without a content. The chat says neither, and other modes have more room, so that for an extension
 * it is always what may be. `excerpt`: only the beginning goes, as a session of the Copilot harness does with excerpts. `partial`: of a resource
 * with several files, not all are in the message.
 */
const arrivalKinds = ['whole', 'crowded', 'partial', 'cut', 'empty', 'excerpt'] as const;

export type Arrival = (typeof arrivalKinds)[number];

/** A way in which a file does not arrive whole, whatever the user attached besides. */
export type Loss = Exclude<Arrival, 'whole' | 'crowded'>;

export function isLoss(arrival: Arrival | undefined): arrival is Loss {
  return arrival !== undefined && arrival !== 'whole' && arrival !== 'crowded';
}

/** A file of a message. */
export interface ArrivingFile {
  /** In UTF-16 code units. */
  readonly length: number;
  /** With what the chat writes around it. */
  readonly tokens: number;
  /** Attached with the range of exactly this text: it is never cut. */
  readonly isExcerpt: boolean;
  /** Attached with the range of an earlier, shorter text: it goes twice, in that range and as a file. */
  readonly isTwice?: boolean;
}

/** Files that are cut leave half of the room to one other, if both are in prose; what is more may be emptied. */
const safeShare = 0.5;

/**
 * What becomes of all files of one message. Copilot Chat cuts each file but not an excerpt to its share, and empties the first ones until the
 * rest fits. Attachments that were made by other ways are not known here, so that each share may be smaller.
 * https://github.com/microsoft/vscode/blob/1.139.1/extensions/copilot/src/extension/prompts/node/agent/agentPrompt.tsx (AgentUserMessage, TokenLimit)
 *
 * @param room tokens for all attachments together
 * @returns one for each file
 */
export function arrivalsOf(files: readonly ArrivingFile[], room: number): readonly Arrival[] {
  const share = shareOfEach(room, files.length);
  const arrivals: Arrival[] = [];
  let used = 0;
  for (const { length, tokens, isExcerpt, isTwice } of files.toReversed()) {
    const isCut = !isExcerpt && length > share;
    used += (isCut ? (tokens * share) / length : tokens) + (isTwice ? tokens : 0);
    const isOver = used > room;
    arrivals.push(isOver && !isTwice ? 'empty' : isOver || isCut ? 'cut' : 'whole');
  }
  const whole = used > room * safeShare ? 'crowded' : 'whole';
  return arrivals.reverse().map((arrival) => (arrival === 'whole' ? whole : arrival));
}

/**
 * What becomes of a resource whose files go in one message. A file that goes twice, as an earlier excerpt besides, is as well off as the better
 * of both.
 *
 * @param files which of the resource's each is, and what becomes of it; at least one
 * @param areAll true if these are all files of the resource
 */
export function arrivalOfAll(files: readonly (readonly [number, Arrival])[], areAll: boolean): Arrival {
  const best = new Map<number, Arrival>();
  for (const [file, arrival] of files) {
    const other = best.get(file) ?? arrival;
    best.set(file, arrivalKinds.indexOf(arrival) < arrivalKinds.indexOf(other) ? arrival : other);
  }
  const kinds = new Set(best.values());
  const [only = 'whole'] = kinds;
  if (!areAll && ![...kinds].some(isLoss)) return 'partial';
  if (kinds.size <= 1) return only;
  // Some of the resource arrives.
  return kinds.has('excerpt') ? 'excerpt' : [...kinds].some(isLoss) ? 'cut' : 'crowded';
}
