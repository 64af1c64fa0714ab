// What GitHub Copilot Chat sends of attachments, by the requests that its model got.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../src/core/chat/estimateTokens.js';
import { roomForAttachments, shareOfEach } from '../../../src/core/chat/budget.js';
import { arrived, CopilotChat } from '../../support/copilot/copilotChat.js';
import { waitForChips } from '../../support/workbench/chat.js';
import { pressDialogButton, readDialog } from '../../support/workbench/prompts.js';
import { waitFor } from '../../support/workbench/waiting.js';
import { ContextRows } from '../context/contextRows.js';

/** About 195 tokens for 1,000 characters. */
function prose(name: string, kB: number): string {
  const line = (number: number): string =>
    `${name} ${number}: plants are watered in the morning, before the sun is high.\n`;
  const lines = Array.from({ length: kB * 20 }, (_, index) => line(index));
  return `${lines.join('').slice(0, kB * 1_000 - 1)}.`;
}

/** About 1,020 tokens for 1,000 characters. */
function numbers(seed: number, kB: number): string {
  let value = seed;
  const next = (): number => (value = (value * 1_103_515_245 + 12_345) % 2_147_483_648) % 100_000;
  const rows = Array.from({ length: kB * 25 }, () => Array.from({ length: 8 }, next).join(','));
  return rows.join('\n').slice(0, kB * 1_000);
}

const tiny = Array.from({ length: 7 }, (_, index) => `box://desk/tiny-${index}.txt`);
const [p10, p20, p40, p60, p80] = [10, 20, 40, 60, 80].map((kB) => `box://desk/p${kB}.txt`) as [
  string,
  string,
  string,
  string,
  string,
];
const [csvA, csvB] = ['box://desk/a.csv', 'box://desk/b.csv'];
const texts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(tiny.map((uri) => [uri, `${uri}\n`])),
  ...Object.fromEntries([p10, p20, p40, p60, p80].map((uri) => [uri, prose('Day', Number(/\d+/u.exec(uri)?.[0]))])),
  [csvA]: numbers(1, 20),
  [csvB]: numbers(2, 20),
};

let chat: CopilotChat;
const context = new ContextRows(() => chat.workbench);
beforeAll(async () => {
  chat = await CopilotChat.start(texts);
});
afterAll(() => chat.dispose());

/** What arrived of each, beside what was attached. */
const whole = (uris: readonly string[]): readonly string[] => uris.map((uri) => texts[uri]?.trimEnd() ?? '');
const textsOf = (request: Parameters<typeof arrived>[0]): readonly string[] =>
  arrived(request).map(({ text }) => text.trimEnd());

describe('in agent mode', () => {
  it.each([
    ['one text of 60 kB', [p60]],
    ['20 and 40 kB', [p20, p40]],
    ['10 and 20 kB and seven tiny ones', [p10, p20, ...tiny]],
  ])('%s arrive whole and in order', async (_, uris) => {
    await chat.begin('agent');
    await chat.attach(...uris);
    expect(textsOf(await chat.send('Whole?'))).toEqual(whole(uris));
    const isSent = async (): Promise<boolean> =>
      (await context.all()).every(({ description }) => description.includes('sent just now'));
    await waitFor('all to be sent', isSent);
  });

  it.each([
    ['a text of 80 kB and one of 10', [p80, p10]],
    ['60 and 40 kB', [p60, p40]],
    ['two tables of numbers of 20 kB', [csvA, csvB]],
    ['10, 20, 40 and 60 kB', [p10, p20, p40, p60]],
  ])('%s do not fit, which is said before, and what fits arrives whole', async (_, uris) => {
    const { page } = chat.workbench;
    await chat.begin('agent');
    const attaching = chat.attaching(...uris);
    expect((await readDialog(page)).text).toContain(`The ${uris.length} attachments have`);
    await pressDialogButton(page, 'Attach What Fits');
    await attaching;
    const rows = await context.all();
    const kept = uris.filter((uri) => rows.some(({ label, checked }) => checked && uri.endsWith(`/${label}`)));
    expect(kept.length).toBeGreaterThan(0);
    expect(textsOf(await chat.send('What fits?'))).toEqual(whole(kept));
  });

  it('has what the server says when the message is sent', async () => {
    await chat.begin('agent');
    await chat.attach(p10);
    await chat.server.change({ [p10]: 'changed in between\n' });
    await waitFor('the new content', async () => {
      const [row] = await context.all();
      return /~\d tokens/u.test(row?.description ?? '');
    });
    expect(textsOf(await chat.send('And now?'))).toEqual(['changed in between']);
    await expect.poll(async () => (await context.all())[0]?.description).toContain('sent just now');
    await chat.server.change({ [p10]: texts[p10] ?? '' });
  });
});

it('in ask mode a text arrives whole', async () => {
  await chat.begin('ask');
  await chat.attach(p60);
  expect(textsOf(await chat.send('Whole?'))).toEqual(whole([p60]));
});

describe('the limits of the client', () => {
  /** Attaches files without this product's help. */
  const sendFiles = async (...names: readonly string[]): Promise<Awaited<ReturnType<CopilotChat['send']>>> => {
    const { workbench } = chat;
    await chat.begin('agent');
    const attachFiles = names.map((name) => ({ $uri: chat.fileUri(name) }));
    await workbench.executeCommand('workbench.action.chat.open', { attachFiles });
    await waitForChips(workbench.page, names);
    return chat.send('Cut?');
  };

  it('are those that the budget goes by', async () => {
    await chat.workbench.writeFile('one.txt', texts[p60]);
    await chat.workbench.writeFile('two.txt', 'two\n');
    const request = await sendFiles('one.txt', 'two.txt');
    const [cut] = arrived(request);
    expect(cut?.isSummarized).toBe(true);
    const tools = (request.tools ?? []).map((tool) => tool.function);
    const room = roomForAttachments(128_000, estimateTokens(JSON.stringify(tools)));
    const share = shareOfEach(room, 2);
    // The estimate of the tools' tokens is too high, so that the room is never too large.
    expect((cut?.text.length ?? 0) / share).toBeGreaterThan(1);
    expect((cut?.text.length ?? 0) / share).toBeLessThan(1.05);
  });
});
