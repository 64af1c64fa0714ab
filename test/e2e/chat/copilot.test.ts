// What GitHub Copilot Chat, built into VS Code, sends of attachments, by the requests that its model got. `npm run chat-table` has more rows.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { roomForAttachments, shareOfEach, tokensOfTag } from '../../../src/core/chat/budget.js';
import { estimateTokens } from '../../../src/core/chat/estimateTokens.js';
import { arrived, CopilotChat, lastMessage, serverId } from '../../support/copilot/copilotChat.js';
import {
  imagesOf,
  inTurn,
  type Input,
  type ModelRequest,
  type ScriptedCall,
} from '../../support/copilot/modelServer.js';
import { sampleTexts, type SampleKind } from '../../support/copilot/sampleTexts.js';
import { dragIntoChat, waitForChips } from '../../support/workbench/chat.js';
import {
  clearNotifications,
  pressDialogButton,
  readDialog,
  waitForNotification,
} from '../../support/workbench/prompts.js';
import { setSideBarWidth, takeScreenshot } from '../../support/workbench/appearance.js';
import { findRow, setExpanded } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import { ContextRows } from '../context/contextRows.js';

const tiny = Array.from({ length: 7 }, (_, index) => `box://desk/tiny-${index}.txt`);
const [p10, p20, p40, p60, p80, p100] = ['10', '20', '40', '60', '80', '100'].map((kB) => `box://desk/p${kB}.txt`) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const [csvA, csvB] = ['box://desk/a.csv', 'box://desk/b.csv'];
const kinds = Object.keys(sampleTexts) as SampleKind[];
const texts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(tiny.map((uri) => [uri, `${uri}\n`])),
  ...Object.fromEntries(
    [p10, p20, p40, p60, p80, p100].map((uri, seed) => [
      uri,
      sampleTexts.prose(Number(/\d+/u.exec(uri)?.[0]) * 1_000, seed),
    ]),
  ),
  ...Object.fromEntries(kinds.map((kind) => [`box://desk/${kind}.txt`, sampleTexts[kind](8_000, 1)])),
  [csvA]: sampleTexts.numbers(20_000, 1),
  [csvB]: sampleTexts.numbers(20_000, 2),
};

let chat: CopilotChat;
const context = new ContextRows(() => chat.workbench);
beforeAll(async () => {
  chat = await CopilotChat.start(texts);
});
afterAll(() => chat.dispose());
afterEach(async () => {
  const { page } = chat.workbench;
  // A dialog that a failed test left open would stop all that follow.
  if (await page.locator('.monaco-dialog-box').isVisible()) await page.keyboard.press('Escape');
  await clearNotifications(page);
});

/** What arrived of each, beside what was attached. */
const whole = (uris: readonly string[]): readonly string[] => uris.map((uri) => texts[uri]?.trimEnd() ?? '');
const textsOf = (request: ModelRequest): readonly string[] => arrived(request).map(({ text }) => text.trimEnd());
const descriptions = async (): Promise<readonly string[]> =>
  (await context.all()).map(({ description }) => description);

const spoken = async (): Promise<readonly string[]> => (await context.all()).map(({ ariaLabel }) => ariaLabel);

