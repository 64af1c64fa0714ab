// “In Every Message” in VS Code's own chat, for the tests and for `npm run chat-table`: what the messages of each row got, and what is said.
import type { Page } from 'playwright-core';
import { ContextRows } from '../../e2e/context/contextRows.js';
import { chatChips, waitForChips } from '../workbench/chat.js';
import { clearNotifications } from '../workbench/prompts.js';
import { runContextAction } from '../workbench/trees.js';
import { waitFor } from '../workbench/waiting.js';
import { lastMessage, nameOf, serverId, type CopilotChat, type Mode } from './copilotChat.js';
import { imagesOf, type ModelRequest } from './modelServer.js';
import { sampleTexts } from './sampleTexts.js';

export interface EveryMessageRow {
  readonly name: string;
  /** Resources of these base names, without `.txt`; each says `<name>: one`. */
  readonly resources: readonly string[];
  readonly mode?: Mode;
  /** What happens once the first message with them was sent. */
  readonly run: (scene: Scene) => Promise<unknown>;
  readonly outcome: unknown;
  /** True where it is among the tests. */
  readonly isTest?: boolean;
}

const uriOf = (name: string): string => (name.includes(':') ? name : `every://desk/${name}.txt`);
const readme = 'repo://larkspur/shop/README.md';
const photo = 'media://larkspur/photographs/echinacea.png';
const large: Readonly<Record<string, string>> = {
  long: sampleTexts.prose(30_000, 3),
};

/** The chat, with resources that are to be in every message. */
export class Scene {
  readonly rows: ContextRows;

  constructor(
    readonly chat: CopilotChat,
    private readonly names: readonly string[],
  ) {
    this.rows = new ContextRows(() => chat.workbench);
  }

  get page(): Page {
    return this.chat.workbench.page;
  }

  /** Attaches the resources, switches them on by their rows' menu, and sends a first message. */
  async begin(mode: Mode): Promise<void> {
    await this.chat.begin(mode);
    await clearNotifications(this.page);
    await this.chat.attach(...this.names.map(uriOf));
    for (const name of this.names) await this.toggle(name);
    await this.chat.send('The first?');
  }

  async toggle(name: string): Promise<void> {
    const label = nameOf(uriOf(name));
    const isOn = async (): Promise<boolean> =>
      (await this.rows.all()).some((row) => row.label === label && row.ariaLabel.includes('in every message'));
    const wasOn = await isOn();
    await runContextAction(this.page, 'Context', label, 'Toggle In Every Message');
    // The menu gives the focus back to the view once its action is done.
    await waitFor('the switch', async () => (await isOn()) !== wasOn);
  }

  /** Has the server say something else, and waits until it is known. */
  async change(text: string): Promise<void> {
    const [name = ''] = this.names;
    await this.chat.server.change({ [uriOf(name)]: `${name}: ${text}\n` });
    await waitFor('the change', async () => (await this.said()).includes('updated'));
  }

  /** Sends a message; returns what it got of the resources. */
  async send(text: string): Promise<string> {
    return this.contentsIn(await this.chat.send(text));
  }

  contentsIn(request: ModelRequest | undefined): string {
    if (!request) return 'no message';
    const message = lastMessage(request);
    return this.names
      .flatMap((name) => [...message.matchAll(new RegExp(`^${name}: \\w+`, 'gmu'))].map(([text]) => text))
      .join(', ');
  }

  /** Waits until the chips of the next message are exactly these. */
  async chips(...names: readonly string[]): Promise<void> {
    await waitForChips(
      this.page,
      names.map((name) => nameOf(uriOf(name))),
    );
  }

  /** Waits until the row says that its resource is not attached. @returns the chips then */
  async left(): Promise<readonly string[]> {
    await waitFor('a row that is not attached', async () => (await this.said()).includes('not attached'));
    return chatChips(this.page);
  }

  async said(): Promise<string> {
    return (await this.rows.all()).map(({ ariaLabel }) => ariaLabel).join('\n');
  }

  async attachContext(): Promise<void> {
    await this.chat.workbench.executeCommand('mcpResources.attachContext');
  }

  /** Repeats the last message by what `act` does; returns what it got then. */
  async again(act: () => Promise<void>): Promise<string> {
    const before = this.chat.requests.length;
    await act();
    await waitFor('a request', () => Promise.resolve(this.chat.requests.length > before));
    return this.contentsIn(this.chat.requests[before]);
  }
}

async function editLast({ page }: Scene): Promise<void> {
  await page.locator('.interactive-session .interactive-request .rendered-markdown').last().click();
  await page.locator('.interactive-request .interactive-input-editor .view-line').first().waitFor();
  await page.keyboard.press('End');
  await page.keyboard.type(' Again.');
  await page.keyboard.press('Enter');
}

