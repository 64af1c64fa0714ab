import * as l10n from '@vscode/l10n';
import { env, type Uri } from 'vscode';
import type { Answer, Interaction, Question } from '../../core/questions/interaction';
import { askForm } from './elicitationForm';
import { plainText } from '../base/plainText';
import { showInformation } from '../base/tell';

type PageQuestion = Exclude<Question, { kind: 'form' }>;

/**
 * Puts the questions of servers to the user, in VS Code's own inputs and one at a time, whichever servers they come from. Nothing of
 * the answers is logged or kept.
 */
export class Elicitation {
  #turn: Promise<unknown> = Promise.resolve();
  /** The messages about pages that somebody still waits for, by server and page. */
  readonly #visits = new Map<string, Promise<Answer>>();

  constructor(private readonly nameOf: (serverId: string) => string) {}

  /** For what the user started on a server. */
  for(serverId: string): Interaction {
    return { ask: (question, signal) => this.#ask(this.nameOf(serverId), question, signal) };
  }

  #ask(server: string, question: Question, signal: AbortSignal): Promise<Answer> {
    // It only waits, and others may be answered meanwhile.
    if (question.kind === 'visit') return this.#visit(server, question, signal);
    const answer = this.#turn.then((): Answer | Promise<Answer> => {
      if (signal.aborted) return { action: 'cancel' };
      return question.kind === 'form' ? askForm(server, question, signal) : askToOpen(server, question, signal);
    });
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  /**
   * Shows one message for all requests for the same page, as VS Code closes the earlier of two equal messages. No extension can close a
   * message: it stays until the user closes it, even if the server reports that the user is done.
   * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/common/notifications.ts (addNotification)
   * https://github.com/microsoft/vscode/issues/134777
   */
  #visit(server: string, question: PageQuestion, signal: AbortSignal): Promise<Answer> {
    const key = `${server}\n${question.url}`;
    const answer = this.#visits.get(key) ?? askWhetherDone(server, question);
    this.#visits.set(key, answer);
    const forget = (): void => {
      if (this.#visits.get(key) === answer) this.#visits.delete(key);
    };
    signal.addEventListener('abort', forget, { once: true });
    return answer.finally(forget);
  }
}

async function askToOpen(server: string, { message, url }: PageQuestion, signal: AbortSignal): Promise<Answer> {
  const { host } = new URL(url);
  const open = l10n.t('Open in Browser');
  const decline = l10n.t('Decline');
  const title = l10n.t(
    'The MCP server “{0}” is asking you to open a page on {1} in your browser.',
    plainText(server),
    host,
  );
  const says = message === '' ? [] : [l10n.t('Message from the server: {0}', message)];
  const detail = [...says, url, ...warnings(url)].join('\n\n');
  const choice = await showInformation(title, { modal: true, detail }, open, decline);
  // The dialog stays when the question is withdrawn: https://github.com/microsoft/vscode/issues/134777
  if (signal.aborted) return { action: 'cancel' };
  if (choice === decline) return { action: 'decline' };
  // As text: a `Uri` would encode some characters of it once more, https://github.com/microsoft/vscode/issues/85930
  const isOpen = choice === open && (await env.openExternal(url as unknown as Uri));
  return { action: isOpen ? 'accept' : 'cancel' };
}

/** Lists the parts of a page's address that may mislead. Its host is in ASCII. */
function warnings(url: string): readonly string[] {
  const { protocol, hostname } = new URL(url);
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  return [
    ...(/(^|\.)xn--/.test(hostname)
      ? [l10n.t('Warning: the host name contains international characters, which can look like other letters.')]
      : []),
    ...(protocol === 'http:' && !isHere ? [l10n.t('Warning: the connection to this page isn’t encrypted.')] : []),
  ];
}

async function askWhetherDone(server: string, { url }: PageQuestion): Promise<Answer> {
  const done = l10n.t('Done');
  const message = l10n.t(
    'The MCP server “{0}” is waiting for you to finish on {1} in your browser.',
    plainText(server),
    new URL(url).host,
  );
  const choice = await showInformation(message, done, l10n.t('Cancel'));
  return { action: choice === done ? 'accept' : 'cancel' };
}
