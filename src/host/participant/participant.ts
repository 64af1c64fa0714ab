import * as l10n from '@vscode/l10n';
import { chat, ThemeIcon, type CancellationToken, type ChatFollowup, type ChatResult } from 'vscode';
import { toDisposable, type Disposable } from '../../core/base/disposable';
import { isCancelled } from '../../core/base/errors';
import { answerPatience, waitForLists } from '../../core/context/waitForLists';
import { words as oneLine } from '../../core/base/untrusted';
import { escapeMarkdown } from '../../core/base/markdownText';
import { participant as id } from '../base/ids';
import { describeError } from '../base/tell';
import { ChangedAnswer } from './changedAnswer';
import { ExplainAnswer } from './explainAnswer';
import { FindAnswer } from './findAnswer';
import type { Outcome, ParticipantParts, Turn } from './participantParts';
import { ParticipantSearch } from './participantSearch';

const longestSentence = 1_000;
const longestLabel = 40;

/** Registers `@resources`, where this VS Code has chat participants. */
export function registerParticipant(parts: ParticipantParts): Disposable {
  const create = (chat as Partial<typeof chat> | undefined)?.createChatParticipant;
  if (!create) return toDisposable(() => undefined);
  const search = new ParticipantSearch(parts);
  const answers = {
    find: new FindAnswer(parts, search),
    explain: new ExplainAnswer(parts, search),
    changed: new ChangedAnswer(parts),
  };
  const participant = create(id, async (request, context, stream, token) => {
    const { signal, release } = signalOf(token);
    const turn: Turn = { request, context, stream, token, signal };
    const command = (['find', 'changed'] as const).find((one) => one === request.command) ?? 'explain';
    try {
      parts.noteModel(request.model);
      await prepare(parts, turn);
      return { metadata: await answers[command].give(turn) };
    } catch (error) {
      return failure(error, parts);
    } finally {
      release();
    }
  });
  participant.iconPath = new ThemeIcon('layers');
  participant.followupProvider = { provideFollowups: ({ metadata }) => followups(metadata as Outcome | undefined) };
  return participant;
}

/** The first look of a person may be this one. */
async function prepare(parts: ParticipantParts, { stream, signal }: Turn): Promise<void> {
  if (parts.connections.all.length === 0) await parts.sources.read();
  parts.wake();
  if (parts.connections.all.some(({ state }) => state.kind === 'connecting'))
    stream.progress(l10n.t('Connecting to MCP servers'));
  await waitForLists(parts, signal, { atMost: answerPatience });
}

function failure(error: unknown, { log }: ParticipantParts): ChatResult {
  if (isCancelled(error)) return {};
  return { errorDetails: { message: escapeMarkdown(describeError(error, log), longestSentence) } };
}

function followups(outcome: Outcome | undefined): ChatFollowup[] {
  const changed = { command: 'changed', prompt: '', label: l10n.t('What has changed?') };
  switch (outcome?.kind) {
    case 'found':
      return [{ command: 'explain', prompt: outcome.words, label: l10n.t('Explain what was found') }, changed];
    case 'explained':
      return [changed, ...findAgain(outcome)];
    case 'changed':
      return [{ prompt: l10n.t('What do these changes mean for me?'), label: l10n.t('What do they mean?') }];
    case 'nothing':
      return findAgain(outcome);
    case undefined:
      return [];
  }
}

function findAgain({ words }: Outcome): ChatFollowup[] {
  return [
    words === ''
      ? { command: 'find', prompt: '', label: l10n.t('List the most important resources') }
      : { command: 'find', prompt: words, label: l10n.t('Find “{0}”', oneLine(words, longestLabel) ?? '') },
  ];
}

function signalOf(token: CancellationToken): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  const listening = token.onCancellationRequested(() => controller.abort());
  return { signal: controller.signal, release: () => void listening.dispose() };
}
