import { describe, expect, it } from 'vitest';
import { Changes } from '../../../../src/core/mcp/watch/changes';
import { FakeClock } from '../../../support/fakeClock';
import { own } from '../../../support/own';

const updated = 'notifications/resources/updated';
const contentChanged = 'notifications/resources/content_changed';

function newChanges() {
  const clock = new FakeClock();
  let proofs = 0;
  const changes = own(new Changes(clock, () => (proofs += 1)));
  const events: string[] = [];
  changes.onDidUpdate((uri) => events.push(uri));
  changes.onDidChangeList(() => events.push('list'));
  changes.onDidChangeResource(({ uri, title }) => events.push(`${uri} is ${title}`));
  return { clock, changes, events, proofs: () => proofs };
}

describe('a flood', () => {
  it('of updates is reported at once, ten times a second while it lasts, and once after it', async () => {
    const { clock, changes, events } = newChanges();
    changes.watch(new Set(['a:1', 'b:/']));
    for (let time = 0; time < 1000; time += 10) {
      for (let index = 0; index < 100; index += 1)
        changes.take(updated, { uri: index % 2 === 0 ? 'a:1' : `b:/${index}` });
      expect(clock.pending).toHaveLength(1);
      await clock.advance(10);
      if (time === 0) expect(events).toEqual(['a:1', 'b:/']);
    }
    await clock.advance(1000);
    const count = (uri: string) => events.filter((one) => one === uri).length;
    expect([count('a:1'), count('b:/'), events.length]).toEqual([11, 11, 22]);
    changes.dispose();
    expect(clock.pending).toEqual([]);
  });

  it('of unwatched resources costs nothing', () => {
    const { clock, changes } = newChanges();
    for (let index = 0; index < 1000; index += 1) changes.take(updated, { uri: `a:${index}` });
    expect(clock.pending).toEqual([]);
  });

  it('of new descriptions and changed lists is passed on without a timer', () => {
    const { clock, changes, events, proofs } = newChanges();
    for (const title of ['one', 'two']) changes.take(contentChanged, { resource: { uri: 'a:1', title } });
    for (let index = 0; index < 2; index += 1) changes.take('notifications/resources/list_changed', {});
    expect([events, proofs(), clock.pending]).toEqual([['a:1 is one', 'a:1 is two', 'list', 'list'], 2, []]);
  });
});

describe('an update of what is not watched itself', () => {
  it('counts for what is above it', async () => {
    const { clock, changes, events } = newChanges();
    const above = ['file:///a', 'file:///a/', 'file:///a/b', 'file:///a/b?', 'file:///a/b?c'];
    changes.watch(new Set([...above, 'file:///a/b?c#', 'file:///a/bc', 'file:///a/b?cd', 'other:///a']));
    changes.take(updated, { uri: 'file:///a/b?c#d' });
    await clock.advance(1000);
    expect(events.sort()).toEqual([...above, 'file:///a/b?c#'].sort());
  });

  it('does not count for what only begins alike', async () => {
    const { clock, changes, events } = newChanges();
    changes.watch(new Set(['file:///a']));
    changes.take(updated, { uri: 'file:///ab' });
    await clock.advance(1000);
    expect(events).toEqual([]);
  });

  it('costs nothing, however much is watched and however long it is', () => {
    const { clock, changes } = newChanges();
    changes.watch(new Set(Array.from({ length: 2000 }, (_, index) => `file:///watched/${index}`)));
    const long = `file://${'/'.repeat(60_000)}`;
    for (let index = 0; index < 500_000; index += 1) changes.take(updated, { uri: `file:///other/${index}` });
    for (let index = 0; index < 1000; index += 1) changes.take(updated, { uri: `${long}${index}` });
    expect(clock.pending).toEqual([]);
  });
});

describe('a long URI', () => {
  const long = `file:///${'a'.repeat(16_000)}${'/b'.repeat(32)}`;
  /** Returns the URIs that an update of the long one looked for among the watched ones. */
  function lookups(...watched: readonly string[]): string[] {
    const asked: string[] = [];
    const { changes } = newChanges();
    const uris = new Set(watched);
    uris.has = (uri) => asked.push(uri) > 0 && watched.includes(uri);
    changes.watch(uris);
    changes.take(updated, { uri: long });
    return asked.filter((uri) => uri !== long);
  }

  it('has no parent that is looked for unless one of its length is watched', () => {
    const [parent, other] = [long.slice(0, -2), `${long.slice(0, -5)}x`];
    expect(lookups('a:1', `${long}/c`, long.slice(0, 100))).toEqual([]);
    expect(lookups(parent, 'a:1')).toEqual([parent]);
    expect(lookups(other)).toEqual([long.slice(0, -4)]);
  });
});

it('takes a description with what is nested too deeply', () => {
  const { changes, events } = newChanges();
  const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown;
  changes.take(contentChanged, { resource: { uri: 'a:1', title: 'one', deep } });
  expect(events).toEqual(['a:1 is one']);
});

describe('a gap', () => {
  it('counts as a change of all that is live, and of the list', async () => {
    const { clock, changes, events } = newChanges();
    changes.watch(new Set(['a:1', 'a:2']));
    changes.markMissed((uri) => uri === 'a:2');
    await clock.advance(1000);
    changes.markMissed(() => false);
    await clock.advance(1000);
    expect(events).toEqual(['list', 'a:2', 'list']);
  });
});
