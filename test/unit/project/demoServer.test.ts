import { execFile } from 'node:child_process';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
import type { Client, Resource } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { BuiltDemoServer, DemoConnection, Way } from '../../servers/demoServer';
import { buildDemoServer, connectToDemo, ways } from '../../servers/demoServer';

const stdio: Way = { transport: 'stdio', era: 'legacy' };
const rows = 'db://larkspur/{schema}/{table}/rows{?limit}';
const liveLog = 'log://shop/web/current';
const knownProblems = 'skill://larkspur/support/answer-customer/references/known-problems.md';

let demo: BuiltDemoServer;
const connections: DemoConnection[] = [];

beforeAll(async () => {
  demo = await buildDemoServer();
});
afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await demo.remove();
});

async function connect(way: Way, ...flags: string[]): Promise<Client> {
  const connection = await connectToDemo(demo.file, way, flags);
  connections.push(connection);
  return connection.client;
}

async function readBytes(client: Client, uri: string): Promise<Buffer> {
  const { contents } = await client.readResource({ uri });
  expect(contents).toHaveLength(1);
  const [content] = contents;
  expect(content?.uri).toBe(uri);
  return content && 'blob' in content ? Buffer.from(content.blob, 'base64') : Buffer.from(content?.text ?? '');
}

function bySchemes(resources: readonly Resource[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { uri } of resources) {
    const scheme = uri.slice(0, uri.indexOf(':'));
    counts[scheme] = (counts[scheme] ?? 0) + 1;
  }
  return counts;
}

/** Records notifications; `until` waits for the wanted ones, and takes all that arrived. */
function notificationsOf(client: Client) {
  const seen: string[] = [];
  let wake = (): void => undefined;
  const note = (what: string): void => {
    seen.push(what);
    wake();
  };
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => note(params.uri));
  client.setNotificationHandler('notifications/resources/list_changed', () => note('list'));
  const until = async (...wanted: string[]): Promise<string[]> => {
    while (!wanted.every((what) => seen.includes(what))) await new Promise<void>((resolve) => (wake = resolve));
    return seen.splice(0);
  };
  return { until };
}

/** Watches as the era requires. @returns a function that stops watching */
async function watch(client: Client, uris: string[], resourcesListChanged = true): Promise<() => Promise<void>> {
  if (client.getProtocolEra() === 'modern') {
    const subscription = await client.listen({ resourcesListChanged, resourceSubscriptions: uris });
    return () => subscription.close();
  }
  for (const uri of uris) await client.subscribeResource({ uri });
  return async () => {
    for (const uri of uris) await client.unsubscribeResource({ uri });
  };
}

/** Replaces the watched file as a whole, so that the server never reads half of it. */
async function order(file: string, changes: Record<string, string | object | null>): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(changes));
  await rename(`${file}.new`, file);
}

