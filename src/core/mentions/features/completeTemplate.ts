import { within } from '../../base/clock';
import { CancelledError, causes, isCancelled } from '../../base/errors';
import type { TemplateEntry } from '../../catalog/templates';
import type { Connection } from '../../connection/connection';
import { parseTemplate } from '../../templates/parseTemplate';
import { typedVariable, type TypedVariable } from '../../templates/typedVariable';
import type { DocumentRequest } from './feature';

/** A URI, or the beginning of one, made from a template and a value that the server completes. */
export interface FilledTemplate {
  readonly entry: TemplateEntry;
  readonly value: string;
  readonly uri: string;
  /** False if another value has to follow. */
  readonly isWhole: boolean;
}

interface Question {
  readonly entry: TemplateEntry;
  readonly connection: Connection;
  readonly variable: TypedVariable;
}

/** Maximum number of templates per completion: the typed text matches more only where servers have many similar ones. */
const maxQuestions = 3;
/** Time in ms that a list waits for values. */
const answerTimeout = 500;
/** A longer value is not suitable for a list. */
const maxValueLength = 2_000;
/** Servers whose slow or failed completion has been logged. */
const loggedConnections = new WeakSet<Connection>();

/** Values for the variable at the cursor, where the typed text begins like a URI of a template. */
export async function filledTemplates(
  request: DocumentRequest,
  servers: readonly Connection[],
  typed: string,
): Promise<readonly FilledTemplate[]> {
  const questions = await questionsAbout(request, servers, typed);
  const answers = await Promise.all(questions.map((question) => answersTo(question, request, typed)));
  return answers.flat();
}

async function questionsAbout(
  { templates, visibility, newSlice, signal }: DocumentRequest,
  servers: readonly Connection[],
  typed: string,
): Promise<readonly Question[]> {
  const ready = new Map(
    servers.flatMap((connection) =>
      connection.state.kind === 'ready' ? [[connection.definition.id, connection]] : [],
    ),
  );
  const slice = newSlice();
  const questions: Question[] = [];
  for (const entry of ready.size === 0 ? [] : templates.all) {
    if (slice.isOver()) await slice.next();
    if (signal.aborted) throw new CancelledError();
    const connection = ready.get(entry.serverId);
    if (!connection || !visibility.isTemplateVisible(entry)) continue;
    const parsed = parseTemplate(entry.template.uriTemplate);
    const variable = parsed.errorAt === undefined ? typedVariable(parsed, typed) : undefined;
    if (variable) questions.push({ entry, connection, variable });
    if (questions.length === maxQuestions) break;
  }
  return questions;
}

async function answersTo(
  question: Question,
  request: DocumentRequest,
  typed: string,
): Promise<readonly FilledTemplate[]> {
  const { entry, variable } = question;
  const values = new Set(await valuesFor(question, request));
  const usable = [...values].filter((value) => value !== '' && value.length <= maxValueLength);
  const prefix = typed.slice(0, variable.start);
  return usable.map((value) => ({ entry, value, uri: prefix + variable.written(value), isWhole: variable.isLast }));
}

/** Empty if the values do not come in time: a list does not wait for a slow server. */
async function valuesFor(
  { entry, connection, variable: { name, value, otherValues } }: Question,
  { clock, log, signal }: DocumentRequest,
): Promise<readonly string[]> {
  const end = new AbortController();
  const either = AbortSignal.any([signal, end.signal]);
  try {
    const session = await connection.session();
    const request = session.complete(entry.template.uriTemplate, { name, value }, otherValues, either);
    const answer = await within(clock, answerTimeout, request);
    if (!answer) warnOnce(log, connection, `takes longer than ${answerTimeout} ms`);
    return answer?.values ?? [];
  } catch (error) {
    if (signal.aborted) throw new CancelledError();
    if (!isCancelled(error)) warnOnce(log, connection, causes(error));
    return [];
  } finally {
    end.abort(new CancelledError());
  }
}

function warnOnce(log: DocumentRequest['log'], connection: Connection, problem: string): void {
  if (loggedConnections.has(connection)) return;
  loggedConnections.add(connection);
  log.warn(`Completing the values of a template: ${problem}`);
}