/** Types into a file from the moment that a message is sent until the next chip is there, and at least a hundred keys. @returns what the editor has not got */
async function typeAfterSending(scene: Scene): Promise<string> {
  const { page, chat } = scene;
  const lines = page.locator('.part.editor .view-lines').first();
  await chat.workbench.writeFile('notes.txt', '');
  await chat.workbench.executeCommand('vscode.open', { $uri: chat.fileUri('notes.txt') });
  await lines.waitFor();
  await chat.type('While I type?');
  await lines.click();
  let typed = '';
  for (let isThere = false; typed.length < 100 || !isThere; isThere = (await chatChips(page)).length > 0) {
    typed += String(typed.length % 10);
    await page.keyboard.type(typed.at(-1) ?? '');
  }
  await page.waitForTimeout(500);
  const text = (await lines.innerText()).replaceAll(/\s/gu, '');
  await chat.workbench.executeCommand('workbench.action.files.save');
  await chat.workbench.executeCommand('workbench.action.closeAllEditors');
  return typed.replace(text, '');
}

export const everyMessageRows: readonly EveryMessageRow[] = [
  {
    name: 'is in each of three messages once, as the server has it then',
    resources: ['three'],
    run: async (scene) => {
      await scene.chips('three');
      const second = await scene.send('The second?');
      await scene.chips('three');
      await scene.change('two');
      return [second, await scene.send('The third?')];
    },
    outcome: ['three: one', 'three: two'],
    isTest: true,
  },
  {
    name: 'of a hundred keys typed in an editor after sending, none goes astray',
    resources: ['keys'],
    run: typeAfterSending,
    outcome: '',
    isTest: true,
  },
  {
    name: 'a chat that was closed after sending stays closed, and has it when it is opened',
    resources: ['closed'],
    run: async (scene) => {
      const { page, chat } = scene;
      await scene.chips('closed');
      await chat.attach(readme);
      const release = chat.hold();
      await chat.type('Closed?');
      await chat.workbench.executeCommand('workbench.action.closeAuxiliaryBar');
      release();
      // The file that the message read last is sent, and the other one is attached again.
      await waitFor(
        'both',
        async () =>
          (await scene.said()).includes('README.md, sent') && !(await scene.said()).includes('closed.txt, sent'),
      );
      const isOpen = await page.locator('.part.auxiliarybar').isVisible();
      await chat.workbench.executeCommand('workbench.action.chat.open');
      return [isOpen, await scene.send('Open again?')];
    },
    outcome: [false, 'closed: one'],
    isTest: true,
  },
  {
    name: 'after an older message was edited and sent again, the next message has it once',
    resources: ['edited'],
    run: async (scene) => {
      await scene.chips('edited');
      const edited = await scene.again(() => editLast(scene));
      await scene.chips('edited');
      return [edited, await scene.send('The next?')];
    },
    outcome: ['edited: one', 'edited: one'],
    isTest: true,
  },
  {
    name: 'with a server that was stopped it is not attached, the server stays stopped, and the row says so',
    resources: ['away'],
    run: async (scene) => {
      const { chat } = scene;
      await scene.chips('away');
      const release = chat.hold();
      await chat.type('Away?');
      await chat.workbench.executeCommand('mcpResources.stopServer', { serverId });
      release();
      const chips = await scene.left();
      await chat.workbench.executeCommand('mcpResources.startServer', { serverId });
      return chips;
    },
    outcome: [],
  },
  {
    name: 'with a chat in an editor it is not attached, as it could be in one message twice; the row says so, and the key attaches it',
    resources: ['tab'],
    run: async (scene) => {
      const { chat } = scene;
      await scene.chips('tab');
      await chat.workbench.executeCommand('workbench.action.openChat');
      await chat.workbench.executeCommand('workbench.panel.chat.view.copilot.focus');
      await scene.send('From the view?');
      const chips = await scene.left();
      await chat.workbench.executeCommand('workbench.action.closeAllEditors');
      await scene.attachContext();
      await scene.chips('tab');
      return [chips, await scene.send('By key?')];
    },
    outcome: [[], 'tab: one'],
    isTest: true,
  },
  {
    name: 'what grows beyond the limit is not attached, and says so',
    resources: ['growing'],
    run: async (scene) => {
      await scene.chips('growing');
      await scene.chat.server.change({ [uriOf('growing')]: sampleTexts.prose(80_000, 1) });
      await waitFor('the limit', async () => (await scene.said()).includes('doesn’t fit'));
      await scene.chat.send('Too much?');
      return scene.left();
    },
    outcome: [],
  },
  {
    name: 'a long text, which would be cut, waits for the key, which attaches an excerpt of all of it',
    resources: ['long'],
    run: async (scene) => {
      const chips = await scene.left();
      await scene.attachContext();
      await waitFor('the chip', async () => (await chatChips(scene.page)).length === 1);
      const whole = lastMessage(await scene.chat.send('Whole?')).includes((large['long'] ?? '').trimEnd());
      return [chips, whole];
    },
    outcome: [[], true],
    isTest: true,
  },
  {
    name: 'an image waits for the key',
    resources: [photo],
    run: async (scene) => {
      const chips = await scene.left();
      await scene.attachContext();
      await waitFor('the chip', async () => (await chatChips(scene.page)).length === 1);
      await scene.page.waitForTimeout(2_500);
      return [chips, (await scene.chat.send('Again?')).messages.flatMap(imagesOf).length];
    },
    outcome: [[], 2],
  },
  {
    name: 'a resource that its server no longer has is not sent, and says that it is not attached, also once it is back',
    resources: ['gone'],
    run: async (scene) => {
      const isGone = async (): Promise<boolean> => (await scene.said()).includes('gone,');
      await scene.chips('gone');
      await scene.chat.server.change({ [uriOf('gone')]: null });
      await waitFor('the removal', isGone);
      const sent = await scene.send('Gone?');
      const chips = await scene.left();
      await scene.chat.server.change({ [uriOf('gone')]: 'gone: back\n' });
      await waitFor('its return', async () => !(await isGone()));
      return [sent, chips, await scene.left()];
    },
    outcome: ['', [], []],
  },
  {
    name: 'after Retry the next message has it once',
    resources: ['retried'],
    run: async (scene) => {
      await scene.chips('retried');
      const retry = scene.page.locator('.chat-footer-toolbar .action-label[aria-label^="Retry"]').last();
      const retried = await scene.again(() => retry.click());
      await scene.chips('retried');
      return [retried, await scene.send('The next?')];
    },
    outcome: ['retried: one', 'retried: one'],
  },
  {
    name: 'a message that waits for the end of an answer has it once, and so has the next',
    resources: ['queued'],
    run: async (scene) => {
      const { chat } = scene;
      await scene.chips('queued');
      const release = chat.hold();
      await chat.type('Streaming?');
      await scene.chips('queued');
      await chat.type('Queued?');
      await scene.chips();
      release();
      const of = (text: string): ModelRequest | undefined =>
        chat.requests.find((request) => lastMessage(request).includes(text));
      await waitFor('the queued message', () => Promise.resolve(of('Queued?') !== undefined));
      await scene.chips('queued');
      return [scene.contentsIn(of('Streaming?')), scene.contentsIn(of('Queued?')), await scene.send('The next?')];
    },
    outcome: ['queued: one', 'queued: one', 'queued: one'],
  },
  {
    name: 'an answer that is stopped changes nothing',
    resources: ['stopped'],
    run: async (scene) => {
      await scene.chips('stopped');
      const release = scene.chat.hold();
      await scene.chat.type('Stopped?');
      await scene.chips('stopped');
      await scene.chat.workbench.executeCommand('workbench.action.chat.cancel');
      release();
      return scene.send('The next?');
    },
    outcome: 'stopped: one',
  },
  {
    name: 'the key, though it is attached already, attaches it once',
    resources: ['twice'],
    run: async (scene) => {
      await scene.chips('twice');
      await scene.attachContext();
      return scene.send('Once?');
    },
    outcome: 'twice: one',
  },
  {
    name: 'switched off, it is in the message that has it, and in no other',
    resources: ['off'],
    run: async (scene) => {
      await scene.chips('off');
      await scene.toggle('off');
      return [await scene.send('The last?'), await scene.send('Without?')];
    },
    outcome: ['off: one', ''],
  },
  {
    name: 'is in the next message',
    mode: 'ask',
    resources: ['in-ask'],
    run: async (scene) => {
      await scene.chips('in-ask');
      return scene.send('The second?');
    },
    outcome: 'in-ask: one',
  },
  {
    // The client itself sends the files of earlier messages again, and takes the next round for another file, attached by the key, too.
    name: 'is in the next message twice in edit mode',
    mode: 'edit',
    resources: ['in-edit'],
    run: async (scene) => {
      await scene.chips('in-edit');
      return scene.send('The second?');
    },
    outcome: 'in-edit: one, in-edit: one',
  },
];

/** Begins the row's chat, and returns what became of it. */
export async function runEveryMessageRow(chat: CopilotChat, row: EveryMessageRow): Promise<unknown> {
  const scene = new Scene(chat, row.resources);
  await scene.begin(row.mode ?? 'agent');
  return row.run(scene);
}

/** What a server needs for the rows, by URI. */
export function everyMessageTexts(rows: readonly EveryMessageRow[]): Readonly<Record<string, string>> {
  const own = rows.flatMap(({ resources }) => resources).filter((name) => !name.includes(':'));
  return Object.fromEntries(own.map((name) => [uriOf(name), large[name] ?? `${name}: one\n`] as const));
}
