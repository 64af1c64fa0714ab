import type { Launch } from '../../../src/core/session/session';
import { definition } from '../connection/fakeServer';
import { never, scripted, until } from '../mcp/support';
import type { World } from '../tools/world';

/** A title for each URI. */
type Titles = Readonly<Record<string, string>>;

const listOf = (titles: Titles): { readonly result: object } => ({
  result: { resources: Object.entries(titles).map(([uri, title]) => ({ uri, name: uri, title })) },
});

/** Returns a server that serves these lists one after the other; {@link changeList} makes it report a change and move to the next. */
export function changing(...lists: readonly Titles[]): Launch {
  const notify = [{ method: 'notifications/resources/list_changed' }];
  return scripted({
    capabilities: { resources: { listChanged: true } },
    answers: {
      'resources/list': lists.map(listOf),
      'resources/read': { result: { contents: [{ uri: 'a://change', text: '' }] }, notify },
    },
  });
}

/** Moves a {@link changing} server to its next list, and waits until a resource is there or gone. */
export async function changeList(world: World, name: string, uri: string, isThere: boolean): Promise<void> {
  await world.connections.get(world.idOf(name))?.read('a://change', { maxBytes: 1_000, signal: never });
  await until(() => (world.catalog.find(world.idOf(name), uri) !== undefined) === isThere);
  await areKnown(world);
}

/** Waits until the lists of all connected servers are complete. */
export async function areKnown({ connections, catalog, templates }: World): Promise<void> {
  const isKnown = (id: string): boolean =>
    catalog.listInfo(id).completeness.kind === 'complete' && templates.isComplete(id);
  await until(() => connections.all.every((one) => one.state.kind !== 'ready' || isKnown(one.definition.id)));
}

/** Starts all servers, and waits for their complete lists. */
export async function startAll(world: World): Promise<void> {
  await world.start();
  await areKnown(world);
}

/** Adds a second server with the same name, from another file. */
export function addNamesake({ connections }: World, name: string): void {
  const source = {
    kind: 'portable',
    format: 'portable',
    id: 'x',
    label: '.mcp.json',
    file: undefined,
    folder: undefined,
  } as const;
  const namesake = { ...definition(name, 'another hash'), id: `portable/x/${name}`, source };
  connections.setDefinitions([...connections.all.map((one) => one.definition), namesake]);
}
