import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { causes, HumanError, type Reason } from '../../base/errors';
import type { Logger } from '../../base/ports';
import type { Fields } from '../../base/values';
import { checkContent } from '../../questions/checkValue';
import type { Answer, Interaction, Question, Reply } from '../../questions/interaction';
import { readQuestion } from '../../questions/readQuestion';
import { inputRequired, keepsAsking, questionNotShown } from '../errors/failures';
import type { ReadOptions } from '../../session/session';
import { errorCodes } from '../errors/wireErrors';
import { RequestTimeout } from '../base/requestTimeout';
import type { PeerEvents } from '../wire/peer';

type FormOrUrl = Exclude<Question, { kind: 'visit' }>;
type Url = Extract<Question, { kind: 'url' }>;

/** A request during which the server may ask the user. */
export interface ElicitationScope {
  /** Asks the user; `undefined` for background work. */
  readonly interaction: Interaction | undefined;
  /** Aborts when the request has ended. */
  readonly signal: AbortSignal;
  /** Timeout of the request; paused while the user answers. */
  readonly timeout: RequestTimeout | undefined;
  /** Number of questions so far. */
  questionCount: number;
  /** Reason why the last question was not answered: the request then fails with it. */
  problem: HumanError | undefined;
}

/** Limit per request: a server that asks more does not want an answer. */
const maxQuestions = 20;
/** Maximum number of log lines about questions that were not asked, per session. */
const maxMessages = 20;
const never = new AbortController().signal;
const cancelled: Answer = { action: 'cancel' };

/** Errors of servers that got no answer: the user is shown the missing answer instead. */
const refusals: ReadonlySet<Reason> = new Set(['serverError', 'notFound', 'unsupported', 'protocol', 'inputRequired']);

/** The questions of one server: asked one after the other, and only on behalf of a request by the user. */
export class Questions implements Disposable {
  readonly #askers: ElicitationScope[] = [];
  /** Pages that the user is visiting, by the server's id of the question. */
  readonly #visits = new Map<string, AbortController>();
  /** Logged lines. */
  readonly #loggedLines = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();
  readonly #lifetime = new AbortController();
  /** Number of consecutive questions while the user could not be asked. */
  #unasked = 0;

  /** In ms, the timeout of a request that may ask the user: `idle` without a message from the server, `total` in all. */
  constructor(
    private readonly clock: Clock,
    private readonly log: Logger,
    private readonly idle: number,
    private readonly total: number,
  ) {}

  /** Listens for questions outside of results. */
  listen(events: PeerEvents): void {
    events.onQuestion = (params, cancellation) => this.answer(params, cancellation);
    events.onExcess = () => this.#warnOnce('The server asks more than can be answered; some of it gets no answer');
  }

