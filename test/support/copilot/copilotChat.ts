// GitHub Copilot Chat, as the VS Code under test has it built in, with a model that a test serves: what it sends is recorded.
import { ChangingServer, type Blob } from '../../e2e/base/changingServer.js';
import { acceptShown, openAndAgree } from '../../e2e/base/product.js';
import { answerToolQuestion, chatChips, readToolQuestion } from '../workbench/chat.js';
import { openView } from '../workbench/commands.js';
import { pressDialogButton, quickInputTitle, readDialog } from '../workbench/prompts.js';
import { runContextAction, waitForRow } from '../workbench/trees.js';
import { waitFor } from '../workbench/waiting.js';
import { startWorkbench, type Workbench, type WorkbenchOptions } from '../workbench/workbench.js';
import type { CopilotModel } from '../workbench/workbenchFolder.js';
import { harnessOptions } from './harness.js';
import { ModelServer, scripted, textOf, type ModelRequest, type Script } from './modelServer.js';

/** A mode of VS Code's own chat, or a session of the Copilot harness. */
export type Mode = 'agent' | 'ask' | 'edit' | 'harness';

/** An attachment as the model got it. */
export interface Arrived {
  /** The base name of the file. */
  readonly id: string;
  readonly isSummarized: boolean;
  /** The content alone; an excerpt's first line is left out. */
  readonly text: string;
}

export const serverId = 'user//larkspur';

export class CopilotChat {
  private constructor(
    readonly workbench: Workbench,
    readonly server: ChangingServer,
    private readonly model: ModelServer,
    private readonly hasHarness: boolean,
  ) {}

  /** Starts VS Code with a server that has these texts, by URI, and allows it. */
  static async start(
    texts: Readonly<Record<string, string | Blob>>,
    options: Partial<CopilotModel> &
      Pick<WorkbenchOptions, 'settings' | 'extensions'> & {
        /** True to begin chats in the Copilot harness, too. */
        readonly harness?: boolean;
        /** Several models, in what they differ. */
        readonly models?: readonly Partial<CopilotModel>[];
        /** Further servers of the user. */
        readonly servers?: Readonly<Record<string, object>>;
      } = {},
  ): Promise<CopilotChat> {
    const { settings, extensions, servers, harness = false, models = [{}], ...fields } = options;
    const model = await ModelServer.start();
    const server = await ChangingServer.create(texts);
    const limits = { maxInputTokens: 128_000, maxOutputTokens: 8_000 };
    const common = { url: model.url, toolCalling: true, vision: true, ...limits, ...fields };
    const copilot = models.map((one) => ({ id: 'test', name: 'Recorder', ...common, ...one }));
    const userMcp = { servers: { larkspur: server.definition, ...servers } };
    const forHarness = harness ? harnessOptions(model.serviceUrl) : {};
    const workbench = await startWorkbench({
      copilot,
      userMcp,
      ...forHarness,
      settings: { ...forHarness.settings, ...settings },
      ...(extensions && { extensions }),
    });
    await openAndAgree(workbench.page);
    await waitForRow(workbench.page, 'Resources', 'ticket');
    return new CopilotChat(workbench, server, model, harness);
  }

  get requests(): readonly ModelRequest[] {
    return this.model.requests;
  }

  /** Answers do not end until the result is called. */
  hold(): () => void {
    return this.model.hold();
  }

  /** Empties *Context* and begins a new chat. */
  async begin(mode: Mode): Promise<void> {
    await this.workbench.executeCommand('mcpResources.clearContext');
    await this.newChat(mode);
  }

  /** Begins a new chat, without attachments. */
  async newChat(mode: Mode): Promise<void> {
    const run = (command: string, argument?: unknown): Promise<unknown> =>
      this.workbench.executeCommand(`workbench.action.chat.${command}`, argument);
    await run('newChat');
    // What *Copilot* and *Local* below the input do.
    const type = mode === 'harness' ? 'agent-host-copilotcli' : 'local';
    if (this.hasHarness) await run(`openNewChatSessionInPlace.${type}`, 'sidebar');
    if (mode !== 'harness') await run('open', { mode });
  }

  /** Lets models read what the server lists without asking. */
  async letModelsRead(): Promise<void> {
    const { page } = this.workbench;
    await openView(page, 'MCP Resources', 'Servers');
    await runContextAction(page, 'Servers', 'larkspur', 'Let Models Read Without Asking…');
    await readDialog(page);
    await pressDialogButton(page, 'Let Models Read');
  }

  /** Chooses a model by its id. */
  async choose(id: string): Promise<void> {
    await this.workbench.executeCommand('workbench.action.chat.open', { modelSelector: { id } });
  }

  /** Attaches resources by this product's command, in this order, and waits for their chips. */
  async attach(...uris: readonly string[]): Promise<void> {
    const before = (await chatChips(this.workbench.page)).length;
    await this.attaching(...uris);
    await waitFor('the chips', async () => (await chatChips(this.workbench.page)).length === before + uris.length);
  }

  /** {@link attach} without the wait: the product may ask something first. */
  async attaching(...uris: readonly string[]): Promise<void> {
    await this.runAboutResources('attach', 'Select MCP Resources to Attach', uris);
  }

