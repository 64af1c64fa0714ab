// The ids of commands, made of their names, and what the code has to know of each.
import { kindsByName, kindsByRoom } from './contributed';

type Name = keyof typeof kindsByName;
type Rooms = typeof kindsByRoom;
type IdOf<CommandName extends string> = `mcpResources.${CommandName}`;

function idOf<CommandName extends string>(name: CommandName): IdOf<CommandName> {
  return `mcpResources.${name}`;
}

/** Ids of commands, by their names. */
export const commands = Object.fromEntries(Object.keys(kindsByName).map((name) => [name, idOf(name)])) as {
  readonly [Command in Name]: IdOf<Command>;
};

/** Kinds of the arguments of each command, by its id. */
export const argumentKinds = Object.fromEntries(
  Object.entries(kindsByName).map(([name, kind]) => [idOf(name), kind]),
) as { readonly [Command in Name as IdOf<Command>]: (typeof kindsByName)[Command] };

/** Ids of the commands of each room. */
export const roomCommands = Object.fromEntries(
  Object.entries(kindsByRoom).map(([room, kinds]) => [room, Object.keys(kinds).map(idOf)]),
) as { readonly [Room in keyof Rooms]: IdOf<keyof Rooms[Room] & string>[] };
