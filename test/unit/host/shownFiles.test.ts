import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Uri } from 'vscode';
import { ShownFiles } from '../../../src/host/shownFiles';
import { FakeClock } from '../../support/fakeClock';

const { groups, close } = vi.hoisted(() => {
  const listeners = new Set<(event: { readonly closed: readonly unknown[] }) => void>();
  const all: { tabs: { input: unknown }[] }[] = [{ tabs: [] }, { tabs: [] }];
  return {
    groups: {
      all,
      listeners,
      onDidChangeTabs: (listener: (event: { readonly closed: readonly unknown[] }) => void) => {
        listeners.add(listener);
        return { dispose: () => listeners.delete(listener) };
      },
    },
    close: (...closed: readonly unknown[]) => listeners.forEach((listener) => listener({ closed })),
  };
});

vi.mock('vscode', async () => ({ ...(await import('../../support/vscodeFiles')), window: { tabGroups: groups } }));

const start = 1_800_000_000_000;

function file(name: string): Uri {
  return Uri.from({ scheme: 'mcpres', authority: 'shop', path: `/${name}`, query: 'x' });
}

beforeEach(() => {
  for (const group of groups.all) group.tabs = [];
});

describe('the files that tabs show', () => {
  it('are texts, both sides of differences, and what else has a file, in every group', () => {
    const [left, right] = groups.all;
    left!.tabs = [{ input: { uri: file('text') } }, { input: undefined }, { input: { viewType: 'terminal' } }];
    right!.tabs = [
      { input: { original: file('old'), modified: file('new') } },
      { input: { uri: file('image'), viewType: 'preview' } },
    ];
    const shown = new ShownFiles(new FakeClock(start));
    const names = ['text', 'old', 'new', 'image', 'other'];
    expect(names.map((name) => shown.until(file(name).toString()))).toEqual([
      Infinity,
      Infinity,
      Infinity,
      Infinity,
      0,
    ]);
    shown.dispose();
    expect(groups.listeners.size).toBe(0);
  });

  it('are known by when their last tab went, also one that came and went at once', async () => {
    const clock = new FakeClock(start);
    const shown = new ShownFiles(clock);
    const until = (name: string): number => shown.until(file(name).toString());
    const tab = { input: { uri: file('text') } };
    groups.all[0]!.tabs = [tab, tab];
    expect(until('text')).toBe(Infinity);
    groups.all[0]!.tabs = [tab];
    close(tab);
    expect(until('text')).toBe(Infinity);
    await clock.advance(10);
    groups.all[0]!.tabs = [];
    close(tab, { input: { uri: file('quick') } });
    expect([until('text'), until('quick')]).toEqual([start + 10, start + 10]);
    for (let number = 0; number < 99; number += 1) close({ input: { uri: file(`${number}`) } });
    expect([until('text'), until('quick'), until('0')]).toEqual([0, start + 10, start + 10]);
    shown.dispose();
  });
});
