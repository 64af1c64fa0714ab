/** A server as it is published. */
export interface RealServer {
  /** On npm. */
  readonly name: string;
  /** Exact, so that a difference is one of ours. */
  readonly version: string;
  readonly args?: readonly string[];
  /** A file of test/servers that makes a server of the package, which has none of its own, as it is installed with the other dependencies. */
  readonly script?: string;
  /** Arguments and the path of its address over HTTP, where it takes its port from `PORT`. */
  readonly overHttp?: readonly { readonly args: readonly string[]; readonly path: string }[];
  readonly env?: Readonly<Record<string, string>>;
  /** A tool that makes the server report an update of a resource. */
  readonly update?: { readonly uri: string; readonly tool: string; readonly arguments: object };
}

/** Servers that need neither an account nor a network to start, most of them with resources. */
const realServers: readonly RealServer[] = [
  {
    name: '@modelcontextprotocol/server-everything',
    version: '2026.8.31',
    args: ['stdio'],
    overHttp: [
      { args: ['streamableHttp'], path: '/mcp' },
      { args: ['sse'], path: '/sse' },
    ],
    update: { uri: 'demo://resource/dynamic/text/7', tool: 'toggle-subscriber-updates', arguments: {} },
  },
  {
    // A hundred resources in pages of ten.
    name: '@modelcontextprotocol/server-everything',
    version: '2025.8.18',
    args: ['stdio'],
  },
  {
    name: '@modelcontextprotocol/server-memory',
    version: '2026.8.31',
    env: { MEMORY_FILE_PATH: 'memory.jsonl' },
    update: {
      uri: 'memory://knowledge-graph',
      tool: 'create_entities',
      arguments: { entities: [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }] },
    },
  },
  // Folders that are not listed: those of two skills, and those of another scheme.
  {
    name: '@modelcontextprotocol/server',
    version: '2.4.0',
    script: 'sdkFolders.mjs',
    args: ['stdio'],
    overHttp: [{ args: ['http'], path: '/mcp' }],
  },
  {
    name: '@modelcontextprotocol/server',
    version: '2.4.0',
    script: 'sdkFolders.mjs',
    args: ['stdio', '--source'],
    overHttp: [{ args: ['http', '--source'], path: '/mcp' }],
  },
  // Skills: those of the SDK's catalogue, and those of a source, of which one is dynamic and one in no list.
  {
    name: '@modelcontextprotocol/server',
    version: '2.4.0',
    script: 'sdkSkills.mjs',
    args: ['stdio'],
    overHttp: [{ args: ['http'], path: '/mcp' }],
  },
  {
    name: '@modelcontextprotocol/server',
    version: '2.4.0',
    script: 'sdkSkills.mjs',
    args: ['stdio', '--source'],
    overHttp: [{ args: ['http', '--source'], path: '/mcp' }],
  },
  { name: '@knip/mcp', version: '0.0.36' },
  { name: '@cyanheads/git-mcp-server', version: '2.15.3' },
  { name: '@takescake/1password-mcp', version: '4.0.2' },
  { name: 'mcp-hello-world', version: '1.1.2' },
  { name: '@modelcontextprotocol/server-puppeteer', version: '2025.5.12' },
  { name: '@modelcontextprotocol/server-video-resource', version: '2.0.3', args: ['--stdio'] },
  { name: '@modelcontextprotocol/server-pdf', version: '2.0.4', args: ['--stdio'] },
  { name: '@modelcontextprotocol/server-map', version: '2.0.3', args: ['--stdio'] },
  { name: '@modelcontextprotocol/server-threejs', version: '2.0.3', args: ['--stdio'] },
  // These declare resources and have no list of them.
  { name: 'nx-mcp', version: '0.25.0' },
  { name: 'mcp-fetch-server', version: '1.1.2' },
  // This one has none.
  { name: '@modelcontextprotocol/server-filesystem', version: '2026.8.31', args: ['.'] },
];

/** Those whose name, version or script contains the text. */
export function serversNamed(text = ''): readonly RealServer[] {
  return realServers.filter(({ name, version, script = '' }) => `${name}@${version} ${script}`.includes(text));
}
