import * as l10n from '@vscode/l10n';
import {
  ChatResponseMarkdownPart,
  LanguageModelChatMessage,
  LanguageModelError,
  type CancellationToken,
  type ChatContext,
  type ChatResponseStream,
  type LanguageModelChat,
} from 'vscode';
import { causes, HumanError } from '../../core/base/errors';
import type { Logger } from '../../core/base/ports';
import { instruction } from '../../core/participant/instructions';
import { endOfFence } from '../../core/base/openFence';
import { recentTurns, type PastTurn } from '../../core/participant/pastTurns';

/** Of what a model takes, what is left free: models differ in whether their answer counts. */
const reserve = { share: 0.15, most: 4_096 };
/** Of what is left, for what was said before. */
const shareOfHistory = 0.25;

/** What there is room for beside the question. */
export interface Room {
  readonly history: readonly PastTurn[];
  /** Tokens for material. */
  readonly budget: number;
}

/** Counts with the model itself what its limit leaves for material. */
export async function roomFor(
  model: LanguageModelChat,
  question: string,
  context: ChatContext,
  token: CancellationToken,
): Promise<Room> {
  const count = (text: string): Thenable<number> => model.countTokens(text, token);
  const [fixed, asked] = await Promise.all([count(instruction), count(question)]);
  const free = Math.min(reserve.most, model.maxInputTokens * reserve.share);
  const left = Math.max(0, Math.floor(model.maxInputTokens - fixed - asked - free));
  const turns = pastTurns(context);
  const tokens = await Promise.all(turns.map(({ text }) => count(text)));
  const history = recentTurns(turns, tokens, left * shareOfHistory);
  const used = tokens.slice(tokens.length - history.length).reduce((sum, one) => sum + one, 0);
  return { history, budget: left - used };
}

/** Streams the model's answer. Rejects with a {@link HumanError} when there is none. */
export async function ask(
  model: LanguageModelChat,
  history: readonly PastTurn[],
  question: string,
  {
    stream,
    token,
    log,
  }: { readonly stream: ChatResponseStream; readonly token: CancellationToken; readonly log: Logger },
): Promise<void> {
  const messages = [
    LanguageModelChatMessage.User(instruction),
    ...history.map(({ by, text }) =>
      by === 'person' ? LanguageModelChatMessage.User(text) : LanguageModelChatMessage.Assistant(text),
    ),
    LanguageModelChatMessage.User(question),
  ];
  let said = '';
  try {
    const { text } = await model.sendRequest(
      messages,
      { justification: l10n.t('To answer from the MCP resources that you named.') },
      token,
    );
    for await (const part of text) {
      said += part;
      stream.markdown(part);
    }
  } catch (error) {
    if (token.isCancellationRequested) return;
    log.warn(`The model did not answer: ${causes(error)}`);
    throw modelFailure(error);
  } finally {
    const end = endOfFence(said);
    if (end !== '') stream.markdown(end);
  }
}

function modelFailure(error: unknown): HumanError {
  const options = { cause: error };
  if (!(error instanceof LanguageModelError)) return unknownFailure(error);
  switch (error.code) {
    case LanguageModelError.NotFound.name:
      return new HumanError('unsupported', l10n.t('The model is no longer there. Choose another one.'), options);
    case LanguageModelError.NoPermissions.name:
      return new HumanError(
        'policy',
        l10n.t('VS Code does not let @resources use the model. Allow it when you are asked, and try again.'),
        options,
      );
    case LanguageModelError.Blocked.name:
      return new HumanError(
        'policy',
        l10n.t('The model is blocked, or its quota is used up. Wait a while, or choose another one.'),
        options,
      );
    default:
      return unknownFailure(error);
  }
}

/** Models refuse in their own words: off-topic questions, filters, overload. */
function unknownFailure(error: unknown): HumanError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const said = cause instanceof Error ? cause.message : String(cause);
  return new HumanError(
    'serverError',
    l10n.t('The model did not answer: {0} Ask in other words, or choose another model.', said),
    { cause: error },
  );
}

function pastTurns({ history }: ChatContext): readonly PastTurn[] {
  return history.map((turn): PastTurn => {
    if ('prompt' in turn) return { by: 'person', text: [turn.command, turn.prompt].filter(Boolean).join(' ') };
    const said = turn.response.map((part) => (part instanceof ChatResponseMarkdownPart ? part.value.value : ''));
    return { by: 'model', text: said.join('') };
  });
}
