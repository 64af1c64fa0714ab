import type { HumanError } from '../base/errors';
import type { Catalog } from '../catalog/catalog';
import type { ListInfo } from '../catalog/serverList';
import type { TemplateCatalog } from '../catalog/templates';
import type { ConfiguredServer } from '../connection/connectionState';
import { listOf, statusOf } from '../connection/serverStatus';
import { isOnItsWay } from '../context/waitForLists';
import { words } from '../base/untrusted';

/** Explains why resources of a server may be missing, and what the model or the user can do. */
export interface ServerNote {
  readonly server: string;
  readonly state: string;
  /** Ours alone. */
  readonly note: string;
  /** Text for the user about it: in their language, with names and values of configurations in it. */
  readonly problem?: string | undefined;
  /** Its error message, where the note is about one. */
  readonly serverSays?: string | undefined;
}

const maxProblemLength = 500;

/** A note for each server whose resources are missing or incomplete. */
export function serverNotes(
  servers: readonly ConfiguredServer[],
  catalog: Pick<Catalog, 'listInfo'>,
  templates: Pick<TemplateCatalog, 'count' | 'omitted'>,
): ServerNote[] {
  return servers.flatMap((server) => {
    const note = noteOf(server, catalog, templates);
    const { definition, state } = server;
    return note ? [{ server: definition.name, state: state.kind, ...note }] : [];
  });
}

/** A model can only wait, or tell the user what to do. */
function noteOf(
  server: ConfiguredServer,
  catalog: Pick<Catalog, 'listInfo'>,
  templates: Pick<TemplateCatalog, 'count' | 'omitted'>,
): Omit<ServerNote, 'server' | 'state'> | undefined {
  const list = listOf(server.definition.id, catalog, templates);
  const { severity, sentence, remedy, recovers } = statusOf(server, list);
  if (recovers) return { note: 'The server is still starting. Call again in a moment.' };
  if (isOnItsWay(server, catalog))
    return { note: 'The resource list is still loading. Call again in a moment for all of it.' };
  const error = errorOf(server, list.resources);
  const { serverSays } = error?.apart ?? {};
  const text = error ? sentence.replace(error.message, () => error.apart.sentence) : sentence;
  const problem = words(text, maxProblemLength);
  if (remedy) return { note: 'Only the user can start this server. Tell them its "problem".', problem, serverSays };
  return severity === 'warning' || severity === 'error'
    ? { note: 'Not all resources of this server are known. Tell the user its "problem".', problem, serverSays }
    : undefined;
}

/** The error in the sentence about a server. */
function errorOf({ state }: ConfiguredServer, { completeness }: ListInfo): HumanError | undefined {
  if ('error' in state) return state.error;
  return completeness.kind === 'failed' ? completeness.error : undefined;
}
