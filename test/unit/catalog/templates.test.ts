import { describe, expect, it } from 'vitest';
import { TemplateCatalog } from '../../../src/core/catalog/templates';
import { own } from '../../support/own';
import { template } from './fixtures';

function texts(templates: TemplateCatalog): string[] {
  return templates.all.map(({ serverId, template: { uriTemplate } }) => `${serverId} ${uriTemplate}`);
}

describe('the templates of a server', () => {
  it('arrive page by page, in its order, each text once', () => {
    const templates = new TemplateCatalog();
    const writer = templates.beginList('a');
    writer.append([template('x:{2}', { title: 'First' }), template('x:{1}')]);
    expect(texts(templates)).toEqual(['a x:{2}', 'a x:{1}']);
    writer.append([template('x:{3}'), template('x:{2}', { title: 'Second' })]);
    writer.complete();
    templates.beginList('b').append([template('x:{1}')]);
    expect(texts(templates)).toEqual(['a x:{2}', 'a x:{1}', 'a x:{3}', 'b x:{1}']);
    expect(templates.find('a', 'x:{2}')?.template.title).toBe('First');
    expect(templates.find('b', 'x:{2}')).toBeUndefined();
  });

  it('leave when a complete list does not name them, and stay when it was cut', () => {
    const templates = new TemplateCatalog();
    const first = templates.beginList('a');
    first.append([template('x:{1}'), template('x:{2}')]);
    first.complete();
    templates.beginList('a').append([template('x:{3}')]);
    expect(texts(templates)).toEqual(['a x:{3}', 'a x:{1}', 'a x:{2}']);
    const last = templates.beginList('a');
    last.append([template('x:{2}')]);
    last.complete();
    expect(texts(templates)).toEqual(['a x:{2}']);
  });

  it('are not written by a list that was overtaken, or whose server is gone', () => {
    const templates = new TemplateCatalog();
    const old = templates.beginList('a');
    templates.beginList('a').append([template('x:{new}')]);
    old.append([template('x:{old}')]);
    old.complete();
    expect(texts(templates)).toEqual(['a x:{new}']);
    const gone = templates.beginList('a');
    templates.removeServer('a');
    gone.append([template('x:{gone}')]);
    expect(texts(templates)).toEqual([]);
  });

  it('end at a thousand, with the number of the others, until a list has fewer or the server is gone', () => {
    const templates = new TemplateCatalog();
    const list = (count: number) => {
      const writer = templates.beginList('a');
      writer.append(Array.from({ length: count }, (_, at) => template(`x:{v${at}}`)));
      return writer;
    };
    const numbers: unknown[] = [];
    const note = (): unknown => numbers.push([templates.count('a'), templates.omitted('a')]);
    list(1_000).append(Array.from({ length: 1_500 }, (_, at) => template(`x:{v${at}}`)));
    note();
    list(3).complete();
    note();
    list(1_001);
    templates.removeServer('a');
    note();
    expect(numbers).toEqual([
      [1_000, 500],
      [3, 0],
      [0, 0],
    ]);
  });

  it('keep their ids across lists, and share them with nothing else', () => {
    const templates = new TemplateCatalog();
    const list = (serverId: string, ...all: readonly string[]): void => {
      const writer = templates.beginList(serverId);
      writer.append(all.map((text) => template(text)));
      writer.complete();
    };
    list('a', 'x:{1}', 'x:{2}');
    list('b', 'x:{1}');
    const ids = templates.all.map((entry) => templates.idOf(entry));
    expect(ids).toEqual([2 ** 31, 2 ** 31 + 1, 2 ** 31 + 2]);
    list('a', 'x:{3}', 'x:{2}');
    templates.removeServer('b');
    expect(templates.all.map((entry) => templates.idOf(entry))).toEqual([2 ** 31 + 3, 2 ** 31 + 1]);
    expect([...ids, 2 ** 31 + 3, 2 ** 31 + 4, 0].map((id) => templates.byId(id)?.template.uriTemplate)).toEqual([
      undefined,
      'x:{2}',
      undefined,
      'x:{3}',
      undefined,
      undefined,
    ]);
    list('b', 'x:{1}');
    expect(templates.byId(2 ** 31 + 2)).toBe(templates.find('b', 'x:{1}'));
  });

  it('are complete from the end of a whole list to the beginning of the next, also where there are none', () => {
    const templates = new TemplateCatalog();
    const old = templates.beginList('a');
    const writer = templates.beginList('a');
    old.complete();
    expect(templates.isComplete('a')).toBe(false);
    writer.complete();
    expect([templates.isComplete('a'), templates.isComplete('b')]).toEqual([true, false]);
    templates.beginList('a').append([template('x:{1}')]);
    expect(templates.isComplete('a')).toBe(false);
    templates.beginList('a').complete();
    templates.removeServer('a');
    expect(templates.isComplete('a')).toBe(false);
  });

  it('are reported with each page, at the end of the list, and when their server goes', () => {
    const templates = new TemplateCatalog();
    const counts: number[] = [];
    own(templates.onDidChange(() => counts.push(templates.all.length)));
    const writer = templates.beginList('a');
    for (let index = 0; index < 3; index += 1) writer.append([template(`x:{v${index}}`)]);
    writer.complete();
    templates.removeServer('none');
    templates.removeServer('a');
    expect(counts).toEqual([1, 2, 3, 3, 0]);
  });
});
