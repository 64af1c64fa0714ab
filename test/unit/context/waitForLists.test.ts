import { describe, expect, it } from 'vitest';
import { TemplateCatalog } from '../../../src/core/catalog/templates';
import { Connections } from '../../../src/core/connection/connections';
import { waitForLists, waitForTemplates, type WaitOptions } from '../../../src/core/context/waitForLists';
import { settle } from '../../support/fakeClock';
import { own } from '../../support/own';
import { definition, newWorld } from '../connection/fakeServer';

function fixture() {
  const { server, clock, catalog, connect } = newWorld();
  const connections = own(new Connections(catalog, connect, () => undefined));
  connections.setDefinitions([definition('shop'), definition('wiki')]);
  const abort = new AbortController();
  const ends: string[] = [];
  const wait = async (options?: WaitOptions): Promise<void> => {
    void waitForLists({ clock, connections, catalog }, abort.signal, options).then(
      () => ends.push('done'),
      (error: unknown) => ends.push(error instanceof Error ? error.name : 'odd'),
    );
    await settle();
  };
  const templates = own(new TemplateCatalog());
  const waitForAllTemplates = async (): Promise<void> => {
    const waiting = waitForTemplates({ clock, connections, templates }, connections.all, abort.signal);
    void waiting.then(() => ends.push('done'));
    await settle();
  };
  return { server, clock, connections, abort, ends, wait, templates, waitForAllTemplates };
}

const ofShop: WaitOptions = { isRelevant: ({ definition: { name } }) => name === 'shop' };

describe('waiting for servers', () => {
  it('is over at once where nothing starts', async () => {
    const { wait, ends } = fixture();
    await wait();
    expect(ends).toEqual(['done']);
  });

  it('ends when all lists are complete, and not before', async () => {
    const { connections, wait, ends, server, clock } = fixture();
    connections.startAll();
    await wait();
    server.sessions[0]!.list.page('a:b');
    await clock.advance(200);
    server.sessions[0]!.list.end();
    await clock.advance(200);
    expect(ends).toEqual([]);
    server.sessions[1]!.list.page('a:b').end();
    await clock.advance(200);
    expect(ends).toEqual(['done']);
  });

  it('ends when the wanted servers have listed, whatever the others do', async () => {
    const { connections, wait, ends, server, clock } = fixture();
    connections.startAll();
    await wait(ofShop);
    expect(ends).toEqual([]);
    server.sessions[0]!.list.page('a:1').end();
    await clock.advance(200);
    expect(ends).toEqual(['done']);
  });

  it('ends when a server fails, and does not wait for its next tries', async () => {
    const { connections, wait, ends, server } = fixture();
    server.answer = 'hang';
    connections.startAll();
    await wait(ofShop);
    expect(ends).toEqual([]);
    connections.get(definition('shop').id)?.stop();
    await settle();
    expect(ends).toEqual(['done']);
  });

  it('goes on for as long as it may, and leaves no timer behind', async () => {
    const { connections, wait, ends, server, clock } = fixture();
    server.answer = 'hang';
    connections.startAll();
    await settle();
    const before = clock.pending.length;
    await wait({ atMost: 1_000 });
    await clock.advance(999);
    expect(ends).toEqual([]);
    await clock.advance(1);
    expect([ends, clock.pending.length]).toEqual([['done'], before]);
  });

  it('ends when the user gives up', async () => {
    const { connections, abort, wait, ends, server, clock } = fixture();
    server.answer = 'hang';
    connections.startAll();
    await settle();
    const before = clock.pending.length;
    await wait({ atMost: 1_000 });
    abort.abort();
    await settle();
    expect([ends, clock.pending.length]).toEqual([['CancelledError'], before]);
  });
});

describe('waiting for templates', () => {
  it('ends when the connected servers have listed theirs', async () => {
    const { connections, templates, ends, waitForAllTemplates } = fixture();
    await waitForAllTemplates();
    expect(ends).toEqual(['done']);
    connections.startAll();
    await settle();
    await waitForAllTemplates();
    const writers = connections.all.map(({ definition: { id } }) => templates.beginList(id));
    writers[0]!.complete();
    await settle();
    expect(ends).toEqual(['done']);
    writers[1]!.complete();
    await settle();
    expect(ends).toEqual(['done', 'done']);
  });

  it('is given up where a list never arrives', async () => {
    const { connections, clock, ends, waitForAllTemplates } = fixture();
    connections.startAll();
    await settle();
    await waitForAllTemplates();
    await clock.advance(2_999);
    expect(ends).toEqual([]);
    await clock.advance(1);
    expect(ends).toEqual(['done']);
  });
});
