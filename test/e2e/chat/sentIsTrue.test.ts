// What Context and mcpContext say of a message is what its model got, in VS Code's own chat. `npm run chat-table` has more messages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CopilotChat } from '../../support/copilot/copilotChat.js';
import { imagesOf, type ModelRequest } from '../../support/copilot/modelServer.js';
import { sendRow } from '../../support/copilot/outcome.js';
import { sentWindows, servedBy } from '../../support/copilot/sentRows.js';
import { ContextRows } from '../context/contextRows.js';

describe('an image', () => {
  const photo = 'box://desk/photo.png';
  // The smallest that there is, and the same with a byte behind its end.
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const versions = [png, Buffer.concat([Buffer.from(png, 'base64'), Buffer.from('.')]).toString('base64')] as const;

  const versionOf = (index: 0 | 1) => ({ [photo]: { mimeType: 'image/png', blob: versions[index] } });

  let chat: CopilotChat;
  const context = new ContextRows(() => chat.workbench);
  beforeAll(async () => {
    chat = await CopilotChat.start(versionOf(0));
  });
  afterAll(() => chat.dispose());

  const said = async (): Promise<string> => (await context.all()).map(({ ariaLabel }) => ariaLabel).join();
  const imagesIn = ({ messages }: ModelRequest): number => messages.flatMap(imagesOf).length;

  /** Attaches, and lets VS Code count the images of the folder: a user takes longer to write a message. */
  async function attach(): Promise<void> {
    await chat.attach(photo);
    await chat.workbench.page.waitForTimeout(2_500);
  }

  it('is sent when a message took it and not when it was attached, updated when it changed since, and then sent again', async () => {
    await chat.begin('agent');
    await attach();
    await chat.newChat('agent');
    expect(imagesIn(await chat.send('Without it?'))).toBe(0);
    expect(await said()).toMatch(/^photo\.png, attached \d\d:\d\d, 70 B$/u);
    await attach();
    expect(imagesIn(await chat.send('The first?'))).toBe(1);
    await expect.poll(said).toMatch(/^photo\.png, sent \d\d:\d\d, 70 B$/u);
    await chat.server.change(versionOf(1));
    await expect.poll(said).toMatch(/^photo\.png, updated, sent \d\d:\d\d, 71 B$/u);
    await attach();
    await expect.poll(said).toMatch(/^photo\.png, updated, attached \d\d:\d\d, 71 B$/u);
    expect(imagesIn(await chat.send('The second?'))).toBe(2);
    await expect.poll(said).toMatch(/^photo\.png, sent \d\d:\d\d, 71 B$/u);
  });
});

describe.each(sentWindows)('with $name', ({ models, rows }) => {
  let chat: CopilotChat;
  beforeAll(async () => {
    chat = await CopilotChat.start(servedBy(rows), { models });
  });
  afterAll(() => chat.dispose());

  it.each(rows.filter(({ isTest }) => isTest))('$mode mode: $name', async (row) => {
    const { outcome, said } = await sendRow(chat, row);
    expect([outcome, said]).toEqual([row.outcome, said]);
  });
});
