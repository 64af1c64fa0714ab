import { describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { HumanError } from '../../../../src/core/base/errors';
import { tools } from '../../../../src/host/base/ids';
import { raw, scripted } from '../../mcp/support';
import { newWorld, type World } from '../world';
import { call, linesOf, server, use } from './calls';

const big = 'text://big';
const bigText = 'sixteen letters\n'.repeat(6_250).trimEnd();

/** The text between the lines of equals signs. */
function contentIn(answer: string): string {
  return /\n(=====.*)\n([^]*)\n\1\n$/u.exec(answer)?.[2] ?? '';
}

describe('an answer', () => {
  const bytesOf = (parts: readonly string[]): readonly number[] => parts.map((part) => Buffer.byteLength(part));
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  /** The arguments that a note names, such as `"startLine": 5, "endLine": 9`, by their place in it. */
  const namedIn = (parts: readonly string[], place: number): object | undefined => {
    const { cut = '' } = JSON.parse(/^.*"cut":.*$/mu.exec(parts.join(''))?.[0] ?? '{}') as { cut?: string };
    const named = cut.match(/(?:"\w+": \d+(?:, )?)+/gu)?.[place];
    return named === undefined ? undefined : (JSON.parse(`{${named}}`) as object);
  };
  /** Reads a resource to its end, by the ranges that each answer names. */
  const readAll = async (uri: string, place: number): Promise<{ text: string; sizes: number[] }> => {
    const texts: string[] = [];
    const sizes: number[] = [];
    for (let range: object | undefined = {}; range !== undefined;) {
      const parts = await call(tools.read, { uri, ...range });
      texts.push(contentIn(parts.join('')));
      sizes.push(sum(bytesOf(parts)));
      range = namedIn(parts, place);
    }
    return { text: texts.join('\n'), sizes };
  };
  const useBig = (): World => use(newWorld({ large: raw('bigText', '--bytes', '100000') }));

  it('has no part over 8,191 bytes and 32 kB in all, and parts end with lines', async () => {
    useBig();
    const parts = await call(tools.read, { uri: big });
    expect(Math.max(...bytesOf(parts))).toBeLessThan(8_192);
    expect(sum(bytesOf(parts))).toBeLessThanOrEqual(32_000);
    expect(sum(bytesOf(parts))).toBeGreaterThan(30_000);
    expect(parts.filter((part) => !part.endsWith('\n'))).toEqual([]);
  });

  it('names the ranges that follow, which together are the whole text', async () => {
    useBig();
    const { text, sizes } = await readAll(big, 0);
    expect(text).toBe(bigText);
    expect(sizes).toHaveLength(4);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(32_000);
  });

  it('names all of the rest too: a text of 100 kB takes two calls', async () => {
    useBig();
    const { text, sizes } = await readAll(big, 1);
    expect(text).toBe(bigText);
    expect(sizes).toHaveLength(2);
    const atOnce = await call(tools.read, { uri: big, endLine: 6_250 });
    expect(contentIn(atOnce.join(''))).toBe(bigText);
    expect(Math.max(...bytesOf(atOnce))).toBeLessThan(8_192);
  });

  it('is no larger for a range that ends far away', async () => {
    use(newWorld({ large: raw('bigText', '--bytes', '400000') }));
    const parts = await call(tools.read, { uri: big, startLine: 1, endLine: 24_000 });
    expect(sum(bytesOf(parts))).toBeLessThanOrEqual(128_000);
    expect(namedIn(parts, 0)).toMatchObject({ endLine: 24_000 });
    expect(namedIn(parts, 1)).toBeUndefined();
  });

  it('keeps within the tokens of its caller, also for a range', async () => {
    useBig();
    const countTokens = (text: string): Promise<number> => Promise.resolve(text.length / 4);
    const tokenizationOptions = { tokenBudget: 2_000, countTokens };
    const content = contentIn((await call(tools.read, { uri: big, endLine: 6_250 }, { tokenizationOptions })).join(''));
    expect(content.length).toBeGreaterThan(7_000);
    expect(content.length).toBeLessThanOrEqual(8_000);
  });

  it('that is a list is no larger, and goes on with its cursor', async () => {
    const description = '漢'.repeat(300);
    const resources = Array.from({ length: 90 }, (_, index) => ({ uri: `a:${index}`, name: `n${index}`, description }));
    use(newWorld({ shop: server(resources) }));
    const uris: unknown[] = [];
    for (let cursor: unknown, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const parts = await call(tools.list, { limit: 100, sort: 'name', ...(isFirst ? {} : { cursor }) });
      expect(Math.max(...bytesOf(parts))).toBeLessThan(8_192);
      expect(sum(bytesOf(parts))).toBeLessThanOrEqual(32_000);
      const [head, ...listed] = linesOf(parts.join(''));
      uris.push(...listed.map(({ uri }) => uri));
      cursor = head?.['nextCursor'];
    }
    expect(new Set(uris).size).toBe(90);
  });

  it('that is the context is no larger: what has no room is named, and read by its URI', async () => {
    const texts = ['a:1', 'a:2', 'a:3'].map((uri) => ({ uri, name: uri }));
    const text = 'some words in a line\n'.repeat(600);
    const read = texts.map(({ uri }) => ({ result: { contents: [{ uri, text }] } }));
    const world = use(
      newWorld({
        shop: scripted({ answers: { 'resources/list': { result: { resources: texts } }, 'resources/read': read } }),
      }),
    );
    await world.start();
    for (const { uri } of texts) await world.pick('shop', uri);
    const parts = await call(tools.context);
    expect(Math.max(...bytesOf(parts))).toBeLessThan(8_192);
    expect(sum(bytesOf(parts))).toBeLessThanOrEqual(32_000);
    expect(parts.join('').match(/\{"contentOf":.*/gu)).toEqual([
      '{"contentOf":{"uri":"a:1","server":"shop","title":"a:1"}}',
      '{"contentOf":{"uri":"a:2","server":"shop","title":"a:2"}}',
    ]);
    expect(parts.join('')).toMatch(/"uri":"a:3".*"leftOut":/u);
    expect(world.sent).toEqual(['sent a:1', 'sent a:2']);
  });
});

describe('an answer in a session that replaces results over 8,192 bytes by a file', () => {
  const inHarness = { chatSessionResource: Uri.parse('agent-host-copilotcli:/1') };
  const tokenizationOptions = { tokenBudget: 100_000, countTokens: (text: string) => Promise.resolve(text.length / 4) };
  const words = 'some words in a line\n';
  const textOf = async (...args: Parameters<typeof call>): Promise<string> => (await call(...args)).join('');

  it.each([
    ['VS Code’s own chat', {}, 32_000],
    [
      'a chat that says how many tokens it has room for',
      { chatSessionResource: undefined, tokenizationOptions },
      32_000,
    ],
    ['the harness', inHarness, 7_500],
    ['the harness, if it said how many tokens', { ...inHarness, tokenizationOptions }, 7_500],
    ['a session that is not known', { chatSessionResource: undefined }, 7_500],
  ])('is as large as %s takes it', async (_, options, most) => {
    use(newWorld({ large: raw('bigText', '--bytes', '100000') }));
    for (const range of [{}, { startLine: 1, endLine: 1_900 }]) {
      const bytes = Buffer.byteLength(await textOf(tools.read, { uri: big, ...range }, options));
      expect(bytes).toBeLessThanOrEqual(most);
      expect(bytes).toBeGreaterThan(0.94 * Math.min(most, 32_000));
    }
  });

  it('tells the product that the user chats there, and no call of another extension does', async () => {
    const world = use(newWorld({}));
    const fromChat = { toolInvocationToken: {} };
    await call(tools.list, {}, { ...inHarness, ...fromChat });
    await call(tools.context, {}, { ...fromChat });
    await call(tools.list, {}, { chatSessionResource: undefined, toolInvocationToken: undefined });
    expect(world.saw).toEqual([true, false]);
  });

  it('begins with the arguments of the next call: 100 kB are read in fifteen', async () => {
    use(newWorld({ large: raw('bigText', '--bytes', '100000') }));
    const texts: string[] = [];
    for (let next: unknown = {}; next !== undefined;) {
      const answer = await textOf(tools.read, { uri: big, ...(next as object) }, inHarness);
      expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(7_500);
      texts.push(contentIn(answer));
      [, next] = /^\{"callAgainWith":(\{[^}]*\})/u.exec(answer) ?? [];
      next = typeof next === 'string' ? JSON.parse(next) : undefined;
    }
    expect(texts.join('\n')).toBe(bigText);
    expect(texts).toHaveLength(15);
  });

  it('goes on within one of several contents', async () => {
    const contents = ['a:1', 'a:2'].map((uri) => ({ uri, text: words.repeat(500) }));
    use(newWorld({ shop: server([{ uri: 'a:b', name: 'b' }], contents) }));
    const answer = await textOf(tools.read, { uri: 'a:b' }, inHarness);
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(7_500);
    expect(answer).toMatch(/^\{"callAgainWith":\{"part":1,"startLine":\d+\},/u);
    expect(answer).toContain('The contents from 2 on were skipped. Read each of them with ');
  });

  it('that is a list begins with its cursor, also where many servers have problems', async () => {
    const description = 'word '.repeat(50);
    const resources = Array.from({ length: 100 }, (_, index) => ({
      uri: `a:${index}`,
      name: `n${index}`,
      description,
    }));
    const names = Array.from({ length: 20 }, (_, index) => `blocked${index}`);
    const blocked = new Map(names.map((name) => [name, new HumanError('untrusted', 'Trust it. '.repeat(20))]));
    const servers = Object.fromEntries(names.map((name) => [name, server([])]));
    use(newWorld({ shop: server(resources), ...servers }, blocked));
    const uris: unknown[] = [];
    for (let cursor: unknown, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const answer = await textOf(tools.list, { limit: 100, ...(isFirst ? {} : { cursor }) }, inHarness);
      expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(7_500);
      const [head, ...listed] = linesOf(answer);
      uris.push(...listed.map(({ uri }) => uri));
      cursor = head?.['nextCursor'];
      if (cursor !== undefined) expect(answer.indexOf('"nextCursor"')).toBeLessThan(100);
      expect((head?.['servers'] as object[]).length + (head?.['moreServers'] as number)).toBe(20);
    }
    expect(new Set(uris).size).toBe(100);
  });

  it('that is the context has the contents that fit, and the rest call by call', async () => {
    const uris = Array.from({ length: 40 }, (_, index) => `a:${index}`);
    const read = uris.map((uri, index) => ({
      result: { contents: [{ uri, text: words.repeat(index === 1 ? 900 : 10) }] },
    }));
    const world = use(
      newWorld({
        shop: scripted({
          answers: {
            'resources/list': { result: { resources: uris.map((uri) => ({ uri, name: uri })) } },
            'resources/read': read,
          },
        }),
      }),
    );
    await world.start();
    for (const uri of uris) await world.pick('shop', uri);
    const rows: string[] = [];
    const contents: string[] = [];
    const leftOut: string[] = [];
    for (let start = 1; start > 0;) {
      const answer = await textOf(tools.context, { start }, inHarness);
      expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(7_500);
      rows.push(...Array.from(answer.matchAll(/^\{"uri":"([^"]*)"/gmu), ([, uri = '']) => uri));
      contents.push(...Array.from(answer.matchAll(/^\{"contentOf":\{"uri":"([^"]*)"/gmu), ([, uri = '']) => uri));
      leftOut.push(...Array.from(answer.matchAll(/^\{"uri":"([^"]*)".*"leftOut":/gmu), ([, uri = '']) => uri));
      start = Number(/^[^\n]*Call again with \\"start\\": (\d+)\./u.exec(answer)?.[1] ?? 0);
    }
    expect(rows).toEqual(uris);
    expect([...contents, ...leftOut].sort()).toEqual([...uris].sort());
    expect(leftOut).toContain('a:1');
    expect(contents.length).toBeGreaterThan(25);
  });
});
