import { describe, expect, it } from 'vitest';
import type { TemplateEntry } from '../../../src/core/catalog/templates';
import type { TemplateValue } from '../../../src/core/templates/uriTemplate';
import { UsedValues } from '../../../src/core/templates/usedValues';
import { FakeStore } from '../../support/fakeStore';
import { template } from '../catalog/fixtures';

function entry(uriTemplate: string, serverId = 'shop'): TemplateEntry {
  return { serverId, template: template(uriTemplate) };
}

describe('values that were used', () => {
  it('are remembered by server, template and name, most recent first', async () => {
    const store = new FakeStore();
    const used = new UsedValues(store);
    for (const number of ['1', '2', '1']) await used.remember(entry('t:{n}'), new Map([['n', number]]));
    await used.remember(entry('t:{n}', 'other'), new Map([['n', '3']]));
    const again = new UsedValues(store);
    expect([used, again].map((one) => one.of(entry('t:{n}'), 'n'))).toEqual([
      ['1', '2'],
      ['1', '2'],
    ]);
    expect(again.of(entry('t:{n}', 'other'), 'n')).toEqual(['3']);
    expect([again.of(entry('t:{n}'), 'm'), again.of(entry('u:{n}'), 'n')]).toEqual([[], []]);
  });

  it('are the single ones of a list, and none for what was left out, empty, or long', async () => {
    const used = new UsedValues(new FakeStore());
    const values = new Map<string, TemplateValue | undefined>([
      ['list', ['a', 'b']],
      ['out', undefined],
      ['empty', ''],
      ['long', 'x'.repeat(201)],
      ['fits', 'x'.repeat(200)],
    ]);
    await used.remember(entry('t:'), values);
    const counts = [...values.keys()].map((name) => used.of(entry('t:'), name).length);
    expect(counts).toEqual([2, 0, 0, 0, 1]);
  });

  it('are filled in as they were the last time, also where something was left out then', async () => {
    const store = new FakeStore();
    const used = new UsedValues(store);
    const remember = (values: Readonly<Record<string, TemplateValue | undefined>>): Promise<void> =>
      used.remember(entry('t:'), new Map(Object.entries(values)));
    await remember({ n: '1', limit: '10', tags: ['a, b', 'c'] });
    const last = (one: UsedValues): string[] => ['n', 'limit', 'tags', 'm'].map((name) => one.last(entry('t:'), name));
    expect([used, new UsedValues(store)].map(last)).toEqual([
      ['1', '10', 'a, b\nc', ''],
      ['1', '10', 'a, b\nc', ''],
    ]);
    await remember({ n: '2', limit: undefined, tags: [] });
    expect([last(used), used.of(entry('t:'), 'limit')]).toEqual([['2', '', '', ''], ['10']]);
  });

  it('are ten of a name and those of a hundred templates', async () => {
    const store = new FakeStore();
    const used = new UsedValues(store);
    for (let index = 0; index < 12; index += 1) await used.remember(entry('t:{n}'), new Map([['n', `${index}`]]));
    expect(used.of(entry('t:{n}'), 'n')).toEqual(['11', '10', '9', '8', '7', '6', '5', '4', '3', '2']);
    for (let at = 0; at < 99; at += 1) await used.remember(entry(`t:${at}`), new Map([['n', 'v']]));
    expect(used.of(entry('t:{n}'), 'n')).toHaveLength(10);
    await used.remember(entry('t:99'), new Map([['n', 'v']]));
    expect([used, new UsedValues(store)].map((one) => one.of(entry('t:{n}'), 'n'))).toEqual([[], []]);
  });
});
