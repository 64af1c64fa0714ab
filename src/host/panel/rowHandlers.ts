import type { Handlers } from '../../shared/endpoint';
import type { ResourceAction, SearchRequests } from '../../shared/protocol';
import type { Catalog, CatalogEntry } from '../../core/catalog/catalog';
import type { PickedResource } from '../../core/context/contextSet';
import { toPicked } from '../content/commandArguments';
import type { VirtualFiles } from '../content/virtualFiles';
import type { ReplyWriter } from './searchReply';

const maxFiles = 100;

/** Answers what users do with rows: select, drag, and act on them. */
export function rowHandlers({
  catalog,
  files,
  replies,
  actions,
}: {
  readonly catalog: Pick<Catalog, 'get'>;
  readonly files: Pick<VirtualFiles, 'uriForChat' | 'fileAt' | 'handOut'>;
  readonly replies: Pick<ReplyWriter, 'selection'>;
  /** Each resolves to false if it was not done, as when the user cancels. */
  readonly actions: Readonly<Record<ResourceAction, (resources: readonly PickedResource[]) => Promise<unknown>>>;
}): Handlers<Pick<SearchRequests, 'describeSelection' | 'dragged' | 'act'>> {
  /** Removed resources are left out. */
  const entries = (ids: readonly number[]): CatalogEntry[] => ids.flatMap((id) => catalog.get(id) ?? []);
  return {
    describeSelection: ({ ids }) => {
      const listed = entries(ids);
      const dragged = listed.slice(0, maxFiles);
      return {
        summary: replies.selection(listed),
        files: dragged.map(({ serverId, resource }) => files.uriForChat(serverId, resource).toString()),
      };
    },
    dragged: async ({ files: dragged }) => {
      const located = dragged.slice(0, maxFiles).flatMap((file) => files.fileAt(file) ?? []);
      await files.handOut(located.map(({ serverId, target: { uri } }) => ({ serverId, uri })));
      return null;
    },
    act: async ({ action, ids }) => {
      // The page says what it likes: `constructor` is no action.
      if (!Object.hasOwn(actions, action)) throw new Error(`No such action: ${action}`);
      return (await actions[action](entries(ids).map(toPicked))) !== false;
    },
  };
}
