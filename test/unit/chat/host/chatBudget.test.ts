import { beforeEach, describe, expect, it } from 'vitest';
import { Emitter } from '../../../../src/core/base/event';
import { ContextSet } from '../../../../src/core/context/contextSet';
import { ChatBudget } from '../../../../src/host/chat/chatBudget';
import { FakeClock, settle } from '../../../support/fakeClock';
import { FakeStore } from '../../../support/fakeStore';
import { silent } from '../../../support/silent';
import { fakeModel } from '../../../support/vscode/languageModels';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { own } from '../../../support/own';

const large = fakeModel({ id: 'l', name: 'Large', maxInputTokens: 600_000 });
const small = fakeModel({ id: 's', name: 'Small', maxInputTokens: 60_000 });
const unusable = fakeModel({ id: 'u', name: 'Unusable', maxInputTokens: 0 });
const { models } = fakeVscode;
const note = { serverId: 'shop', uri: 'a', name: 'a', title: undefined, mimeType: undefined, size: undefined };

beforeEach(() => models.set([large, small, unusable]));

async function fixture(isPicked = true) {
  const picked = new ContextSet(new FakeStore());
  if (isPicked) await picked.add([note]);
  const clock = new FakeClock();
  const didChange = own(new Emitter<void>());
  const session = { isHarness: false, onDidChange: didChange.event };
  const budget = own(new ChatBudget(clock, session, picked, silent));
  let changes = 0;
  own(budget.onDidChange(() => (changes += 1)));
  const change = (isHarness: boolean): void => {
    session.isHarness = isHarness;
    didChange.fire();
  };
  return { clock, budget, picked, change, changes: () => changes };
}

describe('the budget of attachments', () => {
  it('is of the only model, else of the smallest, and then says so', async () => {
    expect(await (await fixture()).budget.known()).toEqual({ tokens: 8_500, room: 8_500, modelName: undefined });
    models.set([unusable, large]);
    expect(await (await fixture()).budget.known()).toEqual({ tokens: 85_000, room: 85_000, modelName: 'Large' });
    models.set([]);
    expect(await (await fixture()).budget.known()).toBeUndefined();
    models.set(() => Promise.reject(new Error('No models')));
    expect(await (await fixture()).budget.known()).toBeUndefined();
  });

  it('is smaller by the tools that a model may be offered', async () => {
    fakeVscode.models.setOtherTools(...Array.from({ length: 100 }, (_, index) => `a_tool_with_a_name_${index}`));
    models.set([large]);
    const { tokens = 0 } = (await (await fixture()).budget.known()) ?? {};
    expect([tokens < 85_000, tokens > 84_000]).toEqual([true, true]);
  });

  it('is what the user set', async () => {
    const { budget, changes } = await fixture();
    models.set([large]);
    await budget.known();
    fakeVscode.settings.set('mcpResources.context.budget', 5_000);
    expect([budget.current(), changes()]).toEqual([{ tokens: 5_000, room: 85_000, modelName: undefined }, 2]);
  });

  it('asks for models once, and only when the context has resources and is visible', async () => {
    const { budget, picked } = await fixture(false);
    budget.wake();
    expect([budget.current(), models.asked]).toEqual([undefined, 0]);
    await picked.add([note]);
    budget.wake();
    await settle();
    expect([budget.current()?.tokens, models.asked]).toEqual([8_500, 1]);
    await fixture();
    expect(models.asked).toBe(1);
  });

  it('does not wait for long for models that do not come', async () => {
    models.set(() => new Promise(() => undefined));
    const { budget, clock } = await fixture();
    const knownBudget = budget.known();
    await clock.advance(3_000);
    expect([await knownBudget, clock.pending]).toEqual([undefined, []]);
  });

  it('asks once more for all models that come while it asks', async () => {
    models.set([large]);
    const { budget } = await fixture();
    budget.wake();
    models.set([large, small]);
    for (let change = 0; change < 3; change += 1) models.changed();
    await settle();
    expect([budget.current()?.tokens, models.asked]).toEqual([8_500, 2]);
    models.changed();
    expect(models.asked).toBe(3);
  });

  it('is none in a session of the Copilot harness, but what the user set', async () => {
    const { budget, change, changes } = await fixture();
    await budget.known();
    const before = changes();
    change(true);
    expect([budget.current(), changes() - before]).toEqual([undefined, 1]);
    fakeVscode.settings.set('mcpResources.context.budget', 5_000);
    expect(budget.current()?.tokens).toBe(5_000);
  });

  it('follows the models', async () => {
    models.set([large]);
    const { budget } = await fixture();
    await budget.known();
    models.set([small]);
    models.changed();
    await settle();
    expect([budget.current(), models.asked]).toEqual([{ tokens: 8_500, room: 8_500, modelName: 'Small' }, 2]);
    budget.dispose();
  });
});
