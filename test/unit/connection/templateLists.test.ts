import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import { TemplateCatalog } from '../../../src/core/catalog/templates';
import { Connections } from '../../../src/core/connection/connections';
import { followTemplates } from '../../../src/core/connection/templateLists';
import type { ResourceTemplate } from '../../../src/core/resource/resource';
import type { ListEnd, Page } from '../../../src/core/session/session';
import { settle } from '../../support/fakeClock';
import { template } from '../catalog/fixtures';
import { definition, newWorld, silent, type FakeSession } from './fakeServer';
import { own } from '../../support/own';

type TemplatePages = AsyncGenerator<Page<ResourceTemplate>, ListEnd, undefined>;

interface Asked {
  readonly signal: AbortSignal;
}

/** Starts the server `a`, whose lists of templates the test writes. */
function start(list: (asked: Asked, round: number) => TemplatePages) {
  const world = newWorld();
  const { catalog, server, ports } = world;
  const templates = new TemplateCatalog();
  const connections = own(new Connections(catalog, world.connect, () => undefined));
  const warnings: string[] = [];
  const log = { ...silent, warn: (message: string) => void warnings.push(message), named: () => log };
  const following = own(followTemplates(connections, templates, { log, limits: ports.limits }));
  const rounds: Asked[] = [];
  const open = async (): Promise<FakeSession> => {
    connections.setDefinitions([definition('a')]);
    connections.startAll();
    await settle();
    const { session } = server;
    session.listTemplates = (...args: unknown[]) => {
      const asked = { signal: args[1] as AbortSignal };
      return list(asked, rounds.push(asked));
    };
    return session;
  };
  const texts = (): string[] => templates.all.map((entry) => entry.template.uriTemplate);
  return { ...world, templates, connections, following, warnings, rounds, open, texts };
}

function pageOf(...texts: readonly string[]): Page<ResourceTemplate> {
  return { items: texts.map((text) => template(text)), dropped: 0, repaired: 0 };
}

// oxlint-disable-next-line typescript/require-await -- pages are an async generator, here without waiting
async function* pages(...all: readonly Page<ResourceTemplate>[]): TemplatePages {
  yield* all;
  return { kind: 'complete' };
}

describe('the lists of templates', () => {
  it('follow each list of resources, whatever became of it', async () => {
    const { open, texts, clock, server } = start((_, round) => pages(pageOf(`x:{${round}}`), pageOf('y:{1}')));
    const session = await open();
    expect(texts()).toEqual([]);
    session.list.end();
    await settle();
    expect(texts()).toEqual(['x:{1}', 'y:{1}']);
    session.changeList.fire();
    await clock.advance(250);
    server.session.list.fail(new HumanError('serverError', 'No.'));
    await settle();
    expect(texts()).toEqual(['x:{2}', 'y:{1}']);
  });

  it('lose nothing when they fail, and touch no resource', async () => {
    const { open, texts, clock, warnings, catalog } = start(async function* (_, round): TemplatePages {
      yield pageOf(`x:{${round}}`);
      if (round > 1) throw new HumanError('serverError', 'No.');
      return await Promise.resolve({ kind: 'complete' });
    });
    const session = await open();
    session.list.page('r:1').end();
    await settle();
    session.changeList.fire();
    await clock.advance(250);
    session.list.page('r:1').end();
    await settle();
    expect(texts()).toEqual(['x:{2}', 'x:{1}']);
    expect(warnings).toEqual(['The list of templates failed: HumanError: No.']);
    expect(catalog.listInfo('user//a')).toMatchObject({ count: 1, completeness: { kind: 'complete' } });
  });

  it('keep what was there when they are cut', async () => {
    const { open, texts, clock } = start(async function* (_, round): TemplatePages {
      yield pageOf(`x:{${round}}`);
      return await Promise.resolve(round === 1 ? { kind: 'complete' } : { kind: 'cut', by: 'pages' });
    });
    const session = await open();
    session.list.end();
    await settle();
    session.changeList.fire();
    await clock.advance(250);
    session.list.end();
    await settle();
    expect(texts()).toEqual(['x:{2}', 'x:{1}']);
  });

  it('end when a newer one begins, when the server goes, and with everything', async () => {
    const { open, clock, rounds, connections, following, texts } = start((asked) => hang(asked.signal));
    const session = await open();
    session.list.end();
    await settle();
    session.changeList.fire();
    await clock.advance(250);
    session.list.end();
    await settle();
    expect(rounds.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    connections.setDefinitions([definition('a', 'another hash')]);
    expect(rounds.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(texts()).toEqual([]);
    following.dispose();
    connections.dispose();
  });

  it('leave with a server that is no longer configured', async () => {
    const { open, texts, connections } = start(() => pages(pageOf('x:{1}')));
    const session = await open();
    session.list.end();
    await settle();
    connections.setDefinitions([definition('b')]);
    expect(texts()).toEqual([]);
  });
});

async function* hang(signal: AbortSignal): TemplatePages {
  yield pageOf('x:{1}');
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  return { kind: 'complete' };
}
