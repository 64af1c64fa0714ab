// Large results in a session of the Copilot harness, which gives its model 500 characters and the name of a file for those over 8,192 bytes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CopilotChat } from '../../support/copilot/copilotChat.js';
import { sampleTexts } from '../../support/copilot/sampleTexts.js';

const big = 'box://desk/big.txt';
const uriOf = (index: number): string => `box://notes/${index}.txt`;
const notes = Array.from({ length: 100 }, (_, index) => [uriOf(index), sampleTexts.prose(900, index)]);
const texts: Readonly<Record<string, string>> = {
  [big]: sampleTexts.prose(100_000, 1),
  ...(Object.fromEntries(notes) as Record<string, string>),
};

let chat: CopilotChat;
beforeAll(async () => {
  chat = await CopilotChat.start(texts, { harness: true });
  await chat.letModelsRead();
});
afterAll(() => chat.dispose());

/** Calls a tool until no result names arguments to go on with. */
async function callToTheEnd(tool: string, input: object, nextIn: (result: string) => object | undefined) {
  const results: string[] = [];
  for (let next: object | undefined = {}; next !== undefined; next = nextIn(results.at(-1) ?? ''))
    results.push(await chat.callTool(tool, { ...input, ...next }, false));
  return results;
}

const found = (results: readonly string[], pattern: RegExp): string[] =>
  Array.from(results.join('\n').matchAll(pattern), ([, uri = '']) => uri);

describe('in a session of the Copilot harness', () => {
  beforeAll(() => chat.begin('harness'));

  it('a text of 100 kB arrives whole in fifteen calls, each with the arguments of the next one', async () => {
    const results = await callToTheEnd('readMcpResource', { uri: big }, (result) => {
      const [, next] = /^\{"callAgainWith":(\{[^}]*\})/u.exec(result) ?? [];
      return next === undefined ? undefined : (JSON.parse(next) as object);
    });
    const contents = results.map((result) => /\n(=====.+=====)\n([^]*)\n\1/u.exec(result)?.[2] ?? '');
    expect(contents.join('\n')).toBe(texts[big]);
    expect(results).toHaveLength(15);
  });

  it('a list of a hundred arrives page by page', async () => {
    const results = await callToTheEnd('mcpResources', { query: 'notes', scheme: 'box', limit: 100 }, (result) => {
      const [, cursor] = /"nextCursor":"([^"]*)"/u.exec(result) ?? [];
      return cursor === undefined ? undefined : { cursor };
    });
    expect(new Set(found(results, /^\{"uri":"([^"]*)"/gmu))).toEqual(new Set(notes.map(([uri]) => uri)));
  });

  it('the context arrives with contents, and says what to read by itself', async () => {
    const uris = notes.slice(0, 12).map(([uri = '']) => uri);
    await chat.addToContext(...uris);
    const results = await callToTheEnd('mcpContext', {}, (result) => {
      const [, start] = /Call again with \\"start\\": (\d+)/u.exec(result) ?? [];
      return start === undefined ? undefined : { start: Number(start) };
    });
    const leftOut = found(results, /^\{"uri":"([^"]*)".*"leftOut":/gmu);
    const read = found(results, /^\{"contentOf":\{"uri":"([^"]*)"/gmu);
    expect([...leftOut, ...read].sort()).toEqual([...uris].sort());
    expect(read.length).toBeGreaterThan(2);
    for (const uri of read) expect(results.join('\n')).toContain(texts[uri]);
  });
});