describe('in agent mode', () => {
  it.each([
    ['one text of 60 kB', [p60]],
    ['20 and 40 kB', [p20, p40]],
    ['10 and 20 kB and seven tiny ones', [p10, p20, ...tiny]],
  ])('%s arrive whole and in order', async (_, uris) => {
    await chat.begin('agent');
    await chat.attach(...uris);
    expect(textsOf(await chat.send('Whole?'))).toEqual(whole(uris));
    await waitFor('all to be sent', async () => (await spoken()).every((text) => /, sent \d\d:\d\d/u.test(text)));
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
    expect((await readDialog(page)).text).toContain(`These ${uris.length} attachments use `);
    await pressDialogButton(page, 'Attach What Fits');
    await attaching;
    let kept: readonly string[] = [];
    // The view may still have the rows of what was attached before.
    await waitFor('exactly these, some of them unchecked', async () => {
      const rows = await context.all();
      const shown = uris.map((uri) => rows.find(({ label }) => uri.endsWith(`/${label}`)));
      kept = uris.filter((_, index) => shown[index]?.checked);
      return rows.length === uris.length && shown.every(Boolean) && kept.length < uris.length;
    });
    expect(kept.length).toBeGreaterThan(0);
    expect(textsOf(await chat.send('What fits?'))).toEqual(whole(kept));
  });

  it('what was attached in two steps is counted together', async () => {
    const { page } = chat.workbench;
    await chat.begin('agent');
    await chat.attach(p40);
    const attaching = chat.attaching(p60);
    expect((await readDialog(page)).text).toContain('Unsent attachments in the chat already use');
    await takeScreenshot(page, 'too-much-with-what-waits');
    await pressDialogButton(page, 'Cancel');
    await attaching;
    expect(textsOf(await chat.send('Alone?'))).toEqual(whole([p40]));
  });

  it('of what is attached all the same, a row and a message say that it may not have arrived whole', async () => {
    const { page } = chat.workbench;
    await chat.begin('agent');
    const attaching = chat.attaching(p60, p80);
    await readDialog(page);
    await pressDialogButton(page, 'Attach All');
    await attaching;
    const request = await chat.send('All?');
    expect(arrived(request).map(({ isSummarized }) => isSummarized)).toEqual([true, true]);
    const { message } = await waitForNotification(page, 'The chat may have shortened');
    expect(message).toBe(
      'The chat may have shortened p60.txt, p80.txt because of the token limit. Send fewer resources at once, or add #mcpContext to your message so the model can read them.',
    );
    await waitFor('the rows', async () => (await descriptions()).every((text) => text.includes('maybe shortened')));
    await setSideBarWidth(page, 300);
    await takeScreenshot(page, 'sent-may-be-cut');
  });

  it('has what the server says when the message is sent', async () => {
    await chat.begin('agent');
    await chat.attach(p10);
    await chat.server.change({ [p10]: 'changed in between\n' });
    await waitFor('the new content', async () => /\d tokens/u.test((await descriptions())[0] ?? ''));
    expect(textsOf(await chat.send('And now?'))).toEqual(['changed in between']);
    await expect.poll(async () => (await spoken())[0]).toMatch(/, sent \d\d:\d\d/u);
    await chat.server.change({ [p10]: texts[p10] ?? '' });
  });

  it('has what the server says after the server was ended and is back', async () => {
    await chat.begin('agent');
    await chat.attach(p10);
    await chat.workbench.executeCommand('mcpResources.stopServer', { serverId });
    await chat.server.change({ [p10]: 'changed while the server was away\n' });
    await chat.workbench.executeCommand('mcpResources.startServer', { serverId });
    await waitFor('the new content', async () => /\d tokens/u.test((await descriptions())[0] ?? ''));
    expect(textsOf(await chat.send('Back?'))).toEqual(['changed while the server was away']);
    await chat.server.change({ [p10]: texts[p10] ?? '' });
  });

  it('the tools are offered, and in ask mode not', async () => {
    const names = async (): Promise<readonly string[]> => {
      const { tools = [] } = await chat.send('Which tools?');
      return tools.map((tool) => tool.function.name).filter((name) => name.startsWith('mcpResources_'));
    };
    await chat.begin('agent');
    expect([...(await names())].sort()).toEqual(['mcpResources_context', 'mcpResources_list', 'mcpResources_read']);
    await chat.begin('ask');
    expect(await names()).toEqual([]);
  });

  it('an image arrives as an image', async () => {
    await chat.begin('agent');
    await chat.attach('media://larkspur/photographs/echinacea.png');
    const images = (await chat.send('What is on it?')).messages.flatMap(imagesOf);
    expect(images).toEqual([expect.stringMatching(/^data:image\/(png|jpeg);base64,/u)]);
  });

  it('what is dragged into the chat is in the context once it was sent', async () => {
    const { page } = chat.workbench;
    await chat.begin('agent');
    await setExpanded(page, 'Resources', 'box');
    // What is said of the message before lies above the chat's input.
    await clearNotifications(page);
    await dragIntoChat(page, await findRow(page, 'Resources', 'tiny-0.txt'));
    await waitForChips(page, ['tiny-0.txt']);
    expect(await context.all()).toEqual([]);
    expect(textsOf(await chat.send('Dragged?'))).toEqual(whole([tiny[0] ?? '']));
    await waitFor('the row', async () => (await spoken()).some((text) => /, sent \d\d:\d\d/u.test(text)));
  });
});

