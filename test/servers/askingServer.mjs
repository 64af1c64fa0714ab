// A server over stdio that asks questions before it answers a read.
//
//   node askingServer.mjs [--modern] [--record FILE]
//
// It asks by requests of its own (2025-11-25), or with --modern by `input_required` results (2026-07-28); see `questions` below. The final
// content is a JSON text of the answers it got. `control://log` returns all received messages; reading `control://done` means that the user has
// finished the page that a question named.
import { createInterface } from 'node:readline';
import { Peer, RpcError, jsonContent, noAnswer, textContent } from './raw/peer.mjs';

/** @typedef {Record<string, any>} Fields */

const isModern = process.argv.includes('--modern');
const record = process.argv.indexOf('--record');
const peer = new Peer(record < 0 ? {} : { record: process.argv[record + 1] ?? '' });
const complete = isModern ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {};
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

const requestedSchema = {
  type: 'object',
  properties: {
    month: { type: 'string', title: 'Month', description: 'As year-month', pattern: '^\\d{4}-\\d{2}$' },
    format: { type: 'string', title: 'Format', enum: ['csv', 'md'], enumNames: ['Table', 'Markdown'], default: 'csv' },
  },
  required: ['month'],
};
const all = {
  message: 'One of each [kind](command:workbench.action.terminal.new)',
  requestedSchema: {
    type: 'object',
    properties: {
      count: { type: 'integer', title: 'Count', minimum: 1, maximum: 9 },
      deep: { type: 'boolean', title: 'Deep' },
      parts: {
        type: 'array',
        title: 'Parts',
        minItems: 1,
        items: { enum: ['head', 'body', 'tail'] },
        default: ['tail'],
      },
      note: { type: 'string', title: 'Note' },
    },
    required: ['count', 'parts'],
  },
};
const form = { message: 'Which report do you want?', requestedSchema };
const again = { message: 'Really?', requestedSchema: { type: 'object', properties: { sure: { type: 'boolean' } } } };
const page = {
  mode: 'url',
  message: 'Sign the report',
  url: 'https://reports.example/sign?id=1',
  elicitationId: 'page-1',
};
const badSchema = { message: 'Where?', requestedSchema: { type: 'object', properties: { place: { type: 'object' } } } };

/** By URI: the next question after the answers so far, if there is one. @type {Record<string, (answers: Fields[]) => Fields | undefined>} */
const questions = {
  'ask://form': ({ length }) => [form][length],
  'ask://all': ({ length }) => [all][length],
  'ask://twice': ({ length }) => [form, again][length],
  'ask://endless': () => again,
  /** Asks again until the answer is `accept`. */
  'ask://stubborn': (answers) => (answers.at(-1)?.['action'] === 'accept' ? undefined : again),
  'ask://bad-schema': ({ length }) => [badSchema][length],
  'ask://url': ({ length }) => [page][length],
  /** Fails unless the answer is `accept`. */
  'ask://strict': (answers) => {
    if (answers[0] && answers[0]['action'] !== 'accept') throw new RpcError(-32603, 'No report without an answer');
    return [form][answers.length];
  },
};

let isPageDone = false;
/** @type {(() => void)[]} */
const waitingForPage = [];
/** @type {Map<string, (answer: Fields) => void>} */
const asked = new Map();

/** @param {string | number | undefined} id @param {Promise<unknown>} work */
function answerLater(id, work) {
  const reply = (/** @type {object} */ rest) => peer.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...rest })}\n`);
  work.then(
    (result) => reply({ result }),
    ({ code = -32603, message, data }) => reply({ error: { code, message, data } }),
  );
  return noAnswer;
}

/** @param {Fields} params @returns {Promise<Fields>} */
function askByRequest(params) {
  const id = `question-${asked.size + 1}`;
  peer.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'elicitation/create', params })}\n`);
  return new Promise((resolve) => asked.set(id, resolve));
}

/** @param {string} uri @returns {Promise<unknown>} */
async function readAsking(uri) {
  /** @type {Fields[]} */
  const answers = [];
  for (let next = questions[uri]?.(answers); next; next = questions[uri]?.(answers)) {
    const answer = await askByRequest(next);
    answers.push(answer);
    if (next['mode'] === 'url' && answer['action'] === 'accept' && !isPageDone)
      await new Promise((resolve) => waitingForPage.push(() => resolve(undefined)));
  }
  return { contents: [jsonContent(uri, answers)] };
}

