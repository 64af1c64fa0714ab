import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ListCache } from '../../../../src/core/connection/listCache';
import { forgetContents } from '../../../../src/host/connection/open';
import { FileListStore } from '../../../../src/node/files/fileListStore';
import { silent } from '../../../support/silent';
import { scripted } from '../../mcp/support';
import { newWorld } from '../../tools/world';
import { newFolder } from '../../../support/newFolder';

it('what was read of a server is dropped with its lists, in this window and for the next one', async () => {
  const folder = await newFolder();
  const world = newWorld({
    shop: scripted({
      answers: {
        'resources/list': { result: { resources: [{ uri: 'a:1', name: 'one' }] } },
        'resources/templates/list': { result: { resourceTemplates: [{ uriTemplate: 'a:{id}', name: 'any' }] } },
        'resources/read': { result: { contents: [{ uri: 'a:1', text: 'secret' }] } },
      },
    }),
  });
  await world.start('a:{id}');
  const { catalog, cache, directories, skills, templates, clock } = world;
  const definition = world.connections.get(world.idOf('shop'))!.definition;
  const address = { serverId: definition.id, uri: 'a:1' };
  const store = new FileListStore(folder);
  await cache.get(address);
  await store.save(definition.hash, catalog.resourcesOf(definition.id));
  const left = async (): Promise<readonly unknown[]> => [
    cache.peek(address) !== undefined,
    templates.all.length,
    catalog.listInfo(definition.id).count,
    (await readdir(folder)).length,
  ];
  expect(await left()).toEqual([true, 1, 1, 1]);
  const listCache = new ListCache(catalog, store, clock, silent);
  await forgetContents({ cache, directories, skills, templates, listCache }, definition);
  expect(await left()).toEqual([false, 0, 0, 0]);
});
