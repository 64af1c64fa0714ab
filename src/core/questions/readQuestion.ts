import { isFields } from '../base/values';
import type { FormField, Question } from './interaction';
import { readField } from './readField';
import { words } from '../base/untrusted';

const maxFields = 50;
const maxMessageLength = 1000;
const maxUrlLength = 4000;

/** The reason why a question cannot be shown to the user. */
export interface Refusal {
  readonly kind: 'refusal';
  /** For the log and the server's author, in English. Nothing of the server's text is in it. */
  readonly reason: string;
}

/** Reads the params of an `elicitation/create`, valid or not. */
export function readQuestion(params: unknown): Exclude<Question, { kind: 'visit' }> | Refusal {
  if (!isFields(params)) return refusal('it has no parameters');
  const message = words(params['message'], maxMessageLength) ?? '';
  const mode = params['mode'] ?? 'form';
  if (mode === 'url') {
    const url = readUrl(params['url']);
    return typeof url === 'string' ? { kind: 'url', message, url } : url;
  }
  if (mode !== 'form') return refusal('its mode is neither form nor url');
  const fields = readFields(params['requestedSchema']);
  return 'reason' in fields ? fields : { kind: 'form', message, fields };
}

function readFields(schema: unknown): readonly FormField[] | Refusal {
  if (!isFields(schema)) return refusal('it has no schema');
  const properties = schema['properties'] ?? {};
  if (!isFields(properties)) return refusal('the properties of its schema are no object');
  const entries = Object.entries(properties);
  if (entries.length > maxFields) return refusal(`its schema has ${entries.length} properties`);
  const required = new Set(Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []);
  const fields = entries.map(([name, property]) => readField(name, property, required.has(name)));
  const badIndex = fields.indexOf(undefined);
  if (badIndex >= 0) return refusal(`no input fits property ${badIndex + 1} of its schema`);
  return fields.filter((field) => field !== undefined);
}

/** In the form in which it will be opened: with a host in ASCII, so that the shown address is the one that opens. */
function readUrl(url: unknown): string | Refusal {
  if (typeof url !== 'string' || url.length > maxUrlLength || !URL.canParse(url)) return refusal('it has no valid URL');
  const { protocol, username, password, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return refusal('its URL is neither https nor http');
  if (username !== '' || password !== '') return refusal('its URL has a user name in it');
  return href;
}

function refusal(reason: string): Refusal {
  return { kind: 'refusal', reason };
}
