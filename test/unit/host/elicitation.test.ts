import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Question } from '../../../src/core/elicitation/interaction';
import { Elicitation } from '../../../src/host/elicitation';
import { settle } from '../../support/fakeClock';

/** What the person sees, and the addresses that were opened. */
const editor = vi.hoisted(() => ({
  shown: [] as { message: string; press: (button: string | undefined) => void }[],
  opened: [] as string[],
}));

vi.mock('vscode', () => ({
  env: { openExternal: (url: string) => Promise.resolve(editor.opened.push(url) > 0) },
  window: {
    showInformationMessage: (message: string) =>
      new Promise<string | undefined>((press) => editor.shown.push({ message, press })),
  },
}));

beforeEach(() => {
  editor.shown.length = 0;
  editor.opened.length = 0;
});

const url = 'https://reports.example/sign';
const page: Question = { kind: 'url', message: '', url };
const visit: Question = { kind: 'visit', message: '', url };
const never = new AbortController().signal;

function press(at: number, button: string | undefined): void {
  editor.shown[at]?.press(button);
}

describe('a page that a server asks for', () => {
  const interaction = new Elicitation(() => 'shop').for('shop');

  it('is opened when the person agrees', async () => {
    const answer = interaction.ask(page, never);
    await settle();
    press(0, 'Open in Browser');
    expect([await answer, editor.opened]).toEqual([{ action: 'accept' }, [url]]);
  });

  it('is not opened any more when the question was withdrawn', async () => {
    const withdrawn = new AbortController();
    const answer = interaction.ask(page, withdrawn.signal);
    await settle();
    withdrawn.abort();
    press(0, 'Open in Browser');
    expect([await answer, editor.opened]).toEqual([{ action: 'cancel' }, []]);
  });
});

describe('a page that a server waits for', () => {
  it('has one message for all who wait, and a new one for who comes later', async () => {
    const interaction = new Elicitation(() => 'shop').for('shop');
    const both = [interaction.ask(visit, never), interaction.ask(visit, never)];
    expect(editor.shown.map(({ message }) => message)).toEqual([
      'The MCP server “shop” waits until you are done at reports.example.',
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
    expect(editor.shown).toHaveLength(2);
  });
});
