import { isFields } from '../../base/values';
import { isRequest, type Message } from '../base/envelope';
import { revisionKey } from '../base/handshake';

/** The parameter that names what a request is about. */
const names: Readonly<Record<string, string>> = {
  'resources/read': 'uri',
  'prompts/get': 'name',
  'tools/call': 'name',
};
const safe = /^(?!=\?base64\?.*\?=$)[!-~](?:[\t -~]*[!-~])?$/;

/**
 * Since 2026-07-28 the headers of a request repeat what its body says, so that a gateway need not read it.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http (Standard Request Headers)
 */
export function mirroredHeaders(message: Message): Readonly<Record<string, string>> {
  const meta = isRequest(message) ? message.params?.['_meta'] : undefined;
  const revision = isFields(meta) ? meta[revisionKey] : undefined;
  if (!isRequest(message) || typeof revision !== 'string') return {};
  const { method, params = {} } = message;
  const name = params[names[method] ?? ''];
  return {
    'mcp-protocol-version': revision,
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': safe.test(name) ? name : encoded(name) }),
  };
}

/** The form of a value that a header cannot have. */
function encoded(value: string): string {
  return `=?base64?${btoa(utf8(value))}?=`;
}

/** The bytes of a text, each as a character: `fetch` takes no other text for a header. */
export function utf8(value: string): string {
  return Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join('');
}
