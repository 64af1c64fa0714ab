import { describe, expect, it } from 'vitest';
import { TabInputCustom, TabInputText, TabInputTextDiff, TabInputWebview, Uri, ViewColumn, type Tab } from 'vscode';
import { ShownFiles } from '../../../../src/host/chat/shownFiles';
import { FakeClock } from '../../../support/fakeClock';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const { editors } = fakeVscode;
const start = 1_800_000_000_000;

function file(name: string): Uri {
  return Uri.from({ scheme: 'mcpres', authority: 'shop', path: `/${name}`, query: 'x' });
}

describe('the files that tabs show', () => {
  it('are texts, both sides of differences, and what else has a file, in every group', () => {
    editors.openTab(new TabInputText(file('text')));
    editors.openTab(undefined);
    editors.openTab(new TabInputWebview('terminal'));
    editors.openTab(new TabInputTextDiff(file('old'), file('new')), ViewColumn.Two);
    editors.openTab(new TabInputCustom(file('image'), 'preview'), ViewColumn.Two);
    const shown = new ShownFiles(new FakeClock(start), silent);
    const names = ['text', 'old', 'new', 'image', 'other'];
    expect(names.map((name) => shown.until(file(name).toString()))).toEqual([
      Infinity,
      Infinity,
      Infinity,
      Infinity,
      0,
    ]);
    shown.dispose();
    expect(editors.tabListenerCount).toBe(0);
  });

  it('are known by when their last tab went, also one that came and went at once', async () => {
    const clock = new FakeClock(start);
    const shown = new ShownFiles(clock, silent);
    const open = (name: string): Tab => editors.openTab(new TabInputText(file(name)));
    const until = (name: string): number => shown.until(file(name).toString());
    const [tab, same] = [open('text'), open('text')];
    expect(until('text')).toBe(Infinity);
    editors.closeTabs(same);
    expect(until('text')).toBe(Infinity);
    await clock.advance(10);
    editors.closeTabs(tab, open('quick'));
    expect([until('text'), until('quick')]).toEqual([start + 10, start + 10]);
    for (let number = 0; number < 99; number += 1) editors.closeTabs(open(`${number}`));
    expect([until('text'), until('quick'), until('0')]).toEqual([0, start + 10, start + 10]);
    shown.dispose();
  });
});
