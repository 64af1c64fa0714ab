import type { Launch } from '../../../src/core/session/session';
import { definition } from '../connection/fakeServer';
import { never, scripted, until } from '../mcp/support';
import type { World } from '../tools/world';

/** A title for each URI. */
type Titles = Readonly<Record<string, string>>;

const listOf = (titles: Titles): { readonly result: object } => ({
  result: { resources: Object.entries(titles).map(([uri, title]) => ({ uri, name: uri, title })) },
});

/** A server that lists one of these after the other: with {@link changeList} it says that its list is another. */
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

/** Lets a {@link changing} server list its next one, and waits until a resource is there or gone. */
export async function changeList(world: World, name: string, uri: string, isThere: boolean): Promise<void> {
  await world.connections.get(world.idOf(name))?.read('a://change', { maxBytes: 1_000, signal: never });
  await until(() => (world.catalog.find(world.idOf(name), uri) !== undefined) === isThere);
  await areKnown(world);
}

/** Waits until all that is connected is known wholly. */
export async function areKnown({ connections, catalog, templates }: World): Promise<void> {
  const isKnown = (id: string): boolean =>
    catalog.listInfo(id).completeness.kind === 'complete' && templates.isComplete(id);
  await until(() => connections.all.every((one) => one.state.kind !== 'ready' || isKnown(one.definition.id)));
}

/** Starts everything, and waits until it is known. */
export async function startAll(world: World): Promise<void> {
  await world.start();
  await areKnown(world);
}

/** A second server of a name, from another file. */
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