/** @param {Fields} params @returns {unknown} */
function readInRounds({ uri, inputResponses, requestState, _meta }) {
  const declared = _meta?.[capabilitiesKey] ?? {};
  const answers = [...JSON.parse(requestState ?? '[]'), ...Object.values(inputResponses ?? {})];
  const next = questions[uri]?.(answers);
  if (!next) return { ...complete, contents: [jsonContent(uri, answers)] };
  if (!declared.elicitation)
    throw new RpcError(-32021, 'Elicitation is needed', { requiredCapabilities: { elicitation: { form: {} } } });
  const state = answers.length > 0 ? { requestState: JSON.stringify(answers) } : {};
  const inputRequests = { 'the question': { method: 'elicitation/create', params: next } };
  return { resultType: 'input_required', inputRequests, ...state };
}

let bareReads = 0;

/** Returns results that do not depend on questions of a form. @param {Fields} params @returns {unknown} */
function readSpecially({ uri, inputResponses, requestState }) {
  const required = { resultType: 'input_required' };
  /** @type {Record<string, () => unknown>} */
  const special = {
    'control://done': () => {
      isPageDone = true;
      peer.notify('notifications/elicitation/complete', { elicitationId: 'unknown' });
      peer.notify('notifications/elicitation/complete', { elicitationId: page.elicitationId });
      for (const go of waitingForPage.splice(0)) go();
      return { ...complete, contents: [textContent(uri, 'done')] };
    },
    'control://log': () => ({ ...complete, contents: [jsonContent(uri, peer.received)] }),
    /** The error of 2025-11-25 that names a page. */
    'ask://url-error': () => {
      if (!isPageDone) throw new RpcError(-32042, 'Sign first', { elicitations: [page] });
      return { ...complete, contents: [textContent(uri, 'signed')] };
    },
    /** Asks although no pending request could have caused the question. */
    'control://ask': () => {
      void askByRequest(form);
      return { ...complete, contents: [textContent(uri, 'asked')] };
    },
    /** Asks for another try without a question, once. */
    'ask://state-only': () =>
      requestState === 'wait'
        ? { ...complete, contents: [textContent(uri, `${requestState} ${inputResponses === undefined}`)] }
        : { ...required, requestState: 'wait' },
    'ask://sampling': () => ({ ...required, inputRequests: { one: { method: 'sampling/createMessage', params: {} } } }),
    'ask://nothing': () => ({ ...required, requestState: 5 }),
    'ask://no-params': () => ({ ...required, inputRequests: { one: { method: 'elicitation/create' } } }),
    /** Only the question of this `input_required` result is valid; a second read returns the content. */
    'ask://sloppy': () =>
      bareReads++ === 0
        ? {
            ...required,
            ttlMs: 'soon',
            extra: 1,
            inputRequests: { one: { method: 'elicitation/create', params: form, id: 7 } },
            requestState: null,
          }
        : { contents: [jsonContent(uri, { inputResponses, requestState })] },
  };
  return special[uri]?.();
}

peer.resources = [...Object.keys(questions), 'ask://url-error'].map((uri) => ({
  uri,
  name: `${isModern ? 'new' : 'old'} ${uri.slice('ask://'.length)}`,
  mimeType: 'application/json',
}));
peer.handlers.set('resources/read', (params, { id }) => {
  const special = readSpecially(params);
  if (special !== undefined) return special;
  if (!questions[params.uri]) throw new RpcError(-32602, 'Resource not found', { uri: params.uri });
  return isModern ? readInRounds(params) : answerLater(id, readAsking(params.uri));
});
if (isModern) {
  peer.handlers.delete('initialize');
  peer.handlers.set('server/discover', () => ({
    ...complete,
    supportedVersions: ['2026-07-28'],
    capabilities: peer.capabilities,
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'asking', version: '1' } },
  }));
  peer.handlers.set('resources/list', () => ({ ...complete, resources: peer.resources }));
  peer.handlers.set('resources/templates/list', () => ({ ...complete, resourceTemplates: [] }));
} else {
  const list = peer.handlers.get('resources/list') ?? (() => noAnswer);
  // Asks during a request in the background, when the client must not ask the user.
  peer.handlers.set('resources/list', (params, message) => {
    void askByRequest(form);
    return list(params, message);
  });
}
peer.handlers.set('tools/call', (params) => {
  const result = readInRounds({ ...params, uri: 'ask://form' });
  return 'contents' in Object(result)
    ? { ...complete, content: [], structuredContent: Object(result).contents[0] }
    : result;
});

createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (line.trim() === '') return;
    const message = JSON.parse(line);
    peer.receive(message);
    if (message.method === undefined) asked.get(message.id)?.(message.result ?? { error: message.error });
  })
  .on('close', () => process.exit(0));
