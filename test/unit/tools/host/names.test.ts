import { describe, expect, it } from 'vitest';
import { tools } from '../../../../src/host/base/ids';
import { raw } from '../../mcp/support';
import { newWorld, type World } from '../world';
import { call, failing, failingParts, filesOf, rows, server, use } from './calls';

describe('a name that the model found in a prompt', () => {
  const page = { uri: 'wiki://a b/(c)', name: 'page', title: 'The Page', mimeType: 'text/plain' };
  const contents = [{ uri: page.uri, text: 'of the page' }];
  const named = async (uri: string): Promise<Record<string, unknown>> =>
    JSON.parse((await call(tools.read, { uri }))[0] ?? '') as Record<string, unknown>;
  const start = async (servers: Parameters<typeof newWorld>[0]): Promise<World> => {
    const world = use(newWorld(servers));
    await world.start();
    return world;
  };

  it('is a mention, also of a server with spaces in its name', async () => {
    await start({ 'my shop': server([page], contents), docs: server([{ uri: page.uri, name: 'other' }]) });
    for (const name of [`@my shop:${page.uri}`, `@my shop:<${page.uri}>`, ` @my shop:${page.uri}\n`])
      expect(await named(name)).toMatchObject({ uri: page.uri, server: 'my shop', title: 'The Page' });
    expect(await failingParts(tools.read, { uri: '@nobody:wiki://x' })).toEqual([
      'No MCP server has this name. Choose one of "servers".',
      { server: 'nobody', servers: ['my shop', 'docs'] },
    ]);
  });

  it('is an attachment, whatever became of its list, or of its round', async () => {
    const world = await start({ shop: server([page], contents), docs: server([]) });
    const files = filesOf(world);
    const file = files.uri(world.idOf('shop'), page).toString();
    const forChat = files.uriForChat(world.idOf('shop'), page).toString();
    for (const name of [file, forChat, `${file}#L1-20`, decodeURIComponent(file)])
      expect(await named(name)).toMatchObject({ uri: page.uri, server: 'shop', title: 'The Page' });
    const unlisted = files.uri(world.idOf('docs'), { ...page, uri: 'x:gone' }).toString();
    expect(await failing(tools.read, { uri: unlisted })).toContain('{"uri":"x:gone","server":"docs",');
    for (const wrong of ['mcpres://shop/page.txt', 'mcpres:////', file.replace('shop-', 'shop-0')])
      expect(await failing(tools.read, { uri: wrong })).toContain('is not the file of a resource. Give the whole URI');
  });

  it('is one file of several', async () => {
    const world = await start({ files: raw('multiContent') });
    const files = filesOf(world);
    const address = { serverId: world.idOf('files'), uri: 'multi://three' };
    const resource = world.catalog.find(address.serverId, address.uri)!.resource;
    const [notes] = await files.readParts(address);
    const part = (await call(tools.read, { uri: files.partUri(address.serverId, resource, notes!).toString() })).join(
      '',
    );
    expect(part).toContain('# Notes');
    expect(part).not.toContain('"part":2');
    const gone = files.partUri(address.serverId, resource, { ...notes!, occurrence: 7 }).toString();
    expect(await failing(tools.read, { uri: gone })).toContain('The resource no longer has this file.');
  });

  it('is a Markdown link to a URI, a mention or an attachment', async () => {
    const world = await start({ shop: server([page], contents), docs: server([{ uri: 'note:x', name: 'x' }]) });
    const file = filesOf(world).uri(world.idOf('shop'), page).toString();
    const links = [`[a](${page.uri})`, `[a](<${page.uri}>)`, `[@shop:x](@shop:${page.uri})`, `[a](${file} "The page")`];
    for (const link of links) expect(await named(link)).toMatchObject({ uri: page.uri, server: 'shop' });
  });

  it('gives way to the exact URI of a resource', async () => {
    const uri = '@shop:x:y';
    await start({
      shop: server([{ uri: 'x:y', name: 'y' }]),
      docs: server([{ uri, name: 'odd' }], [{ uri, text: 'odd' }]),
    });
    expect(await named(uri)).toMatchObject({ uri, server: 'docs' });
  });

  it('works for templates, in the context and as query of the list', async () => {
    const template = { uriTemplate: 'db://{table}', name: 'rows' };
    const world = use(newWorld({ shop: server([page], contents, [template]) }));
    await world.start('db://{table}');
    const made = { uriTemplate: '@shop:db://{table}', arguments: { table: 'orders' } };
    expect((await call(tools.read, made))[0]).toContain('"uri":"db://orders"');
    await world.pick('shop', page.uri);
    const file = filesOf(world).uri(world.idOf('shop'), page).toString();
    for (const name of [`@shop:${page.uri}`, file, `[a](${file})`]) {
      expect((await call(tools.context, { uri: name })).join('')).toContain('of the page');
      const [head, row] = await rows(tools.list, { query: name });
      expect([head?.['total'], row]).toEqual([
        1,
        expect.objectContaining({ uri: page.uri, title: 'The Page', server: 'shop' }),
      ]);
    }
    expect((await rows(tools.list, { query: '[a](db://{table})' }))[0]).toMatchObject({ total: 1 });
  });
});
