import type { Uri } from 'vscode';
import { CancelledError } from '../../core/base/errors';
import { Emitter } from '../../core/base/event';
import type { DisposableStore } from '../../core/base/disposable';
import { stateLabel, stateOf } from '../../core/context/freshness';
import type { ContextSet } from '../../core/context/contextSet';
import type { ResourceAddress } from '../../core/resource/address';
import type { ContentCache } from '../../core/context/contentCache';
import type { LiveContext } from '../../core/context/liveContext';
import type { SeenContents } from '../../core/context/seenContents';
import type { ClientCommands } from '../../core/mentions/mention/languagePorts';
import { statusOf } from '../../core/connection/serverStatus';
import { pickedAt } from '../content/commandArguments';
import { commandFor, commandUri } from '../base/commandMap';
import { commands as ids, manageTrust, settings } from '../base/ids';
import type { HostLogger } from '../base/log';
import { withProof } from '../base/proofs';
import type { ServerActions } from '../base/serverActions';
import { mentionSettings, onDidChangeSetting } from '../base/settings';
import type { VirtualFiles } from '../content/virtualFiles';
import { UnavailableServers, whyUnavailable } from './unavailableServers';
import type { HostPorts } from './languageClient';

export interface MentionPortsParts extends Omit<
  HostPorts,
  'fileOf' | 'linkTarget' | 'freshness' | 'commands' | 'settings' | 'onDidChangeSettings'
> {
  readonly cache: ContentCache;
  readonly files: VirtualFiles;
  readonly picked: ContextSet;
  readonly live: LiveContext;
  readonly seen: SeenContents;
  readonly serverActions: Pick<ServerActions, 'button'>;
  readonly log: HostLogger;
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
export function mentionPorts(store: DisposableStore, parts: MentionPortsParts): HostPorts {
  const { connections, cache, files, picked, live, seen } = parts;
  const unavailable = new UnavailableServers(parts);
  const didChangeSettings = store.add(new Emitter<void>());
  for (const key of [settings.mentionProblems, settings.mentionLenses])
    store.add(onDidChangeSetting(key, () => didChangeSettings.fire()));
  const fileAt = (address: ResourceAddress): Uri =>
    files.uri(address.serverId, pickedAt(address, { core: parts, context: parts }));
  return {
    ...parts,
    fileOf: (address) => {
      const connection = connections.get(address.serverId);
      if (!connection) return Promise.resolve(undefined);
      // The user has been shown why: an error in the editor would add nothing.
      if (unavailable.tell(connection)) return Promise.reject(new CancelledError());
      const file = fileAt(address);
      // VS Code shows a definition without a tab. Of any other resource, whoever wrote the document chose the URI.
      if (parts.mayRead() && parts.catalog.find(address.serverId, address.uri)) files.allowPeek(file);
      return Promise.resolve(file.toString());
    },
    linkTarget: (address) => {
      const connection = connections.get(address.serverId);
      if (!connection) return undefined;
      const file = fileAt(address);
      // If the server cannot be read, the command says why.
      return whyUnavailable(connection) ? commandUri(ids.open, file) : file.toString();
    },
    freshness: (address) => {
      if (!picked.has(address) && !seen.last(address)) return undefined;
      const connection = connections.get(address.serverId);
      const server = connection && statusOf(connection);
      const state = stateOf({ liveness: live.liveness(address), content: cache.peek(address), server });
      return stateLabel(state, server) || undefined;
    },
    commands: {
      ...clientCommands,
      attachLink: (address) => commandUri(ids.attach, fileAt(address)),
      previewLink: (address) => commandUri(ids.preview, fileAt(address)),
    },
    settings: mentionSettings,
    onDidChangeSettings: didChangeSettings.event,
  };
}
