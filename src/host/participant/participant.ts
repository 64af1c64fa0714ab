import * as l10n from '@vscode/l10n';
import type { ChatFollowup, ChatResult } from 'vscode';
import { toDisposable, type Disposable } from '../../core/base/disposable';
import { isCancelled } from '../../core/base/errors';
import { escapeMarkdown } from '../../core/base/markdownText';
import { wakeAndWait } from '../../core/context/waitForLists';
import { commandFor } from '../base/commandMap';
import { withProof } from '../base/proofs';
import { commands, participant as id } from '../base/ids';
import { describeError } from '../base/tell';
import { withSignal } from '../base/withSignal';
import { changedAnswer } from './changedAnswer';
import { findAnswer } from './findAnswer';
import type { Outcome, ParticipantParts, Turn } from './participantParts';
import { readRequest } from './readRequest';

const maxSentenceLength = 1_000;

/** Registers `@resources`, if this VS Code supports chat participants. */
export function registerParticipant(parts: ParticipantParts): Disposable {
  const create = parts.register?.createChatParticipant;
  if (!create) return toDisposable(() => undefined);
  const participant = create(id, (request, _context, stream, token) =>
    withSignal(token, async (signal): Promise<ChatResult> => {
      try {
        return { metadata: await answer({ ...readRequest(request, parts), stream, signal }, parts) };
      } catch (error) {
        return failure(error, parts);
      }
    }),
  );
  participant.followupProvider = { provideFollowups: ({ metadata }) => followups(metadata as Outcome | undefined) };
  return participant;
}

/** In the languages of the interface. */
const asksForHelp = /^(?:\/?help|帮助|[?？])[!?.！？。]*$/iu;

async function answer(turn: Turn, parts: ParticipantParts): Promise<Outcome> {
  const { command, text, stream, signal } = turn;
  if ((command === 'ask' || command === 'explain') && (text === '' || asksForHelp.test(text)))
    return tellUse(turn, parts);
  if (command === 'explain') stream.markdown(`${askTheChat(turn)}\n\n`);
  await wakeAndWait(parts, signal, () => stream.progress(l10n.t('Connecting to MCP servers')));
  const outcome =
    command === 'changed'
      ? await changedAnswer(turn, parts)
      : await findAnswer(turn, parts, command === 'ask' ? askTheChat(turn) : undefined);
  offerAgain(turn);
  return outcome;
}

function tellUse(turn: Turn, { picked }: ParticipantParts): Outcome {
  const { stream } = turn;
  const use = l10n.t(
    'Type keywords or a question to find and attach resources from your MCP servers. `/changed` shows what changed in attached resources and in the context.',
  );
  stream.markdown(`${use}\n\n${askTheChat(turn)}`);
  stream.button(commandFor(commands.search, l10n.t('Search Resources')));
  if (picked.checked.length > 0) stream.button(commandFor(commands.attachContext, l10n.t('Attach Context')));
  offerAgain(turn);
  return { kind: 'nothing' };
}

/** Answer to questions, which `/explain` and plain messages used to answer. */
function askTheChat({ attached }: Turn): string {
  return attached.length > 0
    ? l10n.t('To ask about these resources, attach them again and send your question without `@resources`.')
    : l10n.t('To ask about resources, attach them and send your question without `@resources`.');
}

/** The chat took the attachments out of its input with this message, and no model has read them. */
function offerAgain({ attached, stream }: Turn): void {
  if (attached.length > 0)
    stream.button(withProof(commandFor(commands.attach, l10n.t('Attach Again'), { resources: attached })));
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
