import { Location, Uri, type ChatPromptReference, type ChatRequest } from 'vscode';
import type { PickedResource } from '../../core/context/contextSet';
import { keyOf } from '../../core/resource/address';
import { resourcesOf, type Lookup } from '../content/commandArguments';
import type { Turn } from './participantParts';

type Request = Pick<ChatRequest, 'command' | 'prompt' | 'references' | 'toolReferences'>;

const commands = ['find', 'explain', 'changed'] as const;

/** The parts of a message that an answer depends on. */
export function readRequest(request: Request, lookup: Lookup): Pick<Turn, 'command' | 'text' | 'attached'> {
  const command = commands.find((name) => name === request.command) ?? 'ask';
  return { command, text: textOf(request), attached: attachedTo(request.references, lookup) };
}

/** The message without references such as `#file:name`: their names are no words of a question. */
function textOf({ prompt, references, toolReferences }: Request): string {
  const ranges = [...references, ...toolReferences].flatMap(({ range }) => (range ? [range] : []));
  const fromLast = ranges.sort(([a], [b]) => b - a);
  return fromLast.reduce((text, [start, end]) => text.slice(0, start) + text.slice(end), prompt).trim();
}

/**
 * Only files of resources. VS Code adds references of its own to a message, such as instruction files and an index of them.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/common/attachments/chatVariableEntries.ts (toPromptTextVariableEntry)
 */
function attachedTo(references: readonly ChatPromptReference[], lookup: Lookup): readonly PickedResource[] {
  const files = references.flatMap(({ value }) =>
    value instanceof Location ? value.uri : value instanceof Uri ? value : [],
  );
  const resources = resourcesOf(
    files.map((uri) => ({ kind: 'file', uri })),
    lookup,
  );
  // Of several files of one resource, the resource counts once.
  return [...new Map(resources.map(({ part: _, ...whole }) => [keyOf(whole), whole])).values()];
}
