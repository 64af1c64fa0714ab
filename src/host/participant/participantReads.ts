import * as l10n from '@vscode/l10n';
import { HumanError, isCancelled } from '../../core/base/errors';
import type { Logger } from '../../core/base/ports';
import { displayName } from '../../core/resource/displayName';
import { textOf } from '../../core/content/sniff';
import type { Content } from '../../core/content/content';
import type { PickedResource } from '../../core/context/contextSet';
import { formatSize } from '../../core/base/format';
import { readAll } from '../base/readWithProgress';
import { describeError } from '../base/tell';
import type { ParticipantParts } from './participantParts';

export interface ReadContent {
  readonly resource: PickedResource;
  readonly content: Content;
}

/** Why something is not in an answer, as a sentence with what to do. */
export interface Missing {
  readonly name: string;
  readonly reason: string;
}

interface Reads<T> {
  readonly read: readonly T[];
  readonly missing: readonly Missing[];
}

/**
 * Reads resources for the chat participant, as for a new use. Nobody is asked anything: what needs a person is missing, and says so.
 * Rejects with `CancelledError`.
 */
export async function readContents(
  resources: readonly PickedResource[],
  { cache, log }: Pick<ParticipantParts, 'cache' | 'log'>,
  signal: AbortSignal,
): Promise<Reads<ReadContent>> {
  const outcomes = await readAll(
    resources,
    (resource) => cache.getAnew(resource, undefined, signal),
    () => undefined,
  );
  const read: ReadContent[] = [];
  const missing: Missing[] = [];
  for (const { resource, result } of outcomes) {
    if ('content' in result) {
      read.push({ resource, content: result.content });
      continue;
    }
    const { error } = result;
    if (isCancelled(error)) throw error;
    missing.push({ name: displayName(resource), reason: reasonOf(error, log) });
  }
  return { read, missing };
}

/** A resource, or the file of it that is meant, as text. */
export interface ReadText extends ReadContent {
  readonly text: string;
}

/** {@link readContents} of what is text. */
export async function readTexts(...args: Parameters<typeof readContents>): Promise<Reads<ReadText>> {
  const { read, missing } = await readContents(...args);
  const texts: ReadText[] = [];
  const others: Missing[] = [];
  for (const one of read) {
    const text = textIn(one);
    if (text === undefined) others.push({ name: displayName(one.resource), reason: noText(one.content) });
    else texts.push({ ...one, text });
  }
  return { read: texts, missing: [...missing, ...others] };
}

function reasonOf(error: unknown, log: Logger): string {
  const reason = error instanceof HumanError ? error.reason : undefined;
  const sentence = describeError(error, log);
  if (reason === 'inputRequired' || reason === 'webNotAgreed')
    return l10n.t('{0} Open it once, where you can be asked.', sentence);
  return sentence;
}

function textIn({ resource: { part: key }, content }: ReadContent): string | undefined {
  if (!key) return textOf(content.bytes);
  const part = content.parts.find(({ uri, occurrence }) => uri === key.uri && occurrence === key.occurrence);
  return part && textOf(part.bytes);
}

function noText({ mimeType, bytes }: Content): string {
  return l10n.t(
    'It is not text: {0}, {1}. Attach it to a message without @resources, to a model that takes it.',
    mimeType ?? 'application/octet-stream',
    formatSize(bytes.length),
  );
}
