import { describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { ContextSet } from '../../../../src/core/context/contextSet';
import { pickedAt, resourcesOf } from '../../../../src/host/content/commandArguments';
import { FakeStore } from '../../../support/fakeStore';
import { newCatalog } from '../../catalog/fixtures';

const row = { serverId: 'shop', uri: 'db://a', name: 'a', title: undefined, mimeType: undefined, size: undefined };

describe('the row of a resource that a set added', () => {
  it('stands for the resource alone, so that the user picks it by attaching it', async () => {
    const picked = new ContextSet(new FakeStore());
    await picked.add([{ ...row, reason: { set: 'Sales', state: 'new' } }]);
    const files = { addressOf: () => undefined, partOf: () => undefined };
    const lookup = { core: newCatalog(), context: { picked }, content: { files } };
    const chosen = resourcesOf([{ kind: 'resources', resources: picked.items }], lookup);
    expect(chosen).toStrictEqual([row]);
    expect(pickedAt(row, lookup)).toStrictEqual(row);
    await picked.add(chosen);
    expect(picked.isChosen(row)).toBe(true);
  });
});

it('a side of a difference stands for its resource', () => {
  const asked: string[] = [];
  const addressOf = (uri: Uri) => {
    asked.push(uri.toString());
    return row;
  };
  const lookup = {
    core: newCatalog(),
    context: { picked: new ContextSet(new FakeStore()) },
    content: { files: { addressOf, partOf: () => undefined } },
  };
  const side = Uri.from({ scheme: 'mcpres-seen', path: '/a.txt', fragment: 'hash' });
  expect(resourcesOf([{ kind: 'file', uri: side }], lookup)).toMatchObject([{ serverId: 'shop', uri: 'db://a' }]);
  expect(asked).toEqual(['mcpres:/a.txt']);
});