  /** Runs a request. While it runs, the server may ask. */
  async during<T>(
    { signal, interaction }: Pick<ReadOptions, 'signal' | 'interaction'>,
    work: (elicitation: ElicitationScope) => Promise<T>,
  ): Promise<T> {
    const end = new AbortController();
    const elicitation: ElicitationScope = {
      interaction,
      signal: AbortSignal.any([signal, this.#lifetime.signal, end.signal]),
      timeout: interaction && new RequestTimeout(this.clock, this.idle, this.total),
      questionCount: 0,
      problem: undefined,
    };
    this.#askers.push(elicitation);
    try {
      return await work(elicitation);
    } catch (error) {
      throw because(elicitation.problem, error);
    } finally {
      this.#askers.splice(this.#askers.indexOf(elicitation), 1);
      end.abort();
      elicitation.timeout?.dispose();
    }
  }

  /** Withdraws the open questions. */
  dispose(): void {
    this.#lifetime.abort();
  }

  /** Answers servers that ask with a request of their own, at any time. `cancellation` aborts when they withdraw it. */
  async answer(params: Fields, cancellation: AbortSignal): Promise<Reply | undefined> {
    // A question does not say which request it belongs to.
    const elicitation = this.#askers.filter(({ interaction }) => interaction).at(-1);
    if (!elicitation) {
      this.#warnOnce('The server asked something while nobody waits for it; the question was cancelled');
      for (const other of this.#askers) other.problem = inputRequired();
      this.#unasked += 1;
      // A server that repeats questions regardless of the answers gets no further answer.
      return this.#unasked > maxQuestions ? undefined : { result: cancelled };
    }
    this.#unasked = 0;
    const question = readQuestion(params);
    if (question.kind === 'refusal') {
      elicitation.problem = this.#reportUnreadable(question.reason);
      return { error: { code: errorCodes.invalidParams, message: `The question cannot be shown: ${question.reason}` } };
    }
    const visit = question.kind === 'url' ? this.#startVisit(params['elicitationId']) : undefined;
    const answer = await this.#askInTurn(elicitation, question, cancellation);
    // The server waits for the action on the page, and learns at once that the page was opened.
    if (visit && question.kind === 'url' && answer.action === 'accept')
      void this.#awaitVisit(elicitation, question, visit);
    else visit?.abort();
    return { result: answer };
  }

  /** The server reports that the action on a page is done. */
  complete(elicitationId: unknown): void {
    if (typeof elicitationId === 'string') this.#visits.get(elicitationId)?.abort();
  }

  /** Asks several questions; a page counts as answered only when the user is done there. After a refusal, the rest is not asked. */
  async askAll(elicitation: ElicitationScope, all: readonly Fields[]): Promise<readonly Answer[]> {
    if (all.length > 0 && !elicitation.interaction) throw inputRequired();
    if (elicitation.problem) throw elicitation.problem;
    const questions = all.map((params) => this.#readOrThrow(params));
    const answers: Answer[] = [];
    for (const [index, question] of questions.entries()) {
      if (answers.some(({ action }) => action !== 'accept')) answers.push(cancelled);
      else if (question.kind === 'form') answers.push(await this.#askInTurn(elicitation, question, never));
      else answers.push(await this.#sendTo(elicitation, question, all[index]?.['elicitationId']));
    }
    return answers;
  }

  /** Never the same text twice, and few in total: a server may ask as often as it likes. */
  #warnOnce(text: string): void {
    if (this.#loggedLines.has(text) || this.#loggedLines.size >= maxMessages) return;
    this.#loggedLines.add(text);
    this.log.warn(text);
  }

  #readOrThrow(params: Fields): FormOrUrl {
    const question = readQuestion(params);
    if (question.kind === 'refusal') throw this.#reportUnreadable(question.reason);
    return question;
  }

  #reportUnreadable(reason: string): HumanError {
    this.#warnOnce(`A question of the server cannot be shown: ${reason}`);
    return questionNotShown();
  }

  /** Sends the user to a page and waits until they are done there. */
  async #sendTo(elicitation: ElicitationScope, question: Url, id: unknown): Promise<Answer> {
    const visit = this.#startVisit(id);
    const answer = await this.#askInTurn(elicitation, question, never);
    if (answer.action === 'accept')
      return (await this.#confirmVisit(elicitation, question, visit)) ? answer : cancelled;
    visit.abort();
    return answer;
  }

  /** Waits for the user's visit, after the server got its answer and while the user's request continues. */
  async #awaitVisit(elicitation: ElicitationScope, question: Url, visit: AbortController): Promise<void> {
    if (!(await this.#confirmVisit(elicitation, question, visit))) elicitation.timeout?.stop();
  }

  /** False when the user cancelled. */
  async #confirmVisit(elicitation: ElicitationScope, { message, url }: Url, visit: AbortController): Promise<boolean> {
    const pause = elicitation.timeout?.hold();
    const signal = AbortSignal.any([elicitation.signal, visit.signal]);
    const answer = await this.#askUser(elicitation, { kind: 'visit', message, url }, signal);
    pause?.dispose();
    const isDone = signal.aborted || answer.action === 'accept';
    if (!isDone) elicitation.problem = inputRequired();
    visit.abort();
    return isDone;
  }

  #startVisit(id: unknown): AbortController {
    const visit = new AbortController();
    if (typeof id !== 'string') return visit;
    this.#visits.set(id, visit);
    visit.signal.addEventListener('abort', () => this.#visits.delete(id), { once: true });
    return visit;
  }

  async #askInTurn(elicitation: ElicitationScope, question: FormOrUrl, cancellation: AbortSignal): Promise<Answer> {
    elicitation.questionCount += 1;
    if (elicitation.questionCount > maxQuestions) {
      this.#warnOnce('The server asks without end; the request was given up');
      elicitation.problem = keepsAsking();
      elicitation.timeout?.stop();
      return cancelled;
    }
    const signal = AbortSignal.any([elicitation.signal, cancellation]);
    const pause = elicitation.timeout?.hold();
    const turn = this.#turn.then(() => (signal.aborted ? cancelled : this.#askUser(elicitation, question, signal)));
    this.#turn = turn;
    const answer = await turn;
    pause?.dispose();
    if (signal.aborted) return cancelled;
    elicitation.problem = answer.action === 'accept' ? undefined : inputRequired();
    return answer;
  }

  /** Never rejects: a failed question counts as not answered. */
  async #askUser(elicitation: ElicitationScope, question: Question, signal: AbortSignal): Promise<Answer> {
    try {
      const pendingAnswer = elicitation.interaction?.ask(question, signal) ?? cancelled;
      const answer = await Promise.race([pendingAnswer, cancelledBy(signal)]);
      if (question.kind !== 'form' || answer.action !== 'accept') return { action: answer.action };
      const content = answer.content ?? {};
      if (checkContent(question.fields, content) === undefined) return { action: 'accept', content };
      this.log.error('An answer that does not fit its question was not sent');
    } catch (error) {
      this.log.error(`Asking failed: ${causes(error)}`);
    }
    return cancelled;
  }
}

function cancelledBy(signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(cancelled), { once: true }));
}

/** The reason for a failed request: a missing answer has precedence over the server's error. */
function because(problem: HumanError | undefined, error: unknown): unknown {
  if (!problem || problem === error || !(error instanceof HumanError) || !refusals.has(error.reason)) return error;
  return new HumanError(problem.reason, problem.message, { cause: error });
}
