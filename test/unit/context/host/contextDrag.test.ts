import { beforeEach, describe, expect, it } from 'vitest';
import { DataTransferItem, type DataTransfer, type Uri } from 'vscode';
import { ContextSet, type PickedResource } from '../../../../src/core/context/contextSet';
import { ContextDrag } from '../../../../src/host/context/contextDrag';
import { groupsType } from '../../../../src/host/tree/dragAsFiles';
import { keyOf, type ResourceAddress } from '../../../../src/core/resource/address';
import { FakeStore } from '../../../support/fakeStore';
import { needsOf } from '../../../support/needsOf';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const { shownTexts } = fakeVscode;

function resource(name: string): PickedResource {
  return { serverId: 'shop', uri: `note:${name}`, name, title: undefined, mimeType: undefined, size: undefined };
}

/** Creates VS Code's data transfer for rows and tabs: their files. */
function transfer(...files: readonly string[]): DataTransfer {
  return data([groupsType, ''], ['text/uri-list', files.join('\r\n')]);
}

function groups(ids: readonly number[]): DataTransfer {
  return data([groupsType, ''], [groupsType, JSON.stringify({ ids })]);
}

/** Creates a data transfer like VS Code's, which can hold several items of a type and returns the first. */
function data(...given: readonly (readonly [type: string, text: string])[]): DataTransfer {
  const items = given.map(([type, text]) => [type, new DataTransferItem(text)] as const);
  const own = new Map<string, DataTransferItem>();
  const transfer: unknown = {
    get: (type: string) => own.get(type) ?? items.find(([one]) => one === type)?.[1],
    set: (type: string, item: DataTransferItem) => void own.set(type, item),
    [Symbol.iterator]: () => [...items, ...own][Symbol.iterator](),
  };
  return transfer as DataTransfer;
}

let picked: ContextSet;
let drag: ContextDrag;
let handed: string[];

beforeEach(async () => {
  handed = [];
  picked = new ContextSet(new FakeStore());
  await picked.add(['a', 'b', 'c', 'd'].map(resource));
  const files = {
    addressOf: ({ scheme, path }: Uri) => (scheme === 'mcpres' ? { serverId: 'shop', uri: `note:${path}` } : undefined),
    partOf: () => undefined,
    handOut: (resources: readonly ResourceAddress[]) => Promise.resolve(void handed.push(...resources.map(keyOf))),
  };
  const catalog = {
    find: () => undefined,
    get: (id: number) => ({ serverId: 'shop', resource: { ...resource('x'), uri: `db:${id}` } }),
  };
  const weights = { sum: (all: readonly unknown[]) => ({ tokens: all.length * 10, images: 0, uncounted: 0 }) };
  const budget = { current: () => ({ tokens: 17_000 }) };
  const needs = needsOf({ picked, files, catalog, weights, budget });
  drag = new ContextDrag(needs as unknown as ConstructorParameters<typeof ContextDrag>[0]);
});

const order = (): string => picked.items.map(({ uri }) => uri.slice(5)).join('');

async function move(names: string, target?: string): Promise<string> {
  const data = transfer(...names.split(' ').map((name) => `mcpres:${name}`));
  await drag.handleDrag(names.split(' ').map(resource), data);
  await drag.handleDrop(target === undefined ? undefined : resource(target), data);
  return order();
}

describe('rows that are dropped in their own view', () => {
  it('take the place of the row that they are dropped on, from below and from above', async () => {
    expect(await move('d', 'b')).toBe('adbc');
    expect(await move('a', 'b')).toBe('dbac');
    expect(await move('d', 'c')).toBe('bacd');
  });

  it('go to the end where there is no row, and several stay in their order', async () => {
    expect(await move('c a')).toBe('bdac');
    expect(await move('b d', 'c')).toBe('acbd');
    expect(await move('b d', 'a')).toBe('bdac');
  });

  it('stay where they are when they are dropped on themselves', async () => {
    expect(await move('b', 'b')).toBe('abcd');
    // The drag could have ended in a chat.
    expect(handed).toEqual(['shop\nnote:b']);
  });
});

describe('groups of resources', () => {
  it('are added, where they are more than twenty after a question', async () => {
    const ids = Array.from({ length: 21 }, (_, id) => id);
    await drag.handleDrop(undefined, groups(ids.slice(0, 20)));
    expect([picked.items.length, shownTexts]).toEqual([24, []]);
    await picked.clear();
    fakeVscode.press(undefined);
    await drag.handleDrop(undefined, groups(ids));
    expect([picked.items.length, shownTexts]).toEqual([0, ['Add 21 resources to the context? (210 of 17K tokens)']]);
    fakeVscode.press('Add');
    await drag.handleDrop(undefined, groups(ids));
    expect(picked.items.map(({ uri }) => uri)).toEqual(ids.map((id) => `db:${id}`));
  });
});

describe('files of resources', () => {
  it('are picked where they are dropped, and moved there where they are picked already', async () => {
    await drag.handleDrop(resource('b'), transfer('mcpres:x', 'mcpres:d', 'mcpres:x', 'mcpres:y', 'file:///z'));
    expect(order()).toBe('adxybc');
    await drag.handleDrop(undefined, transfer('mcpres:a', 'mcpres:z'));
    expect(order()).toBe('adxybcz');
    expect(shownTexts).toEqual([]);
  });

  it('are the only ones that can be dropped', async () => {
    await drag.handleDrop(undefined, transfer('file:///z'));
    expect([order(), shownTexts]).toEqual(['abcd', [expect.stringContaining('Only MCP resources')]]);
  });
});
