// An MCP server over stdio that prepares all its answers before the first request, so that only the client is measured.
// Usage: node bigServer.mjs --era legacy|modern --items N --page N [--blob BYTES] [--folder FOLDER] [--directory URI]
// Where the start of its process is measured as well, the pages are in FOLDER, and the next one is read before it is asked for.
// With a directory, that alone is listed, and the pages are its children.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { wireDirectory, wireResource } from './wireResource.mjs';

const option = (name, fallback) => {
  const index = process.argv.indexOf(`--${name}`);
  return index === -1 ? fallback : process.argv[index + 1];
};
const isModern = option('era', 'legacy') === 'modern';
const items = Number(option('items', '0'));
const pageSize = Number(option('page', '1000'));
const directory = option('directory');
const blobBytes = Number(option('blob', '0'));

const hints = isModern ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {};

const pageCount = Math.ceil(items / pageSize);

function item(index) {
  const resource = wireResource(index);
  return directory === undefined ? resource : { ...resource, uri: `${directory}/${resource.name}.json` };
}

function makePage(number) {
  const from = number * pageSize;
  const page = Array.from({ length: Math.min(pageSize, items - from) }, (_, index) => item(from + index));
  const next = number + 1 < pageCount ? { nextCursor: String(number + 1) } : {};
  return Buffer.from(JSON.stringify({ ...hints, resources: page, ...next }));
}

const folder = option('folder');
const fileOf = (number) => path.join(folder, `${number}.json`);
const isKept = folder !== undefined && existsSync(fileOf(pageCount - 1));
const pages = isKept ? [readFileSync(fileOf(0))] : Array.from({ length: pageCount }, (_, number) => makePage(number));
if (folder !== undefined && !isKept) pages.forEach((page, number) => writeFileSync(fileOf(number), page));

function answerPage(id, number) {
  answer(id, pages[number]);
  if (number + 1 < pageCount) setImmediate(() => (pages[number + 1] ??= readFileSync(fileOf(number + 1))));
}
const blob = Buffer.from(
  JSON.stringify({ ...hints, contents: [{ uri: 'blob:', blob: Buffer.alloc(blobBytes, 171).toString('base64') }] }),
);
const extensions = directory === undefined ? {} : { 'io.modelcontextprotocol/skills': { directoryRead: true } };
const capabilities = { resources: {}, extensions };
const small = {
  initialize: { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'big', version: '1' } },
  'server/discover': { ...hints, supportedVersions: ['2026-07-28'], capabilities },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === 'resources/list' && directory !== undefined)
    answer(id, JSON.stringify({ ...hints, resources: [wireDirectory(directory)] }));
  else if (method === 'resources/list' || method === 'resources/directory/read')
    answerPage(id, Number(params?.cursor ?? 0));
  else if (method === 'resources/read') answer(id, blob);
  else if (method in small && (isModern || method !== 'server/discover')) answer(id, JSON.stringify(small[method]));
  else process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } })}\n`);
});

function answer(id, result) {
  process.stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`);
  process.stdout.write(result);
  process.stdout.write('}\n');
}
