import { describe, expect, it } from 'vitest';
import { tools } from '../../../../src/host/base/ids';
import { raw, scripted, until } from '../../mcp/support';
import { newWorld, type World } from '../world';
import { call, failing, failingParts, filesOf, invoke, rows, server, tool, use, useStarted } from './calls';

describe('a name that the model found in a prompt', () => {
  const page = { uri: 'wiki://a b/(c)', name: 'page', title: 'The Page', mimeType: 'text/plain' };
  const contents = [{ uri: page.uri, text: 'of the page' }];
  const named = async (uri: string): Promise<Record<string, unknown>> =>
    JSON.parse((await call(tools.read, { uri }))[0] ?? '') as Record<string, unknown>;
  const start = async (servers: Parameters<typeof newWorld>[0]): Promise<World> => {
    const world = await useStarted(newWorld(servers));
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
    const world = await useStarted(newWorld({ shop: server([page], contents, [template]) }), 'db://{table}');
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

describe('a name as models write it', () => {
  const uri = 'wiki://Larkspur/%E8%AE%A2/start-here';
  const orders = { uri: 'db://sales/orders', name: 'orders', title: 'All Orders', mimeType: 'text/csv' };
  const log = { uri: 'log://shop/orders.log', name: 'orders.log' };
  const start = { uri, name: 'start-here', title: 'Start here', mimeType: 'text/markdown' };
  const twins = ['a', 'b'].map((name) => ({ uri: `note:${name}`, name, title: 'Twin' }));
  const template = { uriTemplate: 'file:///{path}', name: 'files' };
  const contents = [{ uri, text: 'content' }];
  const begin = async (): Promise<World> => {
    const docs = server(
      [
        { uri: 'wiki://other/page', name: 'page' },
        { uri: 'file:///x', name: 'x' },
      ],
      contents,
      [template],
    );
    const world = await useStarted(
      newWorld({ shop: server([start, orders, log, ...twins], contents), docs }),
      'file:///{path}',
    );
    await until(() => world.connections.all.every(({ definition }) => world.templates.isComplete(definition.id)));
    return world;
  };
  /** The resource that the user is shown, and the one that is read. */
  const read = async (input: object): Promise<readonly unknown[]> => {
    const { confirmationMessages } = (await tool(tools.read).prepareInvocation({ input })) as {
      confirmationMessages?: { message: { value: string } };
    };
    const question = confirmationMessages?.message.value ?? '';
    const { uri: found, server: name } = JSON.parse((await invoke(tools.read, input))[0] ?? '') as Record<
      string,
      unknown
    >;
    return [found, name, question.includes(`\n\n\`${String(found)}\`\n\n`) && question.includes(`“${String(name)}”`)];
  };

  it.each([
    [`\`${uri}\``, uri],
    [`"${uri}"`, uri],
    [`“${uri}”.`, uri],
    [`«${uri}»`, uri],
    [`<${uri}>`, uri],
    [`(${uri}),`, uri],
    [`${uri}.`, uri],
    [`${uri}…`, uri],
    [`**${uri}**`, uri],
    [`@shop:${uri}.`, uri],
    [`\`@shop:${uri}\`,`, uri],
    ['wiki://Larkspur/订/start-here', uri],
    ['wiki://larkspur/%e8%ae%a2/START-HERE', uri],
    ['@shop:wiki://Larkspur/订/start-here', uri],
    ['Start here', uri],
    ['"start HERE".', uri],
    ['@shop:Start here', uri],
    ['start-here', uri],
    ['start-here.md', uri],
    ['`orders.csv`', orders.uri],
    ['orders.log:1-2001', log.uri],
    ['orders.log (lines 1-2000)', log.uri],
    [`${log.uri}#L5-L9`, log.uri],
    ['/home/me/User/agentSessionData/copilotcli-1/attachments/2/orders.log', log.uri],
    ['C:\\\\User\\agentSessionData\\1\\attachments\\2\\orders.log', log.uri],
    ['file:///home/me/agentSessionData/1/attachments/All-Orders.csv', orders.uri],
  ])('is found, and the user sees what it leads to: %s', async (name, expected) => {
    await begin();
    expect(await read({ uri: name })).toEqual([expected, 'shop', true]);
  });

  it('is found on the server that lists it, where the named one has nothing of its scheme', async () => {
    await begin();
    expect(await read({ uri: orders.uri, server: 'docs' })).toEqual([orders.uri, 'shop', true]);
    expect(await read({ uri: 'Start here', server: 'docs' })).toEqual([uri, 'shop', true]);
    const answers = {
      'resources/list': { result: { resources: [{ uri: 'wiki://other/page', name: 'page' }] } },
      'resources/read': { error: { code: -32002, message: 'no' } },
    };
    await useStarted(newWorld({ shop: server([start], contents), docs: scripted({ answers }) }));
    expect(await failingParts(tools.read, { uri, server: 'docs' })).toEqual([
      'Another MCP server lists this URI. Choose one of "servers" with "server".',
      { uri, server: 'docs', servers: ['shop'] },
    ]);
  });

  it('of several resources is that of the picked one, or leads to all of them', async () => {
    const world = await begin();
    expect(await failingParts(tools.read, { uri: 'twin' })).toEqual([
      'Several resources have this name. Choose one of "similar".',
      { uri: 'twin', similar: ['note:a', 'note:b'] },
    ]);
    await world.pick('shop', 'note:b');
    expect((await read({ uri: 'twin' })).slice(0, 2)).toEqual(['note:b', 'shop']);
  });

  it('is no title where it is a URI: nobody takes the place of another', async () => {
    const titles = ['db://shop/unlisted', 'urn:unlisted', 'Plan: today'];
    const evil = titles.map((title, index) => ({ uri: `evil:${index}`, name: 'x', title }));
    await useStarted(newWorld({ shop: server([orders], contents), docs: server(evil, contents) }));
    expect(await read({ uri: 'db://shop/unlisted' })).toEqual(['db://shop/unlisted', 'shop', true]);
    expect(await failing(tools.read, { uri: 'urn:unlisted' })).toContain('No connected MCP server lists this URI.');
    expect(await read({ uri: 'Plan: today' })).toEqual(['evil:2', 'docs', true]);
  });

  it('is of the named server as long as its lists are not known, whoever lists the same', async () => {
    const evil = { uri: 'db://shop/secret', name: 'x' };
    const world = use(newWorld({ shop: server([orders], contents), docs: server([evil], contents) }));
    await world.connections.get(world.idOf('docs'))?.start();
    await until(() => world.catalog.listInfo(world.idOf('docs')).completeness.kind === 'complete');
    expect(await read({ uri: evil.uri, server: 'shop' })).toEqual([evil.uri, 'shop', true]);
  });

  it.each([
    ['Start hear', uri],
    ['All Ordres', orders.uri],
    ['orders.cvs', orders.uri],
    ['orders.tsv', orders.uri],
    ['orders sheet', orders.uri],
    ['wikipedia://larkspur/start-here', uri],
  ])('that is near one has that first, and the user is not asked: %s', async (name, first) => {
    await begin();
    const { confirmationMessages } = (await tool(tools.read).prepareInvocation({ input: { uri: name } })) as {
      confirmationMessages?: object;
    };
    const [, about] = await failingParts(tools.read, { uri: name });
    expect([(about as { similar?: string[] }).similar?.[0], confirmationMessages]).toEqual([first, undefined]);
  });

  it.each([
    { uri: 'nothing://of/this' },
    { uri: 'db://sales/unlisted', server: 'docs' },
    { uri: 'no such thing', server: 'shop' },
    { uri: '@docs:db://sales/unlisted' },
    { uriTemplate: 'nothing://{x}', arguments: { x: '1' } },
  ])('of nothing asks nobody: %j', async (input) => {
    await begin();
    expect(await tool(tools.read).prepareInvocation({ input })).toEqual({
      invocationMessage: 'Reading an MCP resource',
    });
    expect(await failing(tools.read, input)).toMatch(/^No connected MCP server (?:lists this URI|has this template)/u);
  });

  it.each(['.', '»'])('is looked for at once, however many %s are in it', async (mark) => {
    await begin();
    expect(await failing(tools.read, { uri: `x${mark.repeat(300_000)}y` })).toContain('No connected MCP server');
  });

  it('asks where a server may have what it does not list', async () => {
    await begin();
    for (const input of [
      { uri: 'file:///etc/hosts' },
      { uri: 'db://sales/unlisted', server: 'shop' },
      { uri: '@shop:linked://by/a/tool' },
    ])
      expect(await tool(tools.read).prepareInvocation({ input })).toHaveProperty('confirmationMessages');
  });

  it('is understood by the list and by the context, too', async () => {
    const world = await begin();
    await world.pick('shop', uri);
    for (const name of [`\`${uri}\`.`, '@shop:wiki://Larkspur/订/start-here', 'wiki://larkspur/订/start-here']) {
      expect((await call(tools.context, { uri: name })).join('')).toContain('content');
      const [head, row] = await rows(tools.list, { query: name });
      expect([head?.['total'], row?.['uri']]).toEqual([1, uri]);
    }
    expect((await call(tools.context, { uri: 'Start here' })).join('')).toContain('content');
    expect((await rows(tools.list, { query: 'orders' }))[0]).toMatchObject({ total: 2 });
  });
});
