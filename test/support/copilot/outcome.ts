// What became of the attachments of one message, and whether *Context* and the tool mcpContext say so.
import { ContextRows } from '../../e2e/context/contextRows.js';
import { clearNotifications, notifications, pressDialogButton } from '../workbench/prompts.js';
import { waitFor } from '../workbench/waiting.js';
import { nameOf, type CopilotChat } from './copilotChat.js';
import { textOf, type ModelRequest } from './modelServer.js';
import type { SentRow } from './sentRows.js';

/**
 * `hedged`: all of it arrived, and the row says that other attachments could have shortened it. `false alarm`: all of it arrived, and was asked
 * about, or is said to be maybe shortened, or not said to be sent.
 */
export type Outcome = 'whole' | 'hedged' | 'false alarm' | 'said before' | 'said after' | 'LOST UNSAID';

export interface Reported {
  readonly outcome: Outcome;
  /** The rows of the attachments, and what the tool says of them. */
  readonly said: readonly string[];
}

interface ToolRow {
  readonly uri: string;
  readonly sentAt?: string;
  readonly maybeShortened?: string;
  readonly changedSinceSent?: boolean;
}

/** Attaches, and all of it where the product asks. @returns true where it asked */
export async function attachAll(chat: CopilotChat, uris: readonly string[]): Promise<boolean> {
  const { page } = chat.workbench;
  const attaching = chat.attaching(...uris).then(() => false);
  const dialog = page.locator('.monaco-dialog-box').waitFor();
  const isAsked = await Promise.race([attaching, dialog.then(() => true)]);
  dialog.catch(() => undefined);
  if (isAsked) await pressDialogButton(page, 'Attach All');
  await attaching;
  return isAsked;
}

/** Sends the message of a row, and compares what the model got with what is said of it. */
export async function sendRow(chat: CopilotChat, row: Omit<SentRow, 'outcome'>): Promise<Reported> {
  const { workbench } = chat;
  await chat.begin(row.mode);
  await row.before?.(chat);
  const isAsked = await attachAll(chat, Object.keys(row.texts));
  if (row.later && !row.send) await changeSeen(chat, row.later);
  await row.then?.(chat);
  // Files that are read within two seconds count as those of one message: no user sends the next one sooner.
  await workbench.page.waitForTimeout(2_000);
  const isWarned = (await notifications(workbench.page)).some(({ message }) => message.includes('attach it again'));
  const request = await (row.send?.(chat) ?? chat.send('What do you see?'));
  const reported = await outcomeOf(chat, request, { ...row.texts, ...row.later }, isAsked || isWarned);
  await workbench.executeCommand('workbench.action.closeAllEditors');
  await clearNotifications(workbench.page);
  return reported;
}

/** Changes what the server says, and waits until it is in *Context*: the sizes differ. */
async function changeSeen(chat: CopilotChat, texts: SentRow['texts']): Promise<void> {
  const context = new ContextRows(() => chat.workbench);
  const shown = async (): Promise<string> => (await context.all()).map(({ description }) => description).join('\n');
  await chat.server.change(texts);
  await waitFor('the new content', async () => (await shown()).split('\n').every((row) => row.includes('updated')));
}

/** @param texts what should have arrived, by URI */
async function outcomeOf(
  chat: CopilotChat,
  request: ModelRequest,
  texts: Readonly<Record<string, string>>,
  isAsked: boolean,
): Promise<Reported> {
  const uris = Object.keys(texts);
  const rows = await rowsOf(chat, uris);
  const result = await chat.workbench.executeCommand('probe.callTool', 'mcpResources_context', { contents: false });
  const toolRows = linesOf(String(result));
  const judged = uris.map((uri) => {
    const isWhole = request.messages.some((message) => textOf(message).includes(texts[uri]?.trim() ?? ''));
    const tool = toolRows.find((one) => one.uri === uri);
    return judge(rows.get(uri) ?? wordsOf(tool), tool, isWhole, isAsked);
  });
  const worst: readonly Outcome[] = ['LOST UNSAID', 'said before', 'said after', 'false alarm', 'hedged', 'whole'];
  const outcome = worst.find((one) => judged.includes(one)) ?? 'whole';
  return { outcome, said: uris.map((uri) => `${nameOf(uri)}: ${rows.get(uri) ?? 'no row'}`) };
}

function judge(row: string, tool: ToolRow | undefined, isWhole: boolean, isAsked: boolean): Outcome {
  const isDoubted = /maybe|only beginning|updated/u.test(row);
  const isHedged = row.includes('whole if sent alone');
  const isSent = /\bsent \d\d:\d\d/u.test(row);
  if (isWhole) return isAsked || isDoubted || !isSent ? 'false alarm' : isHedged ? 'hedged' : 'whole';
  const toolClaims = tool?.sentAt !== undefined && !tool.maybeShortened && !tool.changedSinceSent;
  if (toolClaims || (isSent && !isDoubted && !isHedged && !isAsked)) return 'LOST UNSAID';
  return isAsked ? 'said before' : 'said after';
}

/** The view has only the rows in sight: of others, the tool says as much. */
function wordsOf(tool: ToolRow | undefined): string {
  const sent = tool?.sentAt === undefined ? 'not said to be sent' : 'sent 00:00';
  return `${sent}${tool?.maybeShortened ? ', whole if sent alone' : ''}${tool?.changedSinceSent ? ', updated' : ''}`;
}

/** What the rows of these say and show, once each says something of the message, or does not for some seconds. */
async function rowsOf(chat: CopilotChat, uris: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const context = new ContextRows(() => chat.workbench);
  let rows = new Map<string, string>();
  const isSaid = async (): Promise<boolean> => {
    const all = await context.all();
    rows = new Map(
      uris.flatMap((uri): [string, string][] => {
        const row = all.find(({ label }) => uri.endsWith(`/${label}`));
        return row ? [[uri, `${row.description} | ${row.ariaLabel}`]] : [];
      }),
    );
    return rows.size > 0 && [...rows.values()].every((row) => /sent|maybe/u.test(row));
  };
  await waitFor('all rows to say something of the message', isSaid, 6_000).catch(() => undefined);
  return rows;
}

function linesOf(result: string): readonly ToolRow[] {
  return result.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as ToolRow];
    } catch {
      return [];
    }
  });
}
