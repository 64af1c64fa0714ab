import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ContextSet } from '../../../src/core/context/contextSet';
import { ChatBudget } from '../../../src/host/chatBudget';
import { FakeClock, settle } from '../../support/fakeClock';
import { FakeStore } from '../../support/fakeStore';
import { silent } from '../../support/silent';

interface Model {
  id: string;
  name: string;
  maxInputTokens: number;
}

const editor = vi.hoisted(() => ({
  asked: 0,
  models: [] as Model[],
  fails: false,
  hangs: false,
  setting: 0,
  onModels: [] as (() => void)[],
  onSetting: [] as ((event: { affectsConfiguration: () => boolean }) => void)[],
}));

vi.mock('vscode', () => {
  const listen =
    <T>(listeners: T[]) =>
    (listener: T) => {
      listeners.push(listener);
      return { dispose: () => void listeners.splice(listeners.indexOf(listener), 1) };
    };
  return {
    lm: {
      selectChatModels: () => {
        editor.asked += 1;
        if (editor.hangs) return new Promise(() => undefined);
        return editor.fails ? Promise.reject(new Error('No models')) : Promise.resolve(editor.models);
      },
      onDidChangeChatModels: listen(editor.onModels),
    },
    workspace: {
      getConfiguration: () => ({ get: () => editor.setting }),
      onDidChangeConfiguration: listen(editor.onSetting),
    },
  };
});

const large = { id: 'l', name: 'Large', maxInputTokens: 600_000 };
const small = { id: 's', name: 'Small', maxInputTokens: 60_000 };
const unusable = { id: 'u', name: 'Unusable', maxInputTokens: 0 };
const note = { serverId: 'shop', uri: 'a', name: 'a', title: undefined, mimeType: undefined, size: undefined };

beforeEach(() => {
  Object.assign(editor, { asked: 0, models: [large, small, unusable], fails: false, hangs: false, setting: 0 });
  editor.onModels.length = editor.onSetting.length = 0;
});

async function fixture(isPicked = true) {
  const picked = new ContextSet(new FakeStore());
  if (isPicked) await picked.add([note]);
  const clock = new FakeClock();
  const budget = new ChatBudget(clock, picked, silent);
  let changes = 0;
  budget.onDidChange(() => (changes += 1));
  return { clock, budget, picked, changes: () => changes };
}

describe('the budget of attachments', () => {
  it('is a sixth of what the model takes that was last seen at work', async () => {
    const { budget, changes } = await fixture();
    budget.noteModel(large);
    budget.noteModel(large);
    expect([budget.current(), changes()]).toEqual([{ tokens: 100_000, modelName: 'Large' }, 1]);
    budget.noteModel(unusable);
    budget.noteModel(small);
    expect([await budget.known(), changes()]).toEqual([{ tokens: 10_000, modelName: 'Small' }, 3]);
  });

  it('is of the only model, else of the smallest, and then says so', async () => {
    expect(await (await fixture()).budget.known()).toEqual({ tokens: 10_000, modelName: undefined });
    editor.models = [unusable, large];
    expect(await (await fixture()).budget.known()).toEqual({ tokens: 100_000, modelName: 'Large' });
    editor.models = [];
    expect(await (await fixture()).budget.known()).toBeUndefined();
    editor.fails = true;
    expect(await (await fixture()).budget.known()).toBeUndefined();
  });

  it('is what the person set', async () => {
    const { budget, changes } = await fixture();
    budget.noteModel(large);
    editor.setting = 5_000;
    for (const listener of editor.onSetting) listener({ affectsConfiguration: () => true });
    expect([budget.current(), changes()]).toEqual([{ tokens: 5_000, modelName: undefined }, 2]);
  });

  it('asks for models once, and only when something is picked and somebody looks', async () => {
    const { budget, picked } = await fixture(false);
    budget.wake();
    expect([budget.current(), editor.asked]).toEqual([undefined, 0]);
    await picked.add([note]);
    budget.wake();
    await settle();
    expect([budget.current()?.tokens, editor.asked]).toEqual([10_000, 1]);
    await fixture();
    expect(editor.asked).toBe(1);
  });

  it('does not wait for long for models that do not come', async () => {
    editor.hangs = true;
    const { budget, clock } = await fixture();
    const known = budget.known();
    await clock.advance(3_000);
    expect([await known, clock.pending]).toEqual([undefined, []]);
  });

  it('does not ask again for each model that comes while it asks', async () => {
    const { budget } = await fixture();
    budget.wake();
    for (let change = 0; change < 3; change += 1) for (const listener of editor.onModels) listener();
    await settle();
    expect([budget.current()?.tokens, editor.asked]).toEqual([10_000, 1]);
    for (const listener of editor.onModels) listener();
    expect(editor.asked).toBe(2);
  });

  it('follows the models, and forgets one that is no longer there', async () => {
    const { budget } = await fixture();
    budget.noteModel(large);
    await budget.known();
    editor.models = [small];
    for (const listener of editor.onModels) listener();
    await settle();
    expect([budget.current(), editor.asked]).toEqual([{ tokens: 10_000, modelName: 'Small' }, 2]);
    budget.dispose();
  });
});