describe.each(['ask', 'edit'] as const)('in %s mode', (mode) => {
  it('a text arrives whole', async () => {
    await chat.begin(mode);
    await chat.attach(p20);
    const request = await chat.send('Whole?');
    expect(lastMessage(request)).toContain(texts[p20]);
  });
});

describe('the tokens of a row', () => {
  it.each(kinds)('are what o200k counts for %s, within 5 %%', async (kind) => {
    const uri = `box://desk/${kind}.txt`;
    await chat.begin('agent');
    await chat.attach(uri);
    const shown = async (): Promise<number> => {
      const [, number = '', unit] = /([\d.]+)(K?) tokens/u.exec((await descriptions())[0] ?? '') ?? [];
      return Number(number) * (unit === 'K' ? 1_000 : 1);
    };
    const off = async (): Promise<number> =>
      Math.abs((await shown()) / (countTokens(texts[uri] ?? '') + tokensOfTag) - 1);
    await expect.poll(off).toBeLessThan(0.05);
  });
});

describe('what a tool returns', () => {
  const read = 'mcpResources_read';
  const reading = (input: ScriptedCall['input']): ScriptedCall => ({ tool: read, input, asks: true });
  const contentIn = (result: string): string => /\n(=====.+=====)\n([^]*)\n\1/u.exec(result)?.[2] ?? '';

  it('arrives in the message, not as a file: 100 kB in one call for all of it', async () => {
    await chat.begin('agent');
    const result = await chat.callTool(read, { uri: p100, length: 100_000 });
    expect(result).not.toContain('Large tool result');
    expect(contentIn(result)).toBe(texts[p100]);
  });

  it('is 32 kB where no range was asked for, with the range of the rest', async () => {
    await chat.begin('agent');
    const rest = (result: string): Input => {
      const [, start, end] = /startLine\W+(\d+)\W+endLine\W+(\d+)/u.exec(result) ?? [];
      return { uri: p100, startLine: Number(start), endLine: Number(end) };
    };
    const results = await chat.callTools(inTurn([{ uri: p100 }, rest].map(reading)));
    expect(Buffer.byteLength(results[0] ?? '')).toBeLessThanOrEqual(32_000);
    expect(results.join('')).not.toContain('Large tool result');
    expect(results.map(contentIn).join('\n')).toBe(texts[p100]);
  });

  it('is the resource that a mention or a link to it names', async () => {
    await chat.begin('agent');
    const names = [`@larkspur:${p10}`, `[ten](@larkspur:${p10})`];
    const results = await chat.callTools(inTurn(names.map((uri) => reading({ uri }))));
    expect(results.map(contentIn)).toEqual(names.map(() => texts[p10]));
  });
});

describe('the limits of the client', () => {
  /** Attaches files without this product's help. */
  const sendFiles = async (...names: readonly string[]): Promise<ModelRequest> => {
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
    const share = shareOfEach(roomForAttachments(128_000, estimateTokens(JSON.stringify(tools))), 2);
    // The estimate of the tools' tokens is too high, so that the room is never too large.
    expect((cut?.text.length ?? 0) / share).toBeGreaterThan(1);
    expect((cut?.text.length ?? 0) / share).toBeLessThan(1.05);
  });
});
