// A server of skills built only with the official SDK and its extension for them: folders, a nested skill, two of one name, bytes, and frontmatter
// with everything that the SDK reads of YAML.
//
//   node sdkSkills.mjs stdio|http [--source]
//
// Lists the skills in pages of 5. With --source they are `guild://acme/…`, none of their files is in resources/list, and two more are there: a dynamic
// one, whose text differs each time it is read, and `unlisted`, which only skills/get knows. Over HTTP it listens at PORT, or prints `listening PORT`.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server';
import { SkillsExtension, memorySkillFiles, skillEntry } from '@modelcontextprotocol/server/ext/skills';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const pageSize = 5;
/** @param {string} name @param {string} [fields] */
const skill = (name, fields = `description: How ${name} is done.`) =>
  `---\nname: ${name}\n${fields}\n---\n\n# ${name}\n`;
const longName = `a-${'long-'.repeat(11)}name-64`;
/** The first bytes of a PNG file, which are no UTF-8, and a zero. */
const picture = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff);

const refunds = `description: Pays a customer back, within the rules of the company.
license: Apache-2.0
compatibility: Needs the billing server.
allowed-tools: Bash(git:*) Read
metadata:
  author: acme
  version: "1.0"`;

const numbers = `description: Frontmatter with numbers, truths and nothing.
whole: 42
negative: -7
float: 1.50
exponent: 1e3
hexadecimal: 0x1F
octal: 0o17
leading: 007
text: "42"
yes: yes
flag: true
off-flag: False
tilde: ~
null-word: null
empty:
date: 2026-11-29
version: 1.2.3`;

const lists = `description: Frontmatter with lists and maps.
block:
  - one
  - 2
  - - nested
    - null
  - key: value
    other: [a, "b, c", 3]
compact:
- first
- second
flow: {a: 1, b: [x, y], "c d": 'it''s'}
empty-list: []
empty-map: {}
deep:
  er:
    still: {deeper: [[1], [2, [3]]]}`;

const blockScalars = `description: >-
  Frontmatter with folded
  and literal texts.

  With a second paragraph.
literal: |
  one
    two: indented

  three # no comment
kept: |+
  line

stripped: |-
  line
folded: >+
  one
   more
  end

`;

const quotes = String.raw`description: 'Quoted: with a colon, a # and "quotes"'
double: "tab\tnewline\nunicode ☃ \U0001F331"
single: 'it''s \n as it is'
colon: a:b
url: https://docs.example/page#part
comment: value # that is not part of it
# a comment between
"quoted key": 1
订单: 处理`;

/** @type {Record<string, string | Uint8Array>} */
const files = {
  'bug-triage/SKILL.md': skill('bug-triage'),
  'bug-triage/references/severity.md': '# Severity\n',
  'bug-triage/references/older/1987/severity.md': '# Severity of 1987\n',
  'bug-triage/scripts/labels.py': 'print("labels")\n',
  'bug-triage/templates/report.md': '# Report\n\n',
  'billing/refunds/SKILL.md': skill('refunds', refunds),
  'billing/refunds/email.md': 'Dear customer\n',
  'support/refunds/SKILL.md': skill('refunds'),
  'gardening/SKILL.md': skill('gardening'),
  'gardening/pruning/SKILL.md': skill('pruning'),
  'gardening/pruning/shears.md': '# Shears\n',
  'logo/SKILL.md': skill('logo'),
  'logo/assets/logo.png': picture,
  'logo/assets/empty.txt': '',
  'names/SKILL.md': skill('names'),
  'names/ünïcode and spaces/订单.md': '# 订单\n',
  'names/Q&A (100%).md': '# Q&A\n',
  'numbers/SKILL.md': skill('numbers', numbers),
  'lists/SKILL.md': skill('lists', lists),
  'block-scalars/SKILL.md': skill('block-scalars', blockScalars),
  'quotes/SKILL.md': skill('quotes', quotes),
  'windows/SKILL.md': `\uFEFF${skill('windows')}`.replaceAll('\n', '\r\n'),
  [`${longName}/SKILL.md`]: skill(longName, `description: ${'é'.repeat(1024)}`),
};

const root = 'guild://acme';

/** @returns {Promise<import('@modelcontextprotocol/server/ext/skills').SkillSource>} */
async function source() {
  /** @param {string} path */
  const entry = (path) => skillEntry(`acme/${path}`, filesOf(path), { baseUri: 'guild://' });
  const unlisted = await skillEntry('acme/unlisted', { 'SKILL.md': skill('unlisted') }, { baseUri: 'guild://' });
  const paths = Object.keys(files).filter((file) => file.endsWith('/SKILL.md'));
  const dynamic = {
    uri: `${root}/today/SKILL.md`,
    frontmatter: { name: 'today', description: 'How today is done.' },
    resources: /** @type {const} */ ('dynamic'),
  };
  const skills = [...(await Promise.all(paths.map((path) => entry(path.slice(0, -'/SKILL.md'.length))))), dynamic];
  let reads = 0;
  return {
    list: async ({ cursor = '0' }) => {
      const end = Number(cursor) + pageSize;
      return {
        skills: skills.slice(Number(cursor), end),
        ...(end < skills.length && { nextCursor: String(end) }),
      };
    },
    get: async (uri) => [...skills, unlisted].find((one) => one.uri === uri),
    read: async (uri) => {
      if (uri === dynamic.uri) return { text: `${skill('today')}Read ${++reads} times.\n` };
      if (uri === unlisted.uri) return { text: skill('unlisted') };
      const content = files[decodeURIComponent(uri.slice(root.length + 1))];
      if (content === undefined) return undefined;
      return typeof content === 'string' ? { text: content, mimeType: 'text/markdown' } : { bytes: content };
    },
  };
}

/** The files in a folder, by their paths in it. @param {string} folder */
function filesOf(folder) {
  const within = Object.entries(files).filter(([file]) => file.startsWith(`${folder}/`));
  return Object.fromEntries(within.map(([file, content]) => [file.slice(folder.length + 1), content]));
}

const extension = process.argv.includes('--source')
  ? new SkillsExtension({ source: await source(), baseUri: root, strict: true })
  : await SkillsExtension.load(memorySkillFiles(files), { pageSize, strict: true });

function build() {
  const server = new McpServer({ name: 'sdk skills', version: '1' }, { capabilities: { resources: {} } });
  extension.attach(server);
  return server;
}

if (process.argv[2] === 'http') {
  const server = createServer(toNodeHandler(createMcpHandler(build)));
  server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () =>
    process.stdout.write(`listening ${Object(server.address()).port}\n`),
  );
} else serveStdio(build);
