import path from 'node:path';
import { Late } from '../../core/base/onFirstUse';
import { virtualScheme } from '../../core/content/virtualScheme';
import { HandedOut } from '../../core/context/handedOut';
import type { PickedRoom } from '../../core/context/open';
import type { ResourceAddress } from '../../core/resource/address';
import type { SearchRoom } from '../../core/search/open';
import { PathKey } from '../../node/files/pathKey';
import type { Base } from '../base/open';
import { virtualFilesOptions, type Registrar } from '../base/registrar';
import type { ServerActions } from '../base/serverActions';
import type { ChatRoom } from '../chat/open';
import type { ConfigurationRoom } from '../configuration/open';
import type { ConnectionRoom } from '../connection/open';
import type { NetworkRoom } from '../network/open';
import type { PermissionRoom } from '../permission/open';
import type { FirstLook } from '../startup/firstLook';
import { EditorNames } from './editorNames';
import { FileGate } from './fileGate';
import { ServerIcons } from './serverIcons';
import type { UserReads } from './userReads';
import { VirtualFiles } from './virtualFiles';
import { VirtualPaths } from './virtualPaths';

/** Resources as files, and reading them for the user. */
export interface ContentRoom {
  readonly files: VirtualFiles;
  /** Loaded with the first. */
  readonly reads: Late<UserReads>;
  /** Icons that servers give their resources. */
  readonly icons: ServerIcons;
}

/** The rooms that are there before those of users, models and editors: each of these needs some of them. */
export interface Rooms {
  readonly base: Base;
  readonly look: FirstLook;
  readonly configuration: ConfigurationRoom;
  readonly permission: PermissionRoom;
  readonly core: ConnectionRoom;
  readonly search: SearchRoom;
  readonly context: PickedRoom;
  readonly chat: ChatRoom;
  readonly content: ContentRoom;
}

export interface ContentNeeds extends Omit<Rooms, 'look' | 'permission' | 'search' | 'content'> {
  readonly register: Registrar['workspace'];
  readonly network: NetworkRoom;
  readonly serverActions: ServerActions;
}

export function openContent(needs: ContentNeeds): ContentRoom {
  const { base, register, configuration, context, chat } = needs;
  const { store, clock, workspaceStore, userFolder } = base;
  const { sources } = configuration;
  const { picked, seen } = context;
  const toSafeName = store.add(new EditorNames()).toSafeName;
  const paths = new VirtualPaths(() => sources.definitions, new PathKey(path.join(userFolder, 'path-key')), toSafeName);
  const handed = new HandedOut(workspaceStore, clock);
  const isSent = (address: ResourceAddress, since: number): boolean => {
    const last = seen.last(address);
    return last?.kind === 'sent' && last.at >= since;
  };
  const keepUnsent = () => handed.keep((address, handedAt) => picked.has(address) || !isSent(address, handedAt));
  store.add(picked.onDidChange(() => void keepUnsent()));
  const files = store.add(new VirtualFiles(needs, paths, new FileGate(needs, handed), handed));
  store.add(files.onDidOutgrow(({ address, bytes }) => chat.arrivals.outgrew(address, bytes)));
  store.add(register.registerFileSystemProvider(virtualScheme, files, virtualFilesOptions));
  const userReads = new Late(async () => {
    const { UserReads } = await import('./userReads');
    return new UserReads(needs);
  });
  return { files, reads: userReads, icons: new ServerIcons(needs) };
}