describe.each(ways)('the demo server over $transport in the $era era', (way) => {
  let client: Client;
  let file: string;
  beforeAll(async () => {
    file = path.join(demo.folder, `${way.transport}-${way.era}.json`);
    await order(file, {});
    client = await connect(way, '--watch-file', file, '--log-interval', '40');
  });

  it('lists its resources on pages of 50', async () => {
    const sizes: number[] = [];
    const resources: Resource[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.request({ method: 'resources/list', params: cursor === undefined ? {} : { cursor } });
      sizes.push(page.resources.length);
      resources.push(...page.resources);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(sizes).toEqual([50, 50, 50, 29]);
    const counts = { repo: 41, db: 25, ticket: 60, wiki: 24, log: 6, media: 11, memo: 11, depot: 1 };
    expect(bySchemes(resources)).toEqual(counts);
    expect(new Set(resources.map(({ uri }) => uri)).size).toBe(179);
  });

  it('reads text, pictures and papers with the bytes that it announced', async () => {
    const { resources } = await client.listResources();
    const wanted = resources.filter(({ uri }) => /README|weather-hold|logo|lavandula|\.pdf|%E8%AE%A2|订单/.test(uri));
    const read = await Promise.all(wanted.map(async ({ uri }) => (await readBytes(client, uri)).byteLength));
    expect(wanted).toHaveLength(7);
    expect(read).toEqual(wanted.map(({ size }) => size));
  });

  it('lists the delivery notes of a day, which are in no list, and has each of them', async () => {
    const directories = new SkillsClient(client);
    const names = async (uri: string) => (await directories.readDirectory(uri)).resources.map(({ name }) => name);
    const years = await names('depot://larkspur');
    expect([years.at(0), years.at(-1), years.length]).toEqual(['2016', '2025', 10]);
    expect(await names('depot://larkspur/2024')).toHaveLength(12);
    expect(await names('depot://larkspur/2024/02')).toHaveLength(29);
    const { resources } = await directories.readDirectory('depot://larkspur/2024/02/29');
    expect(resources).toHaveLength(2_737);
    const [last] = resources.slice(-1);
    const bytes = await readBytes(client, last!.uri);
    expect(bytes.toString()).toMatch(/^# Delivery note 8163153\n[^]*Left the depot at 2024-02-29 \d\d:\d\d UTC\.\n$/);
    expect(bytes).toHaveLength(last!.size!);
  });

  it('says what is no folder of the depot, and what is no note', async () => {
    const refused = { code: -32602 };
    const directories = new SkillsClient(client);
    for (const path of ['/', '/2024/', '/2015', '/2024/13', '/2023/02/29', '/2024/02/29/DN-08163153.md', '/x'])
      await expect(directories.readDirectory(`depot://larkspur${path}`), path).rejects.toMatchObject(refused);
    for (const path of ['', '/2024', '/2024/02/29/DN-08163154.md', '/2024/02/28/DN-08163153.md', '/DN-00000001.md'])
      await expect(readBytes(client, `depot://larkspur${path}`), path).rejects.toMatchObject(refused);
  });

  it('lists two skills, whose files are as their entries say, and in no other list', async () => {
    const entries = new SkillsClient(client);
    const { skills } = await entries.list();
    const files = skills.flatMap(({ resources }) => (resources === 'dynamic' ? [] : resources.map(({ uri }) => uri)));
    expect(files).toEqual([
      'skill://larkspur/support/triage-bug-report/SKILL.md',
      'skill://larkspur/support/triage-bug-report/references/owners.md',
      'skill://larkspur/support/triage-bug-report/references/severity.md',
      'skill://larkspur/support/triage-bug-report/templates/bug-report.md',
      'skill://larkspur/support/triage-bug-report/templates/question.md',
      'skill://larkspur/support/answer-customer/SKILL.md',
      knownProblems,
    ]);
    expect(skills.map(({ frontmatter }) => frontmatter['allowed-tools'])).toEqual(['Read Bash(git log:*)', undefined]);
    for (const skill of skills) {
      expect(await entries.get(skill.uri)).toMatchObject({ skill });
      const read = files.filter((uri) => uri.startsWith(skill.uri.replace('SKILL.md', '')));
      for (const uri of read) expect(await entries.read(skill, uri)).toMatchObject({ verified: true });
    }
    const listed = (await client.listResources()).resources.map(({ uri }) => uri);
    expect(listed.filter((uri) => files.includes(uri))).toEqual([]);
  });

  it('lists the folders of a skill, and says what is none', async () => {
    const skills = new SkillsClient(client);
    const root = 'skill://larkspur/support/triage-bug-report';
    const names = async (uri: string) => (await skills.readDirectory(uri)).resources.map(({ name }) => name);
    expect(await names(root)).toEqual(['SKILL.md', 'references', 'templates']);
    expect(await names(`${root}/templates`)).toEqual(['bug-report.md', 'question.md']);
    expect(await names('skill://larkspur/support')).toEqual(['triage-bug-report', 'answer-customer']);
    const refused = { code: -32602 };
    for (const uri of [`${root}/`, `${root}/SKILL.md`, `${root}/none`])
      await expect(skills.readDirectory(uri), uri).rejects.toMatchObject(refused);
    for (const uri of [root, `${root}/templates/question.md`, 'skill://larkspur/SKILL.md'])
      await expect(skills.get(uri), uri).rejects.toMatchObject(refused);
    await expect(readBytes(client, root)).rejects.toMatchObject(refused);
  });

  it('offers templates and completes them with regard to the other variables', async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      rows,
      'ticket://support/{number}',
      'wiki://larkspur/search{?words,language}',
    ]);
    const complete = async (name: string, value: string, chosen: Record<string, string>) => {
      const ref = { type: 'ref/resource' as const, uri: rows };
      const answer = await client.complete({ ref, argument: { name, value }, context: { arguments: chosen } });
      return answer.completion.values;
    };
    expect(await complete('schema', 's', {})).toEqual(['sales', 'stock', 'shipping']);
    expect(await complete('table', '', { schema: 'shipping' })).toEqual(['parcels', 'carriers', 'zones']);
    expect(await complete('table', 'ers', { schema: 'sales' })).toEqual(['customers', 'orders']);
    expect(await complete('schema', '', { table: 'searches' })).toEqual(['web']);
  });

  it('says when a watched resource changes, and when the list does', async () => {
    const { until } = notificationsOf(client);
    const page = 'wiki://larkspur/care/lavender';
    const memo = 'memo:7f3a90c2';
    const unwatch = await watch(client, [page], false);
    onTestFinished(await watch(client, [memo]));
    await order(file, { [page]: 'Cut it in August.', 'wiki://larkspur/care/new': 'New.' });
    expect((await until('list', page)).sort()).toEqual(['list', page]);
    expect((await readBytes(client, page)).toString()).toBe('Cut it in August.');
    expect((await readBytes(client, 'wiki://larkspur/care/new')).toString()).toBe('New.');

    await unwatch();
    await order(file, { [page]: 'Not told.', 'wiki://larkspur/care/new': 'Not told either.', [memo]: 'Told.' });
    expect(await until(memo)).toEqual([memo]);

    const blob = { mimeType: 'text/plain; charset=iso-8859-1', blob: Buffer.from([0xfc]).toString('base64') };
    await order(file, { 'wiki://larkspur/care/bytes': blob });
    expect(await until('list')).toEqual(['list']);
    const { contents } = await client.readResource({ uri: 'wiki://larkspur/care/bytes' });
    expect(contents).toEqual([{ uri: 'wiki://larkspur/care/bytes', ...blob }]);

    // Nothing is left for the other tests, which share the server.
    for (const gone of ['wiki://larkspur/care/bytes', 'wiki://larkspur/care/new']) {
      await order(file, { [gone]: null });
      expect(await until('list')).toEqual(['list']);
    }
    await expect(readBytes(client, 'wiki://larkspur/care/new')).rejects.toMatchObject({
      code: -32602,
      data: { uri: 'wiki://larkspur/care/new' },
    });
  });

  it('lets its log grow', async () => {
    const { until } = notificationsOf(client);
    // All tests of the server share the client: without this the next test would get notifications of the log, too.
    onTestFinished(await watch(client, [liveLog]));
    const lastLine = async (): Promise<string> =>
      (await readBytes(client, liveLog)).toString().split('\n').at(-2) ?? '';
    const before = await lastLine();
    expect(new Set(await until(liveLog))).toEqual(new Set([liveLog]));
    await until(liveLog);
    const after = (await readBytes(client, liveLog)).toString().split('\n');
    expect(after).toContain(before);
    expect(after.at(-2)).not.toBe(before);
  });
});

