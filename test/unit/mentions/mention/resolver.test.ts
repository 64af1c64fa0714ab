import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TemplateCatalog } from '../../../../src/core/catalog/templates';
import type { Connection } from '../../../../src/core/connection/connection';
import { Directories } from '../../../../src/core/directories/directories';
import { Connections } from '../../../../src/core/connection/connections';
import type { Mention } from '../../../../src/core/mentions/text/mention';
import { likelyLength, possibleLengths } from '../../../../src/core/mentions/mention/mentionEnds';
import { Resolver } from '../../../../src/core/mentions/mention/resolver';
import { resource, template } from '../../catalog/fixtures';
import { definition, info, newWorld } from '../../connection/fakeServer';
import { until } from '../../mcp/support';
import { own } from '../../../support/own';

/** Returns a mention at the beginning of a line. */
function mention(text: string): Mention {
  const [, server, bracketed, plain] = /^@([^:]+):(?:<(.*)>|(.*))$/u.exec(text) ?? [];
  const uri = bracketed ?? plain ?? text;
  const isBracketed = bracketed !== undefined;
  const uriStart = text.length - uri.length - (isBracketed ? 1 : 0);
  return { line: 0, start: 0, end: text.length, server, uriStart, uri, isBracketed, isExample: false };
}

/** Creates servers with these ids, which are `name` or `name/source`. */
function newServers(...ids: readonly string[]) {
  const world = newWorld();
  const { catalog } = world;
  const templates = new TemplateCatalog();
  const connections = own(new Connections(catalog, world.connect, () => undefined));
  const { clock, log, limits } = world.ports;
  const directories = own(new Directories(catalog, connections, { clock, log, limits }));
  const definitions = ids.map((id) => {
    const [name = ''] = id.split('/');
    return { ...definition(name, id), id };
  });
  connections.setDefinitions(definitions);
  const resolver = new Resolver({ catalog, templates, connections, directories });
  const resolve = (text: string) => resolver.resolve(mention(text));
  /** Returns the resolution in short: the kind, the server's id, and how the URI was read. */
  const meaning = (text: string): string => {
    const resolved = resolve(text);
    if (!resolved) return 'nothing';
    const { resolution, uri } = resolved;
    switch (resolution.kind) {
      case 'listed':
        return ['listed', resolution.entry.serverId, uri, ...resolution.others.map((one) => one.serverId)].join(' ');
      case 'undecided':
        return ['undecided', ...resolution.connections.map((one) => one.definition.id)].join(' ');
      case 'unknownServer':
        return 'unknownServer';
      case 'made': {
        const { address, others } = resolution;
        return ['made', address.serverId, address.uri, ...others.map((one) => one.serverId)].join(' ');
      }
      case 'unlisted':
      case 'unsure':
        return [resolution.kind, resolution.address.serverId, resolution.address.uri].join(' ');
    }
  };
  const connect = async (id: string): Promise<Connection> => {
    const connection = connections.get(id)!;
    await connection.start();
    return connection;
  };
  /** Connects the server and completes its list. */
  const list = async (id: string, uris: readonly string[], uriTemplates: readonly string[] = []): Promise<void> => {
    await connect(id);
    world.server.session.list.page(...uris).end();
    await until(() => catalog.listInfo(id).completeness.kind === 'complete');
    make(id, ...uriTemplates);
  };
  const make = (id: string, ...uriTemplates: readonly string[]): void => {
    const writer = templates.beginList(id);
    writer.append(uriTemplates.map((text) => template(text)));
    writer.complete();
  };
  return { ...world, templates, connections, resolver, resolve, meaning, connect, list, make };
}

