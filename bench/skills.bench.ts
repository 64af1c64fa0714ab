// Measures the skills of a server with 1,000 skills of 20 files beside 10,000 resources: listed, listed again, read and drawn. A list against the floor
// that parses the same pages, a verified read against that of a resource of the same length, and rows against as many folders of ordinary resources.
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Emitter } from '../src/core/base/event';
import { Catalog } from '../src/core/catalog/catalog';
import { NameOrder } from '../src/core/catalog/nameOrder';
import { ServerOrder } from '../src/core/catalog/serverOrder';
import { TemplateCatalog } from '../src/core/catalog/templates';
import type { Connection } from '../src/core/connection/connection';
import type { Connections } from '../src/core/connection/connections';
import type { ReadResult } from '../src/core/session/session';
import { Skills } from '../src/core/skills/skills';
import { SkillVerifier } from '../src/core/skills/verify';
import { TreeModel } from '../src/core/tree/treeModel';
import type { TreeNode, TreeOptions } from '../src/core/tree/treeNode';
import { newSlice, systemClock } from '../src/node/base/clock';
import { checkSkill } from '../src/node/skills/skillTools';
import { byPath, noSkills } from '../test/unit/catalog/fixtures';
import { Floor } from './floor';
import { cost, limits, medianCost, open, silent, watchTurns, type Cost } from './measure';

const rounds = Number(process.env['ROUNDS'] ?? 9);
const signal = new AbortController().signal;
const serverId = 'server';
const count = 1_000;
const server = path.resolve('bench/skillServer.mjs');
const options: TreeOptions = {
  audience: 'all',
  groupBy: 'scheme',
  sortBy: 'server',
  servers: [{ id: serverId, name: serverId }],
  isVisible: () => true,
  isTemplateVisible: () => true,
};

const session = await open([server]);
const floor = new Floor(process.execPath, [server]);
const listed = new Emitter<Connection>();
const connection = {
  definition: { id: serverId, name: serverId },
  state: { kind: 'ready', info: session.info },
  sessionFor: () => Promise.resolve(session),
  noteFresh: () => undefined,
} as unknown as Connection;
const connections = {
  get: () => connection,
  onDidList: listed.event,
  onDidChange: new Emitter<void>().event,
} as unknown as Connections;

const catalog = new Catalog();
const skills = new Skills(catalog, connections, { clock: systemClock, log: silent, limits: () => limits });

async function listResources(): Promise<void> {
  const writer = catalog.beginList(serverId);
  const pages = session.listResources(limits, signal);
  for (let step = await pages.next(); !step.done; step = await pages.next()) writer.append(step.value);
  writer.end({ kind: 'complete' });
}

async function listSkills(): Promise<void> {
  await skills.ready(serverId, signal);
  if (skills.of(serverId).length !== count) throw new Error(`${skills.of(serverId).length} skills`);
}

async function listAgain(): Promise<void> {
  listed.fire(connection);
  await listSkills();
}

/** @returns how to draw the rows, down to those of all skills, or of their folders if they were ordinary resources */
function tree(sortBy: 'name' | 'server', hasSkills: boolean): () => Promise<void> {
  const orders = { name: new NameOrder(catalog, newSlice), server: new ServerOrder(catalog, newSlice) };
  const model = new TreeModel(
    catalog,
    { ...orders, importance: orders.server },
    new TemplateCatalog(),
    newSlice,
    byPath(catalog),
    hasSkills ? skills : noSkills,
  );
  const below = async (rows: readonly TreeNode[]): Promise<readonly TreeNode[]> =>
    (await Promise.all(rows.map((row) => model.children(row, { ...options, sortBy })))).flat();
  return async () => {
    const roots = await model.roots({ ...options, sortBy });
    let rows = await below(roots.filter(({ id }) => /^(?:skills:|scheme:skill\n)/u.test(id)));
    // The folders in those of the teams.
    if (!hasSkills) rows = await below(rows);
    if (rows.length < count) throw new Error(`${rows.length} rows`);
  };
}

/** Measures both in turn. */
async function compare(
  name: string,
  ours: () => Promise<unknown>,
  theirs: () => Promise<unknown>,
  before: () => void = () => undefined,
): Promise<void> {
  const [our, their]: [Cost[], Cost[]] = [[], []];
  for (let round = -2; round < rounds; round += 1) {
    before();
    const costs = [await cost(ours), await cost(theirs)] as const;
    if (round < 0) continue;
    our.push(costs[0]);
    their.push(costs[1]);
  }
  const [mine, least] = [medianCost(our), medianCost(their)];
  const ratio = (key: keyof Cost): string =>
    `${key} ${mine[key].toFixed(1)}/${least[key].toFixed(1)} ms = ${(mine[key] / least[key]).toFixed(2)}x`;
  before();
  const turns = watchTurns();
  await ours();
  // The last turn counts, too.
  await setImmediate();
  const block = turns.end().toFixed(1);
  console.log(`${name.padEnd(32)} ${ratio('wall')}   ${ratio('cpu')}   longest block ${block} ms`);
}

/** Reads a file of a skill, verified, and as long a text that is no skill's. */
async function compareReads(size: number): Promise<void> {
  const verifier = new SkillVerifier(skills, { log: silent, check: () => Promise.resolve(checkSkill) });
  const read = async (uri: string): Promise<ReadResult> => {
    const result = await session.read(uri, { maxBytes: 2 * size, signal });
    if (result === 'notModified') throw new Error('It was not read');
    return result;
  };
  const repeat = async (one: () => Promise<unknown>): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await one();
  };
  const address = { serverId, uri: `skill://measured/${size}.md` };
  const verified = (): Promise<unknown> => verifier.admit(address, () => read(address.uri), signal);
  await compare(
    `10 reads of ${size} bytes`,
    () => repeat(verified),
    () => repeat(() => read(`plain:${size}`)),
  );
}

const awake = setInterval(() => undefined, 60_000);
await floor.request('server/discover', {});
await listResources();
const leastList = (): Promise<unknown> => floor.list('skills');
await compare('the first list', listSkills, leastList, () => skills.removeServer(serverId));
let changes = 0;
skills.onDidChange(() => (changes += 1));
await compare('a list with one skill changed', listAgain, leastList);
if (changes < rounds) throw new Error(`${changes} lists were not as before`);
for (const size of [12_000, 1_200_000]) await compareReads(size);
for (const sortBy of ['server', 'name'] as const)
  await compare(`rows of ${count} skills, by ${sortBy}`, tree(sortBy, true), tree(sortBy, false));
floor.end();
session.dispose();
await session.ended;
clearInterval(awake);
