import { describe, expect, it } from 'vitest';
import { TreeArrangement, defaultArrangement, type Arrangement } from '../../../src/core/tree/arrangement';
import { describeTree } from '../../../src/core/tree/describeTree';
import type { TreeNode } from '../../../src/core/tree/treeNode';
import { FakeStore } from '../../support/fakeStore';

function scheme(name: string, count: number): TreeNode {
  const ids = Array.from({ length: count }, (_, id) => id);
  return { kind: 'scheme', id: name, scheme: name, serverId: undefined, ids, templates: [] };
}

function described(roots: readonly TreeNode[], settings: Partial<Arrangement>, chosen: Partial<Arrangement>): string {
  const arrangement = new TreeArrangement(new FakeStore(), () => ({ ...defaultArrangement, ...settings }));
  if (chosen.groupBy) void arrangement.choose('groupBy', chosen.groupBy);
  if (chosen.sortBy) void arrangement.choose('sortBy', chosen.sortBy);
  if (chosen.audience) void arrangement.choose('audience', chosen.audience);
  return describeTree(roots, arrangement);
}

describe('the title of the tree', () => {
  it('counts the resources of all groups, and says nothing where there are none', () => {
    expect(described([scheme('note', 1_200), scheme('db', 34)], {}, {})).toBe('1,234');
    expect(described([], {}, {})).toBe('');
  });

  it('names what was chosen over the settings, and the audience wherever it was set', () => {
    const rows = [scheme('note', 2)];
    expect([
      described(rows, { groupBy: 'server', sortBy: 'name' }, {}),
      described(rows, {}, { groupBy: 'server', sortBy: 'name' }),
      described(rows, { groupBy: 'server', sortBy: 'name' }, { groupBy: 'scheme', sortBy: 'importance' }),
      described(rows, { audience: 'user' }, { sortBy: 'server' }),
      described(rows, {}, { audience: 'assistant' }),
    ]).toEqual([
      '2',
      '2 · by server · by name',
      '2 · by scheme · by priority and recency',
      '2 · for the user · in the server’s order',
      '2 · for the assistant',
    ]);
  });
});
