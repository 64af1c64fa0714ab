import { workspace, type Uri } from 'vscode';
import { CancelledError } from '../../core/base/errors';
import { Emitter } from '../../core/base/event';
import { stateLabel, stateOf } from '../../core/context/freshness';
import type { ResourceAddress } from '../../core/resource/address';
import type { ClientCommands } from '../../core/mentions/mention/languagePorts';
import { statusOf } from '../../core/connection/serverStatus';
import { pickedAt } from '../content/commandArguments';
import { commandFor, commandUri } from '../base/commandMap';
import { commands as ids, manageTrust, settings } from '../base/ids';
import { withProof } from '../base/proofs';
import { mentionSettings, onDidChangeSetting } from '../base/settings';
import { UnavailableServers, whyUnavailable } from './unavailableServers';
import type { HostPorts } from './languageClient';
import type { MentionsNeeds } from './open';

interface Needs {
  readonly base: Pick<MentionsNeeds['base'], 'store' | 'clock' | 'log' | 'newSlice'>;
  readonly look: Pick<MentionsNeeds['look'], 'wake'>;
  readonly core: Pick<MentionsNeeds['core'], 'catalog' | 'templates' | 'connections' | 'directories' | 'cache'>;
  readonly search: Pick<MentionsNeeds['search'], 'newIndex' | 'visibility'>;
  readonly context: Pick<MentionsNeeds['context'], 'picked' | 'live' | 'seen'>;
  readonly content: Pick<MentionsNeeds['content'], 'files'>;
  readonly serverActions: Pick<MentionsNeeds['serverActions'], 'button'>;
}

const clientCommands: Omit<ClientCommands, 'attachLink' | 'previewLink'> = {
  attachMentioned: (title, document) => withProof(commandFor(ids.attachMentioned, title, document)),
  addMentioned: (title, document) => withProof(commandFor(ids.addMentioned, title, document)),
  contextSets: (title, document) => commandFor(ids.contextSets, title, document),
  startServer: (title, serverId) => commandFor(ids.startServer, title, { serverId }),
  signIn: (title, serverId) => commandFor(ids.signIn, title, { serverId }),
  manageTrust: (title) => ({ title, command: manageTrust }),
};

/** The ports through which the language server uses the rest of the product. */
export function mentionPorts(needs: Needs): HostPorts {
  const { base, look, core, search } = needs;
  const { store, clock, log, newSlice } = base;
  const { catalog, templates, connections, directories, cache } = core;
  const didChangeSettings = store.add(new Emitter<void>());
  for (const key of [settings.mentionProblems, settings.mentionLenses])
    store.add(onDidChangeSetting(key, () => didChangeSettings.fire()));
  return {
    clock,
    log,
    newSlice,
    catalog,
    templates,
    connections,
    directories,
    cache,
    index: search.newIndex(),
    visibility: search.visibility,
    // A file of a repository in Restricted Mode starts and asks no server, wherever the pointer is.
    wake: () => (workspace.isTrusted ? look.wake() : undefined),
    mayRead: () => workspace.isTrusted,
    freshness: (address) => freshnessOf(address, needs),
    ...filePorts(needs),
    settings: mentionSettings,
    onDidChangeSettings: didChangeSettings.event,
  };
}

function freshnessOf(address: ResourceAddress, { core, context }: Needs): string | undefined {
  const { picked, live, seen } = context;
  if (!picked.has(address) && !seen.last(address)) return undefined;
  const connection = core.connections.get(address.serverId);
  const server = connection && statusOf(connection);
  const state = stateOf({ liveness: live.liveness(address), content: core.cache.peek(address), server });
  return stateLabel(state, server) || undefined;
}

/** The files of resources, to open and to link to. */
function filePorts(needs: Needs): Pick<HostPorts, 'fileOf' | 'linkTarget' | 'commands'> {
  const { core, content } = needs;
  const { files } = content;
  const unavailable = new UnavailableServers(needs);
  const fileAt = (address: ResourceAddress): Uri => files.uri(address.serverId, pickedAt(address, needs));
  return {
    fileOf: (address) => {
      const connection = core.connections.get(address.serverId);
      if (!connection) return Promise.resolve(undefined);
      // The user has been shown why: an error in the editor would add nothing.
      if (unavailable.tell(connection)) return Promise.reject(new CancelledError());
      const file = fileAt(address);
      // VS Code shows a definition without a tab. Of any other resource, whoever wrote the document chose the URI.
      if (workspace.isTrusted && core.catalog.find(address.serverId, address.uri)) files.allowPeek(file);
      return Promise.resolve(file.toString());
    },
    linkTarget: (address) => {
      const connection = core.connections.get(address.serverId);
      if (!connection) return undefined;
      const file = fileAt(address);
      // If the server cannot be read, the command says why.
      return whyUnavailable(connection) ? commandUri(ids.open, file) : file.toString();
    },
    commands: {
      ...clientCommands,
      attachLink: (address) => commandUri(ids.attach, fileAt(address)),
      previewLink: (address) => commandUri(ids.preview, fileAt(address)),
    },
  };
}
