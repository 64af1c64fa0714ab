import { shareOfEach } from './budget';

/**
 * How much of a file arrives in the message of an agent. `crowded`: all of it, unless other attachments of the user take its room. `cut`: its
 * end is missing. `empty`: only its name is sent. The chat reports neither, and other modes have more room, so an extension can only say what
 * may happen. `excerpt`: only the beginning is sent, as sessions of the Copilot harness do with excerpts. `partial`: the message has some of
 * the resource's files.
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
 * Estimates how much of each file of one message arrives. Copilot Chat cuts a file, but no excerpt, to its share, and empties the first until the
 * rest fits. Attachments that the user made in other ways are not known here, so each share may be smaller.
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
 * How much of a resource arrives with a message. If a file is sent twice, for example also as an earlier excerpt, the better result counts.
 *
 * @param files index of each file in the resource, and how it arrives; at least one
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
