import * as l10n from '@vscode/l10n';
import type { ChatRequestHandler, ChatResponseStream, ChatResult } from 'vscode';
import { isCancelled } from '../../core/base/errors';
import { escapeMarkdown } from '../../core/base/markdownText';
import { wakeAndWait } from '../../core/context/waitForLists';
import { commandFor } from '../base/commandMap';
import { commands } from '../base/ids';
import { withProof } from '../base/proofs';
import { describeError } from '../base/tell';
import { withSignal } from '../base/withSignal';
import { toPicked } from '../content/commandArguments';
import { findAnswer, type AnswerParts } from './findAnswer';
import { writeAnswer } from './writeAnswer';

const maxSentenceLength = 1_000;

/**
 * Answers `@resources`: lists the resources that fit a message. VS Code takes what was attached out of the chat's input with the message, and
 * it stays in the context. It asks no model: answering is left to the chat, once resources are attached.
 */
export function answerRequests(parts: AnswerParts): ChatRequestHandler {
  return (request, _context, stream, token) =>
    withSignal(token, async (signal): Promise<ChatResult> => {
      try {
        await answer(request.prompt.trim(), stream, parts, signal);
        return {};
      } catch (error) {
        if (isCancelled(error)) return {};
        return { errorDetails: { message: escapeMarkdown(describeError(error, parts.log), maxSentenceLength) } };
      }
    });
}

async function answer(
  text: string,
  stream: ChatResponseStream,
  parts: AnswerParts,
  signal: AbortSignal,
): Promise<void> {
  await wakeAndWait(parts, signal, () => stream.progress(l10n.t('Connecting to MCP servers')));
  const finding = await findAnswer(text, parts, signal);
  await writeAnswer(finding, stream, parts);
  const resources = finding.entries.map(toPicked);
  const isPart = resources.length < finding.result.ids.length;
  const title = isPart ? l10n.t('Attach These {0}', resources.length) : l10n.t('Attach All');
  if (resources.length > 0) stream.button(withProof(commandFor(commands.attach, title, { resources })));
  stream.button(commandFor(commands.search, l10n.t('Show in Search'), finding.searchText));
}