describe('a mention', () => {
  it('stands for what the server of that name lists', async () => {
    const { list, resolve } = newServers('docs');
    await list('docs', ['file:///a.md']);
    const resolved = resolve('@docs:file:///a.md');
    expect(resolved?.resolution).toMatchObject({
      kind: 'listed',
      entry: { resource: { uri: 'file:///a.md' } },
      others: [],
    });
    expect(resolved?.end).toBe('@docs:file:///a.md'.length);
  });

  it.each([
    ['@docs:a://x.', 'a://x', 11],
    ['@docs:a://dot.', 'a://dot.', 14],
    ['@docs:a://dot..', 'a://dot.', 14],
    ['@docs:<a://x>', 'a://x', 13],
    ['@docs:a://报告，最终.md，然后', 'a://报告，最终.md', 18],
    ["@docs:a://x'+b", 'a://x', 11],
    ["@docs:a://x','b", 'a://x', 11],
    ['@docs:a://x*/', 'a://x', 11],
    ['@docs:a://x--', 'a://x', 11],
  ])('takes the longest that is listed: %s', async (text, uri, end) => {
    const { list, resolve } = newServers('docs');
    await list('docs', ['a://x', 'a://dot.', 'a://报告，最终.md', 'a://报告']);
    expect(resolve(text)).toMatchObject({ uri, end, resolution: { kind: 'listed' } });
  });

  it('takes what stands in brackets as it is', async () => {
    const { list, meaning } = newServers('docs');
    await list('docs', ['a://x']);
    expect(meaning('@docs:<a://x.>')).toBe('unlisted docs a://x.');
  });

  it('is none where only punctuation follows the name', () => {
    expect(newServers('docs').meaning('@docs:).')).toBe('nothing');
  });

  it('names a server exactly', () => {
    const { meaning } = newServers('docs');
    expect(meaning('@Docs:a://x')).toBe('unknownServer');
    expect(meaning('@docs:a://x')).toBe('unsure docs a://x');
  });

  it('is unlisted only when the server is connected, and its resources and templates are wholly known', async () => {
    const { connect, meaning, server, make, catalog } = newServers('docs');
    const connection = await connect('docs');
    server.session.list.page('a://y');
    await until(() => catalog.listInfo('docs').count === 1);
    expect(meaning('@docs:a://x')).toBe('unsure docs a://x');
    server.session.list.end();
    await until(() => catalog.listInfo('docs').completeness.kind === 'complete');
    expect(meaning('@docs:a://x')).toBe('unsure docs a://x');
    make('docs');
    expect(meaning('@docs:a://x')).toBe('unlisted docs a://x');
    connection.stop();
    expect(meaning('@docs:a://x')).toBe('unsure docs a://x');
  });

  it('stays what it is while the server lists again, until that fails or the server is started anew', async () => {
    const { catalog, connections, connect, list, make, meaning, server, templates } = newServers('docs');
    await list('docs', ['a://y']);
    expect(meaning('@docs:a://x')).toBe('unlisted docs a://x');
    const again = catalog.beginList('docs');
    expect(meaning('@docs:a://x')).toBe('unlisted docs a://x');
    again.end({ kind: 'complete' });
    const ofTemplates = templates.beginList('docs');
    expect(meaning('@docs:a://x')).toBe('unlisted docs a://x');
    ofTemplates.complete();
    catalog.beginList('docs').end({ kind: 'cut', by: 'items' });
    expect(meaning('@docs:a://x')).toBe('unsure docs a://x');
    catalog.beginList('docs').end({ kind: 'complete' });
    expect(meaning('@docs:a://x')).toBe('unlisted docs a://x');
    connections.get('docs')?.stop();
    await connect('docs');
    expect(meaning('@docs:a://x')).toBe('unsure docs a://x');
    server.session.list.page('a://y').end();
    make('docs');
    await until(() => meaning('@docs:a://x') === 'unlisted docs a://x');
  });

  it('is none where no URI follows that is listed, such as while it is typed', async () => {
    const { list, meaning } = newServers('docs');
    expect(meaning('@docs:weather')).toBe('nothing');
    await list('docs', ['weather/today']);
    for (const text of ['@docs:weather', '@docs:<weather report>', '@docs:weather:', '@docs:1://x'])
      expect(meaning(text)).toBe('nothing');
    expect(meaning('@docs:weather/today.')).toBe('listed docs weather/today');
    expect(meaning('@docs:weather:x')).toBe('unlisted docs weather:x');
  });

  it('is unsure where a list was cut', async () => {
    const { connect, meaning, server, make, catalog } = newServers('docs');
    await connect('docs');
    server.session.list.page('a://y').end({ kind: 'cut', by: 'items' });
    await until(() => catalog.listInfo('docs').completeness.kind === 'cut');
    make('docs');
    expect(meaning('@docs:a://x')).toBe('unsure docs a://x');
  });

  it('is unlisted of a server without resources as soon as it is connected', async () => {
    const { connect, meaning, server } = newServers('docs');
    server.info = { ...info, hasResources: false };
    await connect('docs');
    expect(meaning('@docs:a://x')).toBe('unlisted docs a://x');
  });

  it('stands for what an earlier window listed, and for what a user keeps', () => {
    const { catalog, meaning } = newServers('docs');
    catalog.restore('docs', [resource('a://old')]);
    catalog.keep('docs', resource('a://kept'));
    expect(meaning('@docs:a://old.')).toBe('listed docs a://old');
    expect(meaning('@docs:a://kept.')).toBe('listed docs a://kept');
  });

  it('stands for what a template makes, without the punctuation behind it', async () => {
    const { list, meaning } = newServers('docs');
    await list('docs', ['a://1'], ['a://{id}', 'b://{x y}/z', '{+anything}c']);
    expect(meaning('@docs:a://1.')).toBe('listed docs a://1');
    expect(meaning('@docs:a://2.')).toBe('made docs a://2');
    expect(meaning('@docs:b://with/mistake')).toBe('made docs b://with/mistake');
    expect(meaning('@docs:of/abc')).toBe('made docs of/abc');
    expect(meaning('@docs:d://2')).toBe('unlisted docs d://2');
  });

  it('is not tried on so many templates that it takes long', () => {
    const { make, resolve } = newServers('docs');
    const uriTemplates = Array.from({ length: 1_000 }, (_, at) => `a://${at}{id}`);
    make('docs', ...uriTemplates);
    const kindOf = (length: number) => resolve(`@docs:a://${'9'.repeat(length - 4)}`)?.resolution.kind;
    expect([kindOf(1_000), kindOf(1_001)]).toEqual(['made', 'unsure']);
    make('docs', 'a://{id}');
    expect(kindOf(100_000)).toBe('made');
  });

  it('follows templates as they change', () => {
    const { make, meaning } = newServers('docs');
    make('docs', 'a://{id}');
    expect(meaning('@docs:a://2')).toBe('made docs a://2');
    expect(meaning('a://2')).toBe('made docs a://2');
    make('docs');
    expect(meaning('@docs:a://2')).toBe('unsure docs a://2');
    expect(meaning('a://2')).toBe('nothing');
  });
});

