import * as vscode from 'vscode';
import * as l10n from '@vscode/l10n';
import { causes, HumanError, isCancelled } from '../../core/base/errors';
import type { Logger } from '../../core/base/ports';
import { literalMarkdown } from '../../core/base/markdown';
import { words } from '../../core/base/untrusted';
import { estimateTokens } from '../../core/chat/estimateTokens';
import type { CountTokens } from '../../core/chat/fitText';
import { partsOf, roomInParts, sizeFor, smallRoom, type AnswerSize, type Room } from '../../core/tools/answerSize';
import type { Piece } from '../../core/tools/readReport';
import type { TextRange } from '../../core/tools/toolInputs';
import { ToolError } from '../../core/tools/toolError';
import { withSignal } from '../base/withSignal';

/** Since VS Code 1.106; our type definitions are older. */
interface NewerApi {
  readonly LanguageModelDataPart?: new (data: Uint8Array, mimeType: string) => vscode.LanguageModelTextPart;
}

const maxTextLength = 300;

/** Limits of a result, the counter of the caller to measure it, and the line around texts of servers. */
export interface Budget extends AnswerSize {
  readonly count: CountTokens;
  readonly fence: string;
  readonly room: Room;
}

/** A call, with what VS Code says of its session where it does: our type definitions are older. */
export type Call = vscode.LanguageModelToolInvocationOptions<unknown> & {
  readonly chatSessionResource?: vscode.Uri | undefined;
};

export interface BudgetPorts {
  /** A text for a line that nobody can guess; differs each time. */
  readonly randomText: () => string;
  /** Notes whether a call of a chat is of the Copilot harness. */
  readonly sawCall: (isHarness: boolean) => void;
}

export function budgetOf(call: Call, { randomText, sawCall }: BudgetPorts, range?: TextRange): Budget {
  const options = call.tokenizationOptions;
  const isOwn = isOfOwnChat(call);
  // Calls by extensions are of no chat. Our type definitions have no value for it.
  const { toolInvocationToken }: { readonly toolInvocationToken?: unknown } = call;
  if (toolInvocationToken !== undefined) sawCall(!isOwn);
  const room = isOwn ? roomInParts : smallRoom;
  const { bytes, tokens } = sizeFor(room, range);
  const common = { bytes, room, fence: `=====${randomText()}=====` };
  if (!options) return { ...common, tokens, count: (text) => Promise.resolve(estimateTokens(text)) };
  return {
    ...common,
    tokens: Math.min(tokens, options.tokenBudget),
    count: async (text) => await options.countTokens(text),
  };
}

/**
 * VS Code tells the session to extensions with proposed API alone. Its own chat says how many tokens a result may have, the harness does not.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostLanguageModelTools.ts
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/agentSessions/agentHost/agentHostSessionHandler.ts
 */
function isOfOwnChat({ chatSessionResource, tokenizationOptions }: Call): boolean {
  return chatSessionResource ? chatSessionResource.scheme === 'vscode-chat-session' : tokenizationOptions !== undefined;
}

export function toResult(pieces: readonly Piece[]): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult(pieces.flatMap(toParts));
}

function toParts(piece: Piece): readonly vscode.LanguageModelTextPart[] {
  return piece.kind === 'data'
    ? [toDataPart(piece)]
    : partsOf(`${piece.text}\n`).map((text) => new vscode.LanguageModelTextPart(text));
}

function toDataPart(piece: Extract<Piece, { kind: 'data' }>): vscode.LanguageModelTextPart {
  const { LanguageModelDataPart } = vscode as unknown as NewerApi;
  if (LanguageModelDataPart) return new LanguageModelDataPart(piece.bytes, piece.mimeType);
  return new vscode.LanguageModelTextPart(
    `(This version of VS Code gives models no ${piece.mimeType} from tools. Ask the user to attach it to the chat.)\n`,
  );
}

/** Runs a call until it is cancelled. A failure becomes an error whose message the model can act on. */
export async function runCall<T>(
  token: vscode.CancellationToken,
  log: Logger,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await withSignal(token, call);
  } catch (error) {
    if (isCancelled(error) || token.isCancellationRequested) throw new vscode.CancellationError();
    if (error instanceof ToolError) throw error;
    log.error(causes(error));
    if (error instanceof HumanError) throw humanError(error);
    throw new ToolError('Something unexpected happened. Tell the user: the log of "MCP Resources" has the details.');
  }
}

function humanError(cause: HumanError): ToolError {
  const { sentence, serverSays } = cause.apart;
  return new ToolError('The call failed. Tell the user the "problem".', { problem: sentence, serverSays }, { cause });
}

/** A sentence that contains a server's text, none of which is markup. */
export function plainMarkdown(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString(literalMarkdown(text));
}

/** A server's or a model's text on one line, for the user. */
export function shown(text: string | undefined, longest = maxTextLength): string {
  return words(text, longest) ?? l10n.t('(empty)');
}
