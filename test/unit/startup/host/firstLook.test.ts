import { beforeEach, describe, expect, it } from 'vitest';
import { window, type TreeView } from 'vscode';
import { FirstLook } from '../../../../src/host/startup/firstLook';
import { own } from '../../../support/own';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

let look: FirstLook;
/** What happened: a look, or servers may start. */
let happened: string[];

beforeEach(() => {
  look = own(new FirstLook());
  happened = [];
  look.onDidLook(() => happened.push('look'));
  look.onDidWake(() => happened.push('wake'));
});

function newTree(id: string): TreeView<unknown> {
  const treeDataProvider = { getChildren: () => [], getTreeItem: () => ({}) };
  return own(window.createTreeView<unknown>(id, { treeDataProvider }));
}

const tree = (id: string) => fakeVscode.views.tree(id);

describe('what visible views show', () => {
  it('is resources, or servers, or neither', () => {
    look.addTree(newTree('all'), 'resources', 'servers');
    look.addTree(newTree('servers'), 'servers');
    look.addTree(newTree('neither'));
    const shown = () => [look.isShown('resources'), look.isShown('servers')];
    const states = [shown()];
    for (const id of ['neither', 'servers', 'all']) {
      tree(id).setVisible(true);
      states.push(shown());
    }
    tree('servers').setVisible(false);
    states.push(shown());
    tree('all').setVisible(false);
    states.push(shown());
    expect(states).toEqual([
      [false, false],
      [false, false],
      [false, true],
      [true, true],
      [true, true],
      [false, false],
    ]);
  });

  it('counts of views that are no trees, which say themselves that they are looked at', () => {
    let isVisible = false;
    look.add(() => isVisible, 'resources');
    isVisible = true;
    expect([look.isShown('resources'), look.isShown('servers'), happened]).toEqual([true, false, []]);
  });
});

describe('a look', () => {
  it('is each time that a tree is shown, and lets servers start, as what needs them does', () => {
    look.addTree(newTree('a'));
    expect([look.isAwake, happened]).toEqual([false, []]);
    tree('a').setVisible(true);
    tree('a').setVisible(false);
    expect([look.isAwake, happened]).toEqual([true, ['look', 'wake']]);
    tree('a').setVisible(true);
    look.wake();
    expect(happened).toEqual(['look', 'wake', 'look', 'wake', 'wake']);
  });

  it('is made at a tree that is visible already', () => {
    const view = newTree('a');
    tree('a').setVisible(true);
    look.addTree(view);
    expect(happened).toEqual(['look', 'wake']);
  });

  it('is none once the window is closed', () => {
    look.addTree(newTree('a'));
    look.dispose();
    tree('a').setVisible(true);
    expect(happened).toEqual([]);
  });
});

it('each tree is laid out when it is shown first, and only then', () => {
  for (const id of ['a', 'b']) look.addTree(newTree(id));
  const messages = () => ['a', 'b'].map((id) => tree(id).message);
  const states = [messages()];
  tree('a').setVisible(true);
  states.push(messages());
  tree('a').message = 'mine';
  tree('a').setVisible(false);
  tree('a').setVisible(true);
  states.push(messages());
  expect(states).toEqual([
    [undefined, undefined],
    ['', undefined],
    ['mine', undefined],
  ]);
});
