// An MCP server over stdio with 1,000 skills of 20 files beside 10,000 resources. Of two lists of skills, the later one has another digest of one file.
// The text of a resource is as long as the number in its URI says.
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { wireResource } from './wireResource.mjs';

const skills = 1_000;
const files = 20;
const resources = 10_000;
const pageSize = 100;
const hints = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const textOf = (uri) => 'Do it well.\n'.repeat(Number(/\d+/u.exec(uri)?.[0]) / 12);

/** A file of a skill; those that are read have their true digest. */
function file(uri, size) {
  const digest = sha256(size === undefined ? uri : textOf(uri));
  return { uri, digest: `sha256:${digest}`, size: size ?? 3_000 };
}

function skill(index, version) {
  const name = `how-to-${index}`;
  const folder = `skill://team-${index % 40}/${name}`;
  const main = { ...file(`${folder}/SKILL.md`), digest: `sha256:${sha256(`${name} ${version}`)}` };
  const others = Array.from({ length: files - 1 }, (_, at) => file(`${folder}/references/chapter-${at}.md`));
  const description = `Says what to do for order ${index}, whom to ask, and what to check before and after it.`;
  return { uri: main.uri, frontmatter: { name, description }, resources: [main, ...others] };
}

/** The last skill, which has the files that are read. */
const measured = {
  uri: 'skill://measured/SKILL.md',
  frontmatter: { name: 'measured', description: 'Has a small and a large file.' },
  resources: [
    file('skill://measured/SKILL.md'),
    ...[12_000, 1_200_000].map((size) => file(`skill://measured/${size}.md`, size)),
  ],
};

function pagesOf(key, items) {
  const starts = Array.from({ length: Math.ceil(items.length / pageSize) }, (_, page) => page * pageSize);
  return starts.map((start) => {
    const next = start + pageSize < items.length ? { nextCursor: String(start / pageSize + 1) } : {};
    return JSON.stringify({ ...hints, [key]: items.slice(start, start + pageSize), ...next });
  });
}

const same = Array.from({ length: skills - 2 }, (_, index) => skill(index + 1, 0));
const versions = [0, 1].map((version) => pagesOf('skills', [skill(0, version), ...same, measured]));
const listed = pagesOf(
  'resources',
  Array.from({ length: resources }, (_, index) => wireResource(index)),
);
const capabilities = { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } };
let lists = 0;

const answers = {
  'server/discover': () => JSON.stringify({ ...hints, supportedVersions: ['2026-07-28'], capabilities }),
  'resources/list': ({ cursor = '0' }) => listed[Number(cursor)],
  'skills/list': ({ cursor }) => {
    if (cursor === undefined) lists += 1;
    return versions[lists % 2][Number(cursor ?? 0)];
  },
  'resources/read': ({ uri }) =>
    JSON.stringify({ ...hints, contents: [{ uri, mimeType: 'text/markdown', text: textOf(uri) }] }),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  const result = answers[method]?.(params);
  if (result !== undefined) process.stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}\n`);
  else if (id !== undefined)
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } })}\n`);
});
