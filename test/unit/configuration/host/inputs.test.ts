import { describe, expect, it } from 'vitest';
import type { InputDefinition } from '../../../../src/core/configuration/configuration';
import { Inputs } from '../../../../src/host/configuration/inputs';
import { settle } from '../../../support/fakeClock';
import { FakeStore } from '../../../support/fakeStore';
import { FakeSecrets } from '../../../support/vscode/extensionContext';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { define, folderSource, stdio, userSource } from '../fixtures';

const { inputs: boxes, picks } = fakeVscode;
const text = (fields: Partial<Extract<InputDefinition, { kind: 'promptString' }>> = {}): InputDefinition => ({
  kind: 'promptString',
  id: 'token',
  description: undefined,
  default: undefined,
  isPassword: true,
  ...fields,
});
const evil = '--eval=\u202e$(x)';
const choice: InputDefinition = {
  kind: 'pickString',
  id: 'region',
  description: 'Where it runs',
  default: evil,
  options: [
    { label: 'Europe', value: 'eu' },
    { label: '$(globe) America', value: evil },
    { label: 'asia', value: 'asia' },
  ],
};
const notes = define(stdio());

/** Inputs in one window of a user; secrets and storage can outlive it. */
function newWindow({ secrets = new FakeSecrets(), store = new FakeStore() } = {}) {
  return { secrets, store, inputs: new Inputs(secrets, store, ({ name }) => name) };
}