describe('the demo server', () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect(stdio);
  });

  it('annotates in every way that MCP knows', async () => {
    const { resources } = await client.listResources();
    const priorities = resources.map(({ annotations }) => annotations?.priority);
    const audiences = resources.map(({ annotations }) => annotations?.audience?.join(' and ') ?? 'nobody named');
    expect(Math.min(...priorities.map((priority) => priority ?? 1))).toBe(0);
    expect(Math.max(...priorities.map((priority) => priority ?? 0))).toBe(1);
    expect(priorities).toContain(undefined);
    expect(new Set(audiences)).toEqual(new Set(['user', 'assistant', 'user and assistant', 'nobody named']));
    const days = resources.flatMap(({ annotations }) =>
      annotations?.lastModified === undefined ? [] : [(Date.now() - Date.parse(annotations.lastModified)) / 86_400_000],
    );
    expect(days.length).toBeLessThan(resources.length);
    expect(Math.min(...days)).toBeLessThan(0.01);
    expect(Math.max(...days)).toBeGreaterThan(2000);
    expect(resources.some(({ annotations }) => annotations === undefined)).toBe(true);
  });

  it('reads rows, tickets that are not listed, and searches through templates', async () => {
    const csv = (await readBytes(client, 'db://larkspur/sales/orders/rows?limit=3')).toString();
    expect(csv.split('\n').map((line) => line.split(',').length)).toEqual([5, 5, 5, 5, 1]);
    expect((await readBytes(client, 'ticket://support/950')).toString()).toMatch(/^# #950 /);
    const results = await readBytes(client, 'wiki://larkspur/search?words=%E5%AE%A2%E6%88%B7&language=zh');
    expect(results.toString()).toMatch(/^# 1 page about 客户\n\n- \[订单处理流程\]/);
    await expect(readBytes(client, 'db://larkspur/sales/orders/rows?limit=many')).rejects.toMatchObject({
      code: -32602,
    });
  });

  it('paints pictures that are PNG files', async () => {
    const file = await readBytes(client, 'media://larkspur/photographs/echinacea.png');
    expect(file.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([320, 240]);
    const data = file.subarray(file.indexOf('IDAT') + 4, file.indexOf('IEND') - 8);
    expect(inflateSync(data)).toHaveLength((320 * 3 + 1) * 240);
  });

  it('prints a catalogue whose cross-reference table finds every object', async () => {
    const pdf = (await readBytes(client, 'media://larkspur/print/catalogue-spring.pdf')).toString('latin1');
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1]);
    const [heading, ...lines] = pdf.slice(start, pdf.indexOf('trailer')).trimEnd().split('\n').slice(1);
    const found = lines.slice(1).map((line) => {
      const offset = Number(line.slice(0, 10));
      return pdf.slice(offset, pdf.indexOf('\n', offset));
    });
    expect(heading).toBe(`0 ${found.length + 1}`);
    expect(found).toEqual(found.map((_, index) => `${index + 1} 0 obj`));
    expect(found).toHaveLength(9);
  });

  it('runs tools that change resources', async () => {
    const call = async (name: string, values: Record<string, string>) => {
      const { content, isError } = await client.callTool({ name, arguments: values });
      return [content, isError === true];
    };
    const said = (text: string) => [{ type: 'text', text }];
    expect(await call('add_resource', { uri: 'memo:new', name: 'new', text: 'one' })).toEqual([
      said('Added memo:new.'),
      false,
    ]);
    expect(await call('update_resource', { uri: 'memo:new', text: 'two' })).toEqual([said('Updated memo:new.'), false]);
    expect((await readBytes(client, 'memo:new')).toString()).toBe('two');
    expect(await call('remove_resource', { uri: 'memo:new' })).toEqual([said('Removed memo:new.'), false]);
    expect(await call('remove_resource', { uri: 'memo:new' })).toEqual([said('Resource not found: memo:new.'), true]);
  });

  it('moves tickets on and takes new ones', async () => {
    const busy = await connect(stdio, '--ticket-interval', '40');
    const { until } = notificationsOf(busy);
    await watch(busy, []);
    // Every third event is a new ticket; the first event updates one.
    await until('list');
    expect((await readBytes(busy, 'ticket://support/1100')).toString()).toContain('new → open');
    expect((await busy.listResources()).resources.map(({ uri }) => uri)).toContain('ticket://support/1101');
  });

  it('changes a skill with a ticket about the shop, and when a tool writes one of its files', async () => {
    const modern: Way = { transport: 'stdio', era: 'modern' };
    const busy = await connect(modern, '--ticket-interval', '40');
    const tickets = notificationsOf(busy);
    await watch(busy, [knownProblems]);
    await tickets.until(knownProblems, 'list');
    expect((await readBytes(busy, knownProblems)).toString()).toMatch(/^- Shop is slow this evening \(#\d+, since /mu);

    const calm = await connect(modern);
    const { until } = notificationsOf(calm);
    await watch(calm, [knownProblems]);
    const entries = new SkillsClient(calm);
    const entry = async () => (await entries.get('skill://larkspur/support/answer-customer/SKILL.md')).skill;
    const before = await entry();
    await calm.callTool({ name: 'update_resource', arguments: { uri: knownProblems, text: 'None.' } });
    await until(knownProblems, 'list');
    const after = await entry();
    expect([after.resources[0], after.resources[1]]).toMatchObject([before.resources[0], { size: 5 }]);
    expect(await entries.read(after, knownProblems)).toMatchObject({ text: 'None.', verified: true });
    await expect(entries.read(before, knownProblems)).rejects.toMatchObject({ reason: 'size' });
  });

  it('adds generated resources and obeys the page size', async () => {
    const large = await connect(stdio, '--resources', '1000', '--page-size', '700');
    const first = await large.request({ method: 'resources/list', params: {} });
    expect([first.resources.length, first.nextCursor === undefined]).toEqual([700, false]);
    const { resources } = await large.listResources();
    expect(bySchemes(resources)['archive']).toBe(1000);
    expect(resources.at(-1)?.uri).toBe('archive://larkspur/2016/01/25/payment-001000.json');
    expect(await readBytes(large, resources.at(-1)!.uri)).toHaveLength(resources.at(-1)!.size!);
  });

  it('refuses the handshake when it shall only speak the newest revision', async () => {
    await expect(connect(stdio, '--modern-only')).rejects.toMatchObject({ code: -32022 });
  });

  it('says which flag it does not understand', async () => {
    const run = promisify(execFile)(process.execPath, [demo.file, '--page-size', 'many']);
    await expect(run).rejects.toMatchObject({
      code: 2,
      stderr: 'Invalid value “many” for --page-size. Use a whole number from 1 to 1000000.\n',
    });
  });
});
