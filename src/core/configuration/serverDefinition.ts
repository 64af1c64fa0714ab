import { fold } from '../base/fold';
import { factLine, joined } from '../base/format';
import type { Configured, InputDefinition } from './configuration';
import type { LaunchDefinition } from './launch/kinds';

export interface ServerDefinition extends Configured {
  /** Stable across edits of the definition: source and name. */
  readonly id: string;
  readonly launch: LaunchDefinition;
  /** Only those that the launch names. */
  readonly inputs: readonly InputDefinition[];
  /** Equal servers of other places, which are this one for the user: see `mergeEqual`. */
  readonly copies?: readonly ServerDefinition[];
}

/** Definitions, each with its copies behind it. */
export function withCopies(definitions: readonly ServerDefinition[]): readonly ServerDefinition[] {
  return definitions.flatMap((definition) => [definition, ...(definition.copies ?? [])]);
}

/** Describes in a few words where a server is configured, to be shown beside its name. */
export function describeSources(definition: ServerDefinition): string {
  const labels = withCopies([definition]).map(({ source }) => source.label);
  return factLine([joined(labels), definition.source.note]);
}

/** Between a name and a place. A name that has it gets its place, too, as it could claim to be in another. */
const separator = ' · ';

/** A server's name for questions to the user: with its place, where another server has that name, or one that reads the same. */
export function distinctName({ id, name, source }: ServerDefinition, all: readonly ServerDefinition[]): string {
  const key = fold(name).trim();
  const namesakes = all.filter((other) => other.id !== id && fold(other.name).trim() === key);
  if (namesakes.length === 0 && !name.includes(separator)) return name;
  const isSameLabel = namesakes.some((other) => other.source.label === source.label);
  return name + separator + (isSameLabel ? (source.file ?? source.id) : source.label);
}