  /** Adds resources to *Context* by this product's command. */
  async addToContext(...uris: readonly string[]): Promise<void> {
    await this.runAboutResources('addToContext', 'Select MCP Resources to Add to Context', uris);
  }

  /** As the command comes from another extension, it first shows resources that are not in *Context* yet. */
  private async runAboutResources(command: string, title: string, uris: readonly string[]): Promise<void> {
    const { page } = this.workbench;
    const resources = uris.map((uri) => ({ serverId, uri, name: nameOf(uri) }));
    let isOver = false;
    const run = this.workbench.executeCommand(`mcpResources.${command}`, { resources }).finally(() => (isOver = true));
    const isAsked = async (): Promise<boolean> =>
      isOver ||
      (await quickInputTitle(page)) === title ||
      (await page.locator('.monaco-dialog-box').filter({ visible: true }).count()) > 0;
    await waitFor('the list, or the end', isAsked);
    if ((await quickInputTitle(page)) === title) await acceptShown(page, title);
    await run;
  }

  /** The URI of a file of the workspace. */
  fileUri(name: string): string {
    const { url, workspaceFolder } = this.workbench;
    return `vscode-remote://${new URL(url).host}${workspaceFolder}/${name}`;
  }

  /** Types a message and sends it, whoever answers. */
  async type(text: string): Promise<void> {
    await this.workbench.executeCommand('workbench.action.chat.focusInput');
    await this.workbench.page.keyboard.insertText(text);
    await this.workbench.page.keyboard.press('Enter');
  }

  /** Types a message and sends it; returns the first request of it that the model got. */
  async send(text: string): Promise<ModelRequest> {
    const { page } = this.workbench;
    const before = this.requests.length;
    await this.type(text);
    // The client may still ask for the title of an earlier conversation.
    const ofMessage = (): ModelRequest | undefined =>
      this.requests.slice(before).find((one) => lastMessage(one).includes(text) && !isForTitle(one));
    await waitFor('a request', () => Promise.resolve(ofMessage() !== undefined), 60_000);
    // The client ends its turn with the answer; a tool call leads to further requests.
    await page.locator('.interactive-session .interactive-response .chat-footer-toolbar').last().waitFor();
    const unfinished = page.locator('.interactive-session .interactive-response.chat-response-loading');
    await waitFor('the end of the answer', async () => (await unfinished.count()) === 0);
    const request = ofMessage();
    if (!request) throw new Error('Nothing was sent.');
    return request;
  }

  /** Has the model call a tool, which the user allows where it asks; returns the result as the model got it. */
  async callTool(tool: string, input: object, asks = true): Promise<string> {
    const sent = this.send(`call ${tool} ${JSON.stringify(input)}`);
    if (asks) await this.#allowOnce();
    await sent;
    const results = this.requests.flatMap(({ messages }) => messages.filter(({ role }) => role === 'tool'));
    const last = results.at(-1);
    if (!last) throw new Error('The model got no result.');
    return textOf(last);
  }

  /** Has the model call tools in one turn, which the user allows where they ask; returns the results as the model got them. */
  async callTools(next: Script): Promise<readonly string[]> {
    let all: readonly string[] = [];
    let answers = Promise.resolve();
    this.model.script = (results) => {
      all = results;
      const call = next(results);
      if (call?.asks) answers = answers.then(() => this.#allowOnce());
      return call;
    };
    await this.send(scripted);
    await answers;
    this.model.script = undefined;
    return all;
  }

  async #allowOnce(): Promise<void> {
    const { page } = this.workbench;
    const isDialog = await Promise.race([readDialog(page).then(() => true), readToolQuestion(page).then(() => false)]);
    if (isDialog) await pressDialogButton(page, 'Yes');
    else await answerToolQuestion(page, 'Allow Once');
  }

  async dispose(): Promise<void> {
    await this.workbench.dispose();
    await this.server.dispose();
  }
}

export const nameOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

function isForTitle({ messages }: ModelRequest): boolean {
  const [system] = messages;
  return system !== undefined && /title/iu.test(textOf(system).slice(0, 300));
}

/** The text of the user's last message, with all that the client put around it. */
export function lastMessage({ messages }: ModelRequest): string {
  const last = messages.findLast(({ role }) => role === 'user');
  return last ? textOf(last) : '';
}

/** The attachments of the last message, in the order in which the model got them. */
export function arrived(request: ModelRequest): readonly Arrived[] {
  const [, block = ''] = /<attachments>\n([\s\S]*)<\/attachments>/u.exec(lastMessage(request)) ?? [];
  return [...block.matchAll(/<attachment((?: \w+="[^"]*")*)>\n([\s\S]*?)\n<\/attachment>/gu)].map(
    ([, attributes = '', body = '']) => ({
      id: /id="([^"]*)"/u.exec(attributes)?.[1] ?? '',
      isSummarized: attributes.includes('isSummarized="true"'),
      text: withoutFence(body),
    }),
  );
}

/** The content of an attachment without what the client writes before it. */
function withoutFence(body: string): string {
  const content = body.replace(/^Excerpt from [^\n]*:\n/u, '').replace(/^\/\/ filepath: [^\n]*\n/u, '');
  return content.replace(/^```[^\n]*\n([\s\S]*?)\n?```$/u, '$1');
}
