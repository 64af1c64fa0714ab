import { beforeEach, describe, expect, it } from 'vitest';
import type { Question } from '../../../../src/core/questions/interaction';
import { Elicitation } from '../../../../src/host/questions/elicitation';
import { settle } from '../../../support/fakeClock';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

/** Each message waits here until the test presses a button. */
let presses: ((button: string | undefined) => void)[];
const { shownTexts } = fakeVscode;
const { opened } = fakeVscode.env;

beforeEach(() => {
  presses = [];
  fakeVscode.messages.answerAll(() => new Promise((press) => void presses.push(press)));
});

const url = 'https://reports.example/sign';
const page: Question = { kind: 'url', message: '', url };
const visit: Question = { kind: 'visit', message: '', url };
const never = new AbortController().signal;

function press(at: number, button: string | undefined): void {
  presses[at]?.(button);
}

describe('a page that a server asks for', () => {
  const interaction = new Elicitation(() => 'shop').for('shop');

  it('is opened when the user agrees', async () => {
    const answer = interaction.ask(page, never);
    await settle();
    press(0, 'Open in Browser');
    expect([await answer, opened]).toEqual([{ action: 'accept' }, [url]]);
  });

  it('is not opened any more when the question was withdrawn', async () => {
    const withdrawn = new AbortController();
    const answer = interaction.ask(page, withdrawn.signal);
    await settle();
    withdrawn.abort();
    press(0, 'Open in Browser');
    expect([await answer, opened]).toEqual([{ action: 'cancel' }, []]);
  });
});

describe('a page that a server waits for', () => {
  it('has one message for all who wait, and a new one for who comes later', async () => {
    const interaction = new Elicitation(() => 'shop').for('shop');
    const both = [interaction.ask(visit, never), interaction.ask(visit, never)];
    expect(shownTexts).toEqual([
      'The MCP server “shop” is waiting for you to finish on reports.example in your browser.',
    ]);
    press(0, 'Done');
    expect(await Promise.all(both)).toEqual([{ action: 'accept' }, { action: 'accept' }]);
    const later = interaction.ask(visit, never);
    press(1, undefined);
    expect(await later).toEqual({ action: 'cancel' });
  });

  it('has a new message when the server has said that the one before is done', () => {
    const interaction = new Elicitation(() => 'shop').for('shop');
    const done = new AbortController();
    void interaction.ask(visit, done.signal);
    done.abort();
    void interaction.ask(visit, never);
    expect(shownTexts).toHaveLength(2);
  });
});
