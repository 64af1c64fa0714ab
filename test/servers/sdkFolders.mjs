// A server of folders built only with the official SDK and its extension for skills, which lists the children of a directory.
//
//   node sdkFolders.mjs stdio|http [--source]
//
// A skill with 250 pages in one folder, in whose folder another one stands, in pages of 100; only each SKILL.md is listed. With --source the folders
// are those of `repo://acme`, which is made without skills and of which only the root is listed. Over HTTP it listens at PORT, or prints
// `listening PORT`.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server';
import { SkillsExtension, memorySkillFiles } from '@modelcontextprotocol/server/ext/skills';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const pageSize = 100;
/** @param {string} name */
const skill = (name) => `---\nname: ${name}\ndescription: How ${name} is done.\n---\n\n# ${name}\n`;
/** @param {number} index */
const pageName = (index) => `page-${String(index).padStart(3, '0')}.md`;
const pages = Object.fromEntries(
  Array.from({ length: 250 }, (_, index) => [pageName(index), `# Page ${index}\n${'·'.repeat(index)}\n`]),
);
/** @param {string} folder @param {Record<string, string>} files */
const within = (folder, files) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

/** @type {Record<string, string>} */
const files = {
  'gardening/SKILL.md': skill('gardening'),
  ...within('gardening/pages', pages),
  'gardening/pages/older/1987/first.md': '# The first page\n',
  'gardening/pruning/SKILL.md': skill('pruning'),
  'gardening/pruning/shears.md': '# Shears\n',
  'gardening/ünïcode and spaces/订单.md': '# 订单\n',
};

const root = 'repo://acme';
/** @type {import('@modelcontextprotocol/server/ext/skills').SkillSource} */
const source = {
  list: async () => ({ skills: [] }),
  get: async () => undefined,
  read: async (uri) => {
    const text = files[decodeURIComponent(uri.slice(root.length + 1))];
    return text === undefined ? undefined : { text, mimeType: 'text/markdown' };
  },
  readDirectory: async (uri, { cursor = '0' }) => {
    const children = childrenOf(uri);
    const end = Number(cursor) + pageSize;
    if (children.length === 0) return undefined;
    const resources = children.slice(Number(cursor), end);
    return { resources, ...(end < children.length && { nextCursor: String(end) }) };
  },
  listResources: async () => [{ uri: root, name: 'acme', mimeType: 'inode/directory' }],
};

/** @param {string} uri */
function childrenOf(uri) {
  const names = Object.keys(files).map((file) => `${root}/${file.split('/').map(encodeURIComponent).join('/')}`);
  const below = names.filter((name) => name.startsWith(`${uri}/`)).map((name) => name.slice(uri.length + 1));
  return [...new Set(below.map((path) => path.split('/')[0] ?? ''))].map((segment) => {
    const child = { uri: `${uri}/${segment}`, name: decodeURIComponent(segment) };
    const text = files[decodeURIComponent(child.uri.slice(root.length + 1))];
    if (text === undefined) return { ...child, mimeType: 'inode/directory' };
    return { ...child, mimeType: 'text/markdown', size: Buffer.byteLength(text) };
  });
}

const extension = process.argv.includes('--source')
  ? new SkillsExtension({ source, baseUri: 'repo://' })
  : await SkillsExtension.load(memorySkillFiles(files), { pageSize });

function build() {
  const server = new McpServer({ name: 'sdk folders', version: '1' }, { capabilities: { resources: {} } });
  extension.attach(server);
  return server;
}

if (process.argv[2] === 'http') {
  const server = createServer(toNodeHandler(createMcpHandler(build)));
  server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () =>
    process.stdout.write(`listening ${Object(server.address()).port}\n`),
  );
} else serveStdio(build);
