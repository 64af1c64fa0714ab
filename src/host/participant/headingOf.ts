import { displayName } from '../../core/resource/displayName';
import type { PickedResource } from '../../core/context/contextSet';
import { sourceLines } from '../../core/participant/instructions';
import type { ParticipantParts } from './participantParts';

/** The lines for a model above a content of a resource. */
export function headingOf(
  { connections }: Pick<ParticipantParts, 'connections'>,
  resource: PickedResource,
  mimeType: string | undefined,
  readAt: number,
): string {
  const server = connections.get(resource.serverId)?.definition.name;
  return sourceLines({ title: displayName(resource), server, uri: resource.uri, mimeType, readAt });
}