describe('a name of several servers', () => {
  it('means the one that lists the URI, else the one whose template makes it', async () => {
    const { list, make, meaning } = newServers('docs/a', 'docs/b');
    await list('docs/b', ['a://x']);
    make('docs/b', 't://{id}');
    expect(meaning('@docs:a://x')).toBe('listed docs/b a://x');
    expect(meaning('@docs:t://1')).toBe('made docs/b t://1');
    expect(meaning('@docs:a://y')).toBe('unsure docs/a a://y');
  });

  it('means the first of several that have it, and is undecided where more than one might', async () => {
    const { list, meaning, make } = newServers('docs/a', 'docs/b');
    expect(meaning('@docs:a://x')).toBe('undecided docs/a docs/b');
    await list('docs/a', ['a://x'], ['t://{id}']);
    await list('docs/b', ['a://x'], ['t://{id}']);
    expect(meaning('@docs:a://x')).toBe('listed docs/a a://x docs/b');
    expect(meaning('@docs:t://1')).toBe('made docs/a t://1 docs/b');
    expect(meaning('@docs:a://y')).toBe('unlisted docs/a a://y');
    make('docs/a');
    expect(meaning('@docs:t://1')).toBe('made docs/b t://1');
  });
});

describe('a bare URI', () => {
  it('stands for what any server lists, and is nothing else', async () => {
    const { list, meaning } = newServers('docs', 'wiki');
    expect(meaning('a://x')).toBe('nothing');
    await list('docs', ['a://x', 'no scheme']);
    await list('wiki', ['a://x', 'a://y']);
    expect(meaning('a://x')).toBe('listed docs a://x wiki');
    expect(meaning('a://y,')).toBe('listed wiki a://y');
    expect(meaning('a://z')).toBe('nothing');
    expect(meaning('https://example.com')).toBe('nothing');
  });

  it('is found when it is listed later, or by a server that came first and went', async () => {
    const { catalog, list, connections, meaning } = newServers('docs', 'wiki');
    catalog.restore('docs', [resource('a://x'), resource('b://x')]);
    expect(meaning('a://x')).toBe('listed docs a://x');
    await list('docs', ['b://x']);
    expect(meaning('a://x')).toBe('nothing');
    await list('wiki', ['c://x', 'a://x']);
    expect(meaning('a://x')).toBe('listed wiki a://x');
    connections.setDefinitions([]);
    expect(meaning('a://x')).toBe('nothing');
  });

  it.each([
    ['issue://{id}', 'issue://1', 'made docs issue://1'],
    ['urn:isbn:{id}', 'urn:isbn:1', 'made docs urn:isbn:1'],
    ['https://wiki.example/{page}', 'https://wiki.example/a', 'made docs https://wiki.example/a'],
    ['Issue://{id}', 'ISSUE://1', 'made docs ISSUE://1'],
    ['wiki:seiten/ü/{id}', 'wiki:seiten/ü/größe', 'made docs wiki:seiten/ü/größe'],
    ['file-of://{path*}', 'file-of://a/b/c', 'made docs file-of://a/b/c'],
    ['https://{+page}', 'https://wiki.example/a', 'nothing'],
    ['HTTP://{host}/{page}', 'HTTP://wiki.example/a', 'nothing'],
    ['{+uri}', 'x://y', 'nothing'],
    ['{scheme}://{id}', 'x://y', 'nothing'],
    ['x{+rest}', 'x://y', 'nothing'],
    ['x://{a b}', 'x://y', 'nothing'],
  ])('is made by a template that tells enough: %s', (uriTemplate, uri, expected) => {
    const { make, meaning } = newServers('docs');
    make('docs', uriTemplate);
    expect(meaning(uri)).toBe(expected);
    expect(meaning(`@docs:${uri}`)).toBe(`made docs ${uri}`);
  });
});

