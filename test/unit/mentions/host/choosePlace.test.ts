import { beforeEach, expect, it, vi } from 'vitest';
import { Range, Uri, window, type TextDocumentShowOptions } from 'vscode';
import { choosePlace, type Place } from '../../../../src/host/mentions/choosePlace';
import { settle } from '../../../support/fakeClock';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const places = ['one', 'two', 'three'].map((label): Place => {
  return { label, uri: Uri.file(`/${label}`), range: new Range(0, 0, 0, 1) };
});
/** Files that are opening, in this order; each opens when the test lets it. */
let opening: { readonly name: string; readonly open: () => void }[];
let opened: string[];

beforeEach(() => {
  opening = [];
  opened = [];
  const show = ({ path }: Uri, { preview }: TextDocumentShowOptions) =>
    new Promise((resolve) => {
      const name = `${path.slice(1)}${preview === true ? '?' : ''}`;
      opening.push({ name, open: () => resolve(opened.push(name)) });
    });
  vi.spyOn(window, 'showTextDocument').mockImplementation(show as never);
});

async function open(name: string): Promise<void> {
  await settle();
  expect(opening.map((editor) => editor.name)).toEqual([name]);
  opening.shift()?.open();
  await settle();
}

function choose(...focused: readonly string[]) {
  const done = choosePlace(places, { title: 'Mentions', placeholder: '3 mentions' });
  const picker = fakeVscode.quickPicks.at(-1)!;
  for (const label of focused) picker.focus(label);
  return { done, picker };
}

it('shows the place that has the focus, without those that were passed meanwhile', async () => {
  const { done, picker } = choose('one');
  await settle();
  picker.focus('two');
  picker.focus('three');
  await open('one?');
  await open('three?');
  picker.leave();
  await done;
  expect(opened).toEqual(['one?', 'three?']);
});

it('opens what is chosen after what is still opening, and nothing behind it', async () => {
  const { done, picker } = choose('one');
  await settle();
  picker.focus('two');
  picker.accept();
  await open('one?');
  await open('two');
  await done;
  expect(opened).toEqual(['one?', 'two']);
});
