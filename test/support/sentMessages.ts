// Checks the messages of sessions against the official schema of the revision in use.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createOpenSession } from '../../src/core/mcp/openSession';
import type { OpenSession } from '../../src/core/session/session';
import { decodeBase64 } from '../../src/node/base/base64';
import { renew } from '../../src/node/mcp/oauth';
import { yieldThread } from '../../src/node/base/clock';
import { StdioTransport } from '../../src/node/mcp/stdioTransport';

type Fields = Readonly<Record<string, unknown>>;

const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];
/** The messages that negotiate the revision follow the latest schema of their era, whatever the outcome. */
const settling: Readonly<Record<string, string>> = { initialize: '2025-11-25', 'server/discover': '2026-07-28' };
const validators = new Map<string, ValidateFunction>();

/** Creates an `openSession` like the product's that passes every message it or its sessions send to `onSent` first. */
export function recordingOpenSession(onSent: (message: Fields) => void): OpenSession {
  return createOpenSession({
    fetch: (url, init) => {
      const body = init?.['body'];
      if (init?.method === 'POST' && typeof body === 'string' && body.startsWith('{'))
        onSent(JSON.parse(body) as Fields);
      return fetch(url as URL, init as RequestInit);
    },
    renewer: () => Promise.resolve(renew),
    decodeBase64,
    yieldThread,
    createProcess: (launch, clock, onStderr) => {
      const process = new StdioTransport(launch, clock, onStderr);
      const send = process.send.bind(process);
      process.send = (message) => {
        onSent(JSON.parse(JSON.stringify(message)) as Fields);
        return send(message);
      };
      return process;
    },
  });
}

/** Returns the schema's errors in the messages of one session. @param revision the negotiated one; `undefined` without a session */
export function violations(messages: readonly Fields[], revision: string | undefined): readonly string[] {
  return messages.map(asInSchema).flatMap((message) => {
    const method = typeof message['method'] === 'string' ? message['method'] : undefined;
    const inForce = (method === undefined ? undefined : settling[method]) ?? revision;
    // Without a session only notifications may be sent, such as the cancellation of its request.
    if (inForce === undefined && method?.startsWith('notifications/') === true) return [];
    if (inForce === undefined || !revisions.includes(inForce))
      return [`${method ?? 'an answer'} in revision ${inForce}`];
    const validate = validatorFor(inForce, message, method);
    if (!validate) return [`${method} is not in revision ${inForce}`];
    if (validate(message)) return [];
    const reasons = (validate.errors ?? []).map(({ instancePath, message: text }) => `${instancePath} ${text}`);
    return [`${JSON.stringify(message)} in revision ${inForce}: ${reasons.join('; ')}`];
  });
}

/**
 * Skills and directories are those of an extension, of which there is no schema: its requests have the parameters of others, and a directory's
 * has a cursor, too. Source: modelcontextprotocol/ext-skills, specification/stable/skills.mdx.
 */
function asInSchema(message: Fields): Fields {
  const method = likeMethod[String(message['method'])];
  const { cursor = '' } = Object(message['params']) as Fields;
  return method === undefined || typeof cursor !== 'string' ? message : { ...message, method };
}

const likeMethod: Readonly<Record<string, string>> = {
  'skills/list': 'resources/list',
  'skills/get': 'resources/read',
  'resources/directory/read': 'resources/read',
};

function validatorFor(revision: string, message: Fields, method: string | undefined): ValidateFunction | undefined {
  const schema = readSchema(revision);
  const wanted = method === undefined ? answerSchema(schema, message) : messageSchema(schema, message, method);
  if (wanted === undefined) return undefined;
  const key = `${revision} ${JSON.stringify(wanted)}`;
  const cached = validators.get(key);
  if (cached) return cached;
  // URIs are sent as the server wrote them, so their format is not checked.
  const options = { strict: false, validateFormats: false, allErrors: true };
  const ajv = schema.keyword === '$defs' ? new Ajv2020(options) : new Ajv(options);
  ajv.addSchema(schema.document, 'mcp');
  const validate = ajv.compile(wanted);
  validators.set(key, validate);
  return validate;
}

interface Schema {
  readonly document: Fields;
  readonly keyword: '$defs' | 'definitions';
  readonly definitions: Readonly<
    Record<string, { readonly properties?: { readonly method?: { readonly const?: string } } }>
  >;
}

const schemas = new Map<string, Schema>();

function readSchema(revision: string): Schema {
  const cached = schemas.get(revision);
  if (cached) return cached;
  const file = path.join(import.meta.dirname, '../schemas', `${revision}.json`);
  const document = JSON.parse(readFileSync(file, 'utf8')) as Fields;
  const keyword = '$defs' in document ? '$defs' : 'definitions';
  const schema: Schema = { document, keyword, definitions: document[keyword] as Schema['definitions'] };
  schemas.set(revision, schema);
  return schema;
}

function messageSchema(schema: Schema, message: Fields, method: string): object | undefined {
  const definition = Object.entries(schema.definitions).find(
    ([name, { properties }]) => properties?.method?.const === method && name !== 'ClientNotification',
  )?.[0];
  if (definition === undefined) return undefined;
  return { allOf: [ref(schema, definition), ref(schema, 'id' in message ? 'JSONRPCRequest' : 'JSONRPCNotification')] };
}

function answerSchema(schema: Schema, message: Fields): object {
  const first = (...names: readonly string[]): object =>
    ref(schema, names.find((name) => name in schema.definitions) ?? 'JSONRPCMessage');
  if ('error' in message) return first('JSONRPCErrorResponse', 'JSONRPCError');
  const envelope = first('JSONRPCResultResponse', 'JSONRPCResponse');
  const { result } = message as { result?: Fields };
  const isElicited = result !== undefined && 'action' in result && 'ElicitResult' in schema.definitions;
  return isElicited ? { allOf: [envelope, { properties: { result: ref(schema, 'ElicitResult') } }] } : envelope;
}

function ref({ keyword }: Schema, definition: string): object {
  return { $ref: `mcp#/${keyword}/${definition}` };
}