describe('a value that a server needs', () => {
  it('is asked for once, kept as a secret, and known in the next window', async () => {
    const first = newWindow();
    boxes.answer('secret');
    const values = [await first.inputs.ask(text(), notes), await first.inputs.ask(text(), notes)];
    values.push(await newWindow(first).inputs.ask(text(), notes));
    expect([values, boxes.asked.length]).toEqual([['secret', 'secret', 'secret'], 1]);
    expect([...first.secrets.values]).toEqual([['v1.input/folder/file%3A%2F%2F%2Fhome%2Fada%2Fshop/token', 'secret']]);
    // Outside of the secrets only the names of the values are stored.
    expect(first.store.get('inputs')).toEqual(['v1.input/folder/file%3A%2F%2F%2Fhome%2Fada%2Fshop/token']);
  });

  it('belongs to no server of a folder around the one that it is for', async () => {
    const { inputs } = newWindow();
    const nested = define(stdio(), { ...folderSource, id: `${folderSource.id}/api`, label: 'nested' });
    boxes.answer('secret');
    await inputs.ask(text(), nested);
    expect([
      inputs.isSaved(text({ id: 'api/token' }), notes),
      inputs.saved([notes, nested]).map(({ id, source }) => [id, source]),
    ]).toEqual([false, [['token', 'nested']]]);
  });

  it('is hidden while it is typed, and says whose it is without markup', async () => {
    boxes.answer('secret', 'a');
    const { inputs } = newWindow();
    await inputs.ask(text({ description: '[Key](command:evil) $(key)' }), {
      ...notes,
      name: '$(x)',
    });
    await inputs.ask(text({ id: 'port', isPassword: false, default: '80' }), notes);
    expect(boxes.asked.map(({ title, prompt, value, isPassword }) => ({ title, prompt, value, isPassword }))).toEqual([
      {
        title: 'MCP Server “$​(x)”',
        prompt: '[Key]\u200b(command:evil) $\u200b(key)',
        value: undefined,
        isPassword: true,
      },
      { title: 'MCP Server “notes”', prompt: 'Value for “port”', value: '80', isPassword: false },
    ]);
  });

  it('can be empty', async () => {
    boxes.answer('');
    const { inputs, secrets } = newWindow();
    const values = [await inputs.ask(text(), notes), await inputs.ask(text(), notes)];
    expect([values, boxes.asked.length, [...secrets.values.values()]]).toEqual([['', ''], 1, ['']]);
  });

  it('that was not given is not kept, and asked for again', async () => {
    const { inputs, secrets, store } = newWindow();
    boxes.answer(undefined, 'secret');
    expect(await inputs.ask(text(), notes)).toBeUndefined();
    expect([[...secrets.values], store.get('inputs')]).toEqual([[], undefined]);
    expect(await inputs.ask(text(), notes)).toBe('secret');
  });

  it('is not given to a server of another file, even under the same name', async () => {
    const { inputs } = newWindow();
    boxes.answer('for the folder', 'for the user', 'for the other folder');
    const elsewhere = define(stdio(), { ...folderSource, id: 'file:///else/shop' });
    const asked = [notes, define(stdio(), userSource), elsewhere].map((one) => inputs.ask(text(), one));
    expect(await Promise.all(asked)).toEqual(['for the folder', 'for the user', 'for the other folder']);
  });

  it('is asked for once where several servers of a file want it at the same time', async () => {
    const { inputs } = newWindow();
    boxes.answer('secret');
    const asked = [inputs.ask(text(), notes), inputs.ask(text(), define(stdio({ command: 'deno' })))];
    expect([await Promise.all(asked), boxes.asked.length]).toEqual([['secret', 'secret'], 1]);
  });

  it('is asked for one after the other, also after one that failed', async () => {
    const { inputs, secrets } = newWindow();
    const opened: string[] = [];
    let go: (typed: string) => void = () => undefined;
    boxes.answer(
      (box) => {
        opened.push(box.prompt ?? '');
        return new Promise<string>((resolve) => (go = resolve));
      },
      (box) => {
        opened.push(box.prompt ?? '');
        return 'second';
      },
    );
    secrets.store = () => Promise.reject(new Error('no keyring'));
    const first = inputs.ask(text({ id: 'a' }), notes);
    const failed = expect(first).rejects.toThrow('no keyring');
    const second = inputs.ask(text({ id: 'b' }), notes);
    const alsoFailed = expect(second).rejects.toThrow('no keyring');
    await settle();
    expect(opened).toEqual(['Value for “a”']);
    go('first');
    await Promise.all([failed, alsoFailed]);
    expect(opened).toEqual(['Value for “a”', 'Value for “b”']);
  });

  it('can be chosen from a list, which shows what each choice stands for', async () => {
    const { inputs } = newWindow();
    picks.answer('Europe');
    expect(await inputs.ask(choice, notes)).toBe('eu');
    expect(picks.asked.map(({ placeholder, items }) => [placeholder, items])).toEqual([
      [
        'Where it runs',
        [
          { label: 'Europe', description: 'eu', value: 'eu', picked: false },
          { label: '$\u200b(globe) America', description: '--eval=\\u{202e}$\u200b(x)', value: evil, picked: true },
          { label: 'asia', value: 'asia', picked: false },
        ],
      ],
    ]);
  });

  it('comes anew from a command each time, and only a text counts', async () => {
    const { inputs, secrets } = newWindow();
    const ran: unknown[] = [];
    const answers = ['one', 2, undefined];
    fakeVscode.commands.answer('shop.token', (args) => {
      ran.push(args);
      return answers[ran.length - 1];
    });
    const command: InputDefinition = { kind: 'command', id: 'token', command: 'shop.token', args: { all: true } };
    const values = [];
    for (const _ of answers) values.push(await inputs.ask(command, notes));
    expect([values, ran, [...secrets.values]]).toEqual([
      ['one', undefined, undefined],
      [{ all: true }, { all: true }, { all: true }],
      [],
    ]);
  });
});

describe('forgetting the values', () => {
  it('takes each from the secrets, in whichever window it was given, and asks again', async () => {
    const first = newWindow();
    first.secrets.values.set('signIn/abc', 'stays');
    boxes.answer('a', 'b', 'c');
    await first.inputs.ask(text({ id: 'a' }), notes);
    await newWindow(first).inputs.ask(text({ id: 'b' }), notes);
    await first.inputs.forget(first.inputs.saved([]).map(({ name }) => name));
    expect([[...first.secrets.values], first.store.get('inputs')]).toEqual([[['signIn/abc', 'stays']], []]);
    expect(await first.inputs.ask(text({ id: 'a' }), notes)).toBe('c');
  });
});