describe('names', () => {
  it('are of servers that are configured, and schemes of what is listed or a template makes', async () => {
    const { list, make, resolver } = newServers('docs', 'wiki');
    expect(resolver.names.servers).toEqual(['docs', 'wiki']);
    const has = () => ['a:', 'b:', 'c:', 'https:', ''].filter((scheme) => resolver.names.schemes.has(scheme));
    expect(has()).toEqual([]);
    await list('docs', ['a://x', 'a://y', 'no scheme', 'b:z']);
    expect(has()).toEqual(['a:', 'b:']);
    make('wiki', 'c://{id}', 'https://{+page}');
    expect(has()).toEqual(['a:', 'b:', 'c:']);
  });

  it('are the same object until they change', async () => {
    const { list, make, connections, resolver } = newServers('docs');
    const seen = new Set([resolver.names]);
    const isOther = (): boolean => !seen.has(resolver.names) && seen.add(resolver.names).has(resolver.names);
    expect(isOther()).toBe(false);
    await list('docs', ['a://x']);
    expect([isOther(), isOther()]).toEqual([true, false]);
    make('docs', 'b://{id}');
    expect([isOther(), isOther()]).toEqual([true, false]);
    connections.setDefinitions([]);
    expect([isOther(), isOther()]).toEqual([true, false]);
  });
});

describe('the end of a URI', () => {
  it.each([
    ['a://x', 'a://x'],
    ['a://x.', 'a://x'],
    ['a://x?!', 'a://x'],
    ["a://x',", 'a://x'],
    ['a://x",b', 'a://x'],
    ['a://x`', 'a://x'],
    ['a://x\\n', 'a://x'],
    ['a://x|y', 'a://x'],
    ['a://x)', 'a://x'],
    ['a://x(1)', 'a://x(1)'],
    ['a://x(1)).', 'a://x(1)'],
    ['a://x[0]]', 'a://x[0]'],
    ['a://{id}}', 'a://{id}'],
    ['a://x>', 'a://x'],
    ['a://x**', 'a://x'],
    ['a://x/**', 'a://x/**'],
    ['a://x*/', 'a://x'],
    ['a://x--', 'a://x'],
    ["a://x'+b", 'a://x'],
    ["a://x('1')", "a://x('1')"],
    ["a://it's", "a://it's"],
    ['a://x_', 'a://x'],
    ['a://_x_', 'a://_x_'],
    ['a://some_name_', 'a://some_name'],
    ['a://_x/y*', 'a://_x/y'],
    ['a://x。', 'a://x'],
    ['a://x，然后', 'a://x'],
    ['a://x?q=1', 'a://x?q=1'],
    ['.,)', ''],
    ['', ''],
  ])('is found where nobody knows it: %s', (text, uri) => {
    expect(text.slice(0, likelyLength(text))).toBe(uri);
  });

  const punctuation = fc.string({ unit: fc.constantFrom(...Array.from('.,;:!?\'")]}>*_`|。，')), maxLength: 9 });

  it('is among those that are looked up, whatever punctuation follows and belongs to it', () => {
    fc.assert(
      fc.property(punctuation, punctuation, (own, behind) => {
        const uri = `a://x${own}`;
        expect(possibleLengths(uri + behind)).toContain(uri.length);
      }),
    );
  });

  it('is looked for a bounded number of times, from the longest to the shortest', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('a/.)(*_"')), minLength: 1, maxLength: 200 }),
        (text) => {
          const lengths = possibleLengths(text);
          expect(lengths[0]).toBe(text.length);
          expect(lengths).toEqual([...new Set(lengths)].sort((a, b) => b - a));
          expect(lengths.length).toBeLessThanOrEqual(20);
        },
      ),
    );
    const many = `a://x${')'.repeat(1_000_000)}`;
    expect(possibleLengths(many)).toHaveLength(20);
    expect(likelyLength(many)).toBe(5);
  });
});
