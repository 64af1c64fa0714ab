import * as l10n from '@vscode/l10n';
import { chat, ThemeIcon, type ChatFollowup, type ChatResult } from 'vscode';
import { toDisposable, type Disposable } from '../../core/base/disposable';
import { isCancelled } from '../../core/base/errors';
import { escapeMarkdown } from '../../core/base/markdownText';
import { wakeAndWait } from '../../core/context/waitForLists';
import { commandFor } from '../base/commandMap';
import { commands, participant as id } from '../base/ids';
import { describeError } from '../base/tell';
import { withSignal } from '../base/withSignal';
import { changedAnswer } from './changedAnswer';
import { findAnswer } from './findAnswer';
import type { Outcome, ParticipantParts, Turn } from './participantParts';

const maxSentenceLength = 1_000;

/** Registers `@resources`, if this VS Code supports chat participants. */
export function registerParticipant(parts: ParticipantParts): Disposable {
  const create = (chat as Partial<typeof chat> | undefined)?.createChatParticipant;
  if (!create) return toDisposable(() => undefined);
  const participant = create(id, (request, _context, stream, token) =>
    withSignal(token, async (signal): Promise<ChatResult> => {
      parts.noteModel(request.model);
      try {
        return { metadata: await answer({ request, stream, signal }, parts) };
      } catch (error) {
        return failure(error, parts);
      }
    }),
  );
  participant.iconPath = new ThemeIcon('layers');
  participant.followupProvider = { provideFollowups: ({ metadata }) => followups(metadata as Outcome | undefined) };
  return participant;
}

async function answer(turn: Turn, parts: ParticipantParts): Promise<Outcome> {
  const { request, stream, signal } = turn;
  const { command = 'ask', prompt } = request;
  if ((command === 'ask' || command === 'explain') && prompt.trim() === '') return tellUse(turn, parts);
  if (command === 'explain') stream.markdown(`${askTheChat()}\n\n`);
  await wakeAndWait(parts, signal, () => stream.progress(l10n.t('Connecting to MCP servers')));
  if (command === 'changed') return changedAnswer(turn, parts);
  return findAnswer(turn, parts, command === 'ask' ? askTheChat() : undefined);
}

function tellUse({ stream }: Turn, { picked }: ParticipantParts): Outcome {
  const use = l10n.t(
    'Type words to find resources of your MCP servers and attach them. `/changed` shows what changed in the context since the chat got it.',
  );
  stream.markdown(`${use}\n\n${askTheChat()}`);
  stream.button(commandFor(commands.search, l10n.t('Search in the Panel')));
  if (picked.checked.length > 0) stream.button(commandFor(commands.attachContext, l10n.t('Attach Context to Chat')));
  return { kind: 'nothing' };
}

/** Answer to questions, which `/explain` and plain messages used to answer. */
function askTheChat(): string {
  return l10n.t('To ask about resources, attach them and send your question without `@resources`.');
}

function failure(error: unknown, { log }: ParticipantParts): ChatResult {
  if (isCancelled(error)) return {};
  return { errorDetails: { message: escapeMarkdown(describeError(error, log), maxSentenceLength) } };
}

function followups(outcome: Outcome | undefined): ChatFollowup[] {
  switch (outcome?.kind) {
    case 'found':
      return [{ command: 'changed', prompt: '', label: l10n.t('What has changed?') }];
    case 'nothing':
      return [{ command: 'find', prompt: '', label: l10n.t('List the most important resources') }];
    case 'changed':
    case undefined:
      return [];
  }
}
