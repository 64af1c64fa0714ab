import { HumanError } from '../../base/errors';
import { isFields, type Fields } from '../../base/values';
import { broken, cannotGive, keepsAsking } from '../errors/failures';
import { errorCodes, ProtocolError } from '../errors/wireErrors';
import type { ElicitationScope, Questions } from './questions';

const maxRounds = 10;

/**
 * Repeats a request until the server needs nothing more: it asks in an `input_required` result, and gets the answers with the next
 * repetition, or its error names pages that must be visited first. Each era knows one of the two; both are accepted from any server. `send`
 * rejects with a {@link HumanError} whose cause is the error of the server.
 */
export async function untilAnswered(
  params: object | undefined,
  send: (params: object | undefined) => Promise<unknown>,
  elicitation: ElicitationScope,
  questions: Questions,
): Promise<unknown> {
  let current = params;
  let hasVisited = false;
  for (let round = 0; round <= maxRounds; round += 1) {
    try {
      const result = await send(current);
      if (!isFields(result) || result['resultType'] !== 'input_required') return result;
      current = { ...params, ...(await responses(result, elicitation, questions)) };
    } catch (error) {
      const pages = hasVisited ? undefined : pagesIn(error);
      if (!pages) throw error;
      hasVisited = true;
      const answers = await questions.askAll(elicitation, pages);
      if (!answers.every(({ action }) => action === 'accept')) throw elicitation.problem ?? error;
    }
  }
  throw keepsAsking();
}

/** Additional parameters for the request's repetition. */
async function responses(result: Fields, elicitation: ElicitationScope, questions: Questions): Promise<Fields> {
  const { inputRequests, requestState } = result;
  const state = typeof requestState === 'string' ? { requestState } : {};
  const requests = Object.entries(isFields(inputRequests) ? inputRequests : {});
  if (requests.length === 0 && !('requestState' in state)) throw broken('input_required without a request and a state');
  if (requests.length === 0) return state;
  const questionParams = requests.map(([, request]) => elicitationParams(request));
  const answers = await questions.askAll(elicitation, questionParams);
  return { inputResponses: Object.fromEntries(requests.map(([key], index) => [key, answers[index]])), ...state };
}

/** Sampling and roots were not offered, and there is no answer that says so. */
function elicitationParams(request: unknown): Fields {
  const { method, params } = isFields(request) ? request : {};
  if (method === 'elicitation/create') return isFields(params) ? params : {};
  throw cannotGive('an input request other than elicitation/create');
}

/** The pages that a `URLElicitationRequiredError` names. */
function pagesIn(error: unknown): readonly Fields[] | undefined {
  const cause = error instanceof HumanError ? error.cause : undefined;
  if (!(cause instanceof ProtocolError) || cause.code !== errorCodes.urlElicitationRequired) return undefined;
  const pages = isFields(cause.data) ? cause.data['elicitations'] : undefined;
  return Array.isArray(pages) && pages.length > 0
    ? pages.map((page) => ({ ...(isFields(page) ? page : {}), mode: 'url' }))
    : undefined;
}
