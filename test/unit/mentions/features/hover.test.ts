import {
  CancellationTokenSource,
  HoverRequest,
  LSPErrorCodes,
  type ClientCapabilities,
  type Hover,
  type MarkupContent,
  type ResponseError,
} from 'vscode-languageserver-protocol/node';
import { lexer, walkTokens } from 'marked';
import { describe, expect, it } from 'vitest';
import type { LanguagePorts } from '../../../../src/core/mentions/mention/languagePorts';
import { FakeClock } from '../../../support/fakeClock';
import { resource } from '../../catalog/fixtures';
import { raw, until } from '../../mcp/support';
import { answering, received, type Language } from '../completionFixtures';
import { addNamesake, startAll } from '../servers';
import { newLanguage } from '../server/wire';

const withMarkdown: ClientCapabilities = { textDocument: { hover: { contentFormat: ['markdown', 'plaintext'] } } };

const resources = [
  {
    uri: 'file:///guide.md',
    name: 'guide',
    title: 'The guide',
    description: 'How to *begin*.\n\nAnd go on.',
    mimeType: 'text/markdown',
    size: 1_234,
    annotations: { priority: 0.5, audience: ['user'] },
  },
  { uri: 'image://one', name: 'one', mimeType: 'image/png' },
  { uri: 'huge://one', name: 'huge', size: 1_000_001 },
  { uri: 'gone://one', name: 'gone' },
];
const templates = [{ uriTemplate: 'ticket://{id}', name: 'ticket', title: 'A ticket', description: 'Of the support.' }];
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A server that answers every read with this. */
function reading(contents: readonly object[] | { error: object }) {
  const answer = 'length' in contents ? { result: { contents } } : contents;
  return answering(resources, templates, { 'resources/read': answer });
}

function text(uri: string, body: string, mimeType = 'text/plain') {
  return { uri, mimeType, text: body };
}

async function started(
  servers: Parameters<typeof newLanguage>[0],
  fields: Parameters<typeof newLanguage>[1] = {},
  editor: ClientCapabilities = {},
) {
  const language = await newLanguage(servers, fields, editor);
  await language.world.start(
    ...Object.keys(servers)
      .map(() => 'ticket://{id}')
      .slice(0, 1),
  );
  return language;
}

async function hoverAt(
  { open, client }: Language,
  line: string,
  languageId = 'markdown',
  file?: string,
): Promise<Hover | null> {
  const character = line.indexOf('|');
  const uri = await open(line.replace('|', ''), languageId, file);
  return client.sendRequest(HoverRequest.type, { textDocument: { uri }, position: { line: 0, character } });
}

/** Returns the text of a hover, without the links that follow it. */
async function shown(language: Language, line: string): Promise<string | undefined> {
  const { contents } = (await hoverAt(language, line)) ?? {};
  if (!Array.isArray(contents)) return (contents as MarkupContent | undefined)?.value;
  return [contents[0], ...contents.slice(2)].map((part) => part as string).join('\n\n');
}

const guide = reading([text('file:///guide.md', '# Guide\n\nFirst *step*.\n', 'text/markdown')]);

describe('a resource that is listed', () => {
  it('shows what its server says of it, and its first lines', async () => {
    const language = await started({ docs: guide });
    expect(await hoverAt(language, 'see @docs:file:///gui|de.md.')).toEqual({
      contents: {
        kind: 'plaintext',
        value: [
          'The guide',
          'How to *begin*.\n\nAnd go on.',
          'docs · text/markdown · 1.2 kB · Priority 0.5 · For the user · read just now',
          '# Guide\n\nFirst *step*.',
        ].join('\n\n'),
      },
      range: { start: { line: 0, character: 4 }, end: { line: 0, character: 26 } },
    });
  });

  it('shows it as Markdown where the editor wants that, with its first lines as they look', async () => {
    const language = await started({ docs: guide }, {}, withMarkdown);
    const value = (await shown(language, '@docs:file:///gui|de.md')) ?? '';
    expect([value.split('\n')[0], value.slice(value.indexOf('---'))]).toEqual([
      '**The guide**',
      '---\n\n**Guide**\n\nFirst *step*\\.',
    ]);
    expect(value).toContain('How to \\*begin\\*\\.\n\nAnd go on.\n\ndocs · text/markdown · 1.2 kB · ');
  });

  it('shows other text as a block of its language', async () => {
    const language = await started(
      { docs: reading([text('gone://one', '[1]', 'application/json')]) },
      {},
      withMarkdown,
    );
    expect(await shown(language, '@docs:gone://o|ne')).toMatch(/\n\n---\n\n```json\n\[1\]\n```$/u);
  });

  it('shows its title once, and no front matter', async () => {
    const body = '---\nowner: sales\n---\n\n# The guide\n\nFirst step.\n';
    const language = await started({ docs: reading([text('file:///guide.md', body, 'text/markdown')]) });
    const value = (await shown(language, '@docs:file:///gui|de.md')) ?? '';
    expect(value.match(/The guide/gu)).toHaveLength(1);
    expect(value).toMatch(/\n\nFirst step\.$/u);
  });

  it('offers to attach it and, where it is listed, to preview it, in a text apart', async () => {
    const language = await started({ docs: guide }, {}, withMarkdown);
    const linksAt = async (line: string): Promise<unknown> => {
      const { contents } = (await hoverAt(language, line)) ?? {};
      return Array.isArray(contents) ? contents[1] : contents;
    };
    const [attach, preview] = ['attach', 'preview'].map((id) => `(command:${id}?file%3A%2F%2F%2Fguide.md)`);
    expect(await linksAt('@docs:file:///gui|de.md')).toBe(
      `[$(attach) Attach to Chat]${attach} \u00a0 [$(open-preview) Preview]${preview}`,
    );
    expect(await linksAt('@docs:ticket://|7')).toBe('[$(attach) Attach to Chat](command:attach?ticket%3A%2F%2F7)');
    expect(await linksAt('@nobody:ticket://|7')).toMatchObject({ kind: 'markdown' });
    const elsewhere = await started({ docs: guide }, { commands: undefined }, withMarkdown);
    expect((await hoverAt(elsewhere, '@docs:file:///gui|de.md'))?.contents).toMatchObject({ kind: 'markdown' });
  });

  it('says that the chat sends an instruction file as text, in an editor that can attach', async () => {
    const note =
      'The chat sends mentions in this file as text. To send the resource’s content, attach the resource. In agent mode, the model can also read the resource.';
    const valueIn = async (file: string, fields: Partial<LanguagePorts> = {}): Promise<string> => {
      const language = await started({ docs: guide }, fields);
      const hover = await hoverAt(language, '@docs:file:///gui|de.md', 'markdown', file);
      return (hover?.contents as MarkupContent).value;
    };
    expect((await valueIn('file:///w/AGENTS.md')).split('\n\n')[3]).toBe(note);
    expect(await valueIn('file:///w/README.md')).not.toContain(note);
    expect(await valueIn('file:///w/AGENTS.md', { commands: undefined })).not.toContain(note);
    const made = await started({ docs: guide });
    expect(JSON.stringify(await hoverAt(made, '@docs:ticket://|7', 'prompt', 'file:///w/a.prompt.md'))).toContain(note);
  });

  it('shows how fresh it is in the chat', async () => {
    const language = await started({ docs: guide, copy: guide }, { freshness: () => 'updated' });
    const value = await shown(language, '@docs:file:///gui|de.md');
    expect(await shown(language, 'file:///gui|de.md')).toBe(value);
    expect(value).toMatch(/ · updated · read just now\n\n# Guide/u);
  });

  it('says when its server is not there, and shows what was read before', async () => {
    const language = await started({ docs: guide });
    await shown(language, '@docs:file:///gui|de.md');
    language.world.connections.all[0]?.stop();
    const value = await shown(language, '@docs:file:///gui|de.md');
    expect(value).toContain(
      'The server “docs” is stopped. Start it to read its resources. The resource is cached from an earlier connection.',
    );
    expect(value).toContain('# Guide');
  });

  it('says that a user keeps it', async () => {
    const language = await started({ docs: guide });
    const { catalog, idOf } = language.world;
    catalog.keep(idOf('docs'), resource('ticket://7'));
    expect(await shown(language, '@docs:ticket://|7')).toContain('You created this resource from a template');
  });

  it('is not read where it is announced to be large', async () => {
    const language = await started({ docs: guide });
    const value = await shown(language, '@docs:huge://o|ne');
    expect(value).toBe('huge\n\ndocs · 1.0 MB');
  });
});

describe('the first lines', () => {
  async function linesOf(contents: Parameters<typeof reading>[0], editor: ClientCapabilities = {}) {
    const language = await started({ docs: reading(contents) }, {}, editor);
    const value = await shown(language, '@docs:gone://o|ne');
    return value?.slice(value.indexOf('\n\n', value.indexOf('docs')) + 2);
  }

  it.each([
    ['ten lines', 'line\n'.repeat(20), `${'line\n'.repeat(10)}…`],
    ['a thousand characters', 'ä'.repeat(5_000), `${'ä'.repeat(1_000)}\n…`],
    ['all that there is', 'one\r\ntwo\r\n', 'one\ntwo'],
    ['no emptiness', ' \n', 'The content is empty.'],
    ['no characters that turn others around', 'a\u202eb\tc\u0007d', 'a b\tc d'],
  ])('are %s', async (_, body, expected) => {
    expect(await linesOf([text('gone://one', body)])).toBe(expected);
  });

  it('of what is no text are its kind and size', async () => {
    const { length } = Buffer.from(pixel, 'base64');
    const blob = [{ uri: 'gone://one', mimeType: 'image/png', blob: pixel }];
    expect(await linesOf(blob)).toBe(`image/png, ${length} B`);
  });

  it('of several contents are those of the first', async () => {
    const several = [text('gone://one/a', 'first'), text('gone://one/b', 'second')];
    expect(await linesOf(several)).toBe('2 files\n\nfirst');
  });

  it('are a sentence where they cannot be read', async () => {
    expect(await linesOf([])).toBe('The server returned no content.');
    const value = await linesOf({ error: { code: -32002, message: 'Resource not found' } });
    expect(value).toMatch(/^The server no longer has this resource\. Refresh the list/u);
  });
});

describe('hostile texts', () => {
  const title = '[a](command:x) ![i](http://x/i.png) <b>\n# b** `c` $(trash)';
  const uri = 'x://[a](command:y)';
  const body = '```\n[a](command:z)\n````md\n<img src=x>\n~~~~~~';
  const hostile = answering(
    [
      {
        uri,
        name: 'n',
        title,
        mimeType: 'text/x-`](z)',
        description: `${title}\n\n${'- x\n'.repeat(1_000)}`,
        '](x)': title,
      },
    ],
    [],
    { 'resources/read': { result: { contents: [text(uri, body, 'text/x-`](z)')] } } },
  );

  it('are shown in Markdown as they are, and do nothing', async () => {
    const language = await newLanguage({ hostile }, {}, withMarkdown);
    await language.world.start();
    const value = (await shown(language, `@hostile:x|://[a](command:y)`)) ?? '';
    expect(value.length).toBeLessThan(6_000);
    const seen: string[] = [];
    void walkTokens(lexer(value), (token) => {
      if (token.type === 'code') expect((token as { text: string }).text).toBe(body);
      seen.push(token.type);
    });
    const harmless = ['br', 'code', 'codespan', 'escape', 'hr', 'paragraph', 'space', 'strong', 'text'];
    expect([...new Set(seen)].sort()).toEqual(harmless);
    expect(seen.filter((type) => type === 'code')).toHaveLength(1);
  });
});

describe('a slow read', () => {
  it('is given up with the hover', async () => {
    const language = await newLanguage({ docs: raw('reads') });
    await language.world.start();
    const source = new CancellationTokenSource();
    const uri = await language.open('@docs:image://never');
    const params = { textDocument: { uri }, position: { line: 0, character: 9 } };
    const answer = language.client
      .sendRequest(HoverRequest.type, params, source.token)
      .catch((error: unknown) => (error as ResponseError).code);
    const reads = async (): Promise<string> => JSON.stringify(await received(language, 'docs', 'resources/read'));
    await until(async () => (await reads()).includes('image://never'));
    source.cancel();
    expect(await answer).toBe(LSPErrorCodes.RequestCancelled);
    await until(async () => (await received(language, 'docs', 'notifications/cancelled')).length === 1);
  });

  it('holds up no hover for longer than a second and a half, and is there for the next one', async () => {
    const clock = new FakeClock();
    let reads = 0;
    let finish = (): void => undefined;
    const slow = new Promise<void>((resolve) => (finish = resolve));
    const language = await started({ docs: guide }, { clock });
    const { cache } = language.world;
    const real = cache.get.bind(cache);
    const address = { serverId: language.world.idOf('docs'), uri: 'file:///guide.md' };
    cache.get = async (...args) => {
      reads += 1;
      await slow;
      return real(...args);
    };
    const answer = shown(language, '@docs:file:///gui|de.md');
    await until(() => clock.pending.includes(1_500));
    await clock.advance(1_500);
    expect(await answer).toMatch(/For the user$/u);
    finish();
    await until(() => cache.peek(address) !== undefined);
    expect(await shown(language, '@docs:file:///gui|de.md')).toMatch(/# Guide/u);
    expect(reads).toBe(2);
  });
});

describe('what is no listed resource', () => {
  it('of a template shows the template, and what was read for another reason', async () => {
    const language = await started({ docs: reading([text('ticket://4', 'Broken!')]) });
    const facts = 'A ticket\n\nOf the support.\n\ndocs · template ticket://{id}';
    const address = { serverId: language.world.idOf('docs'), uri: 'ticket://4' };
    // Whoever wrote the document chose the URI.
    expect([await shown(language, 'see @docs:ticket://4|.'), language.world.cache.peek(address)]).toEqual([
      facts,
      undefined,
    ]);
    await language.world.cache.get(address);
    expect(await shown(language, 'see @docs:ticket://4|.')).toBe(`${facts} · read just now\n\nBroken!`);
  });

  it('reads nothing where the workspace is not trusted', async () => {
    const language = await started({ docs: guide }, { mayRead: () => false });
    expect(await shown(language, '@docs:file:///gui|de.md')).not.toContain('# Guide');
    expect(language.world.cache.peek({ serverId: language.world.idOf('docs'), uri: 'file:///guide.md' })).toBe(
      undefined,
    );
  });

  it('says what to do', async () => {
    const language = await started({ docs: guide });
    expect([
      await shown(language, '@docs:file:///n|o.md'),
      await shown(language, '@nobody:file:///n|o.md'),
      await shown(language, '`@nobody:file:///n|o.md`'),
      await shown(language, 'file:///n|o.md'),
    ]).toEqual([
      'The server “docs” doesn’t list file:///no.md. Correct the URI, or choose another resource.',
      'Unknown server “nobody”. Correct the name, or add the server to the configuration.',
      undefined,
      undefined,
    ]);
  });

  it('says where a name means two servers: before they are known, and after', async () => {
    const language = await newLanguage({ docs: guide }, { wake: () => undefined });
    addNamesake(language.world, 'docs');
    expect(await shown(language, '@docs:file:///gui|de.md')).toBe(
      'Several servers are named “docs”. Give each server its own name in the configuration.',
    );
    await startAll(language.world);
    expect(await shown(language, '@docs:file:///gui|de.md')).toContain(
      'And go on.\n\nSeveral servers named “docs” have this resource. The one in mcp.json takes precedence over any in .mcp.json. Give each server its own name.',
    );
  });

  it.each(['stopped', 'connecting', 'failing', 'cut'] as const)('says why it is not known: %s', async (how) => {
    const servers = {
      stopped: guide,
      connecting: raw('silent'),
      failing: raw('nowhere'),
      cut: raw('pageFails'),
    };
    const language = await newLanguage({ docs: servers[how] });
    const { connections, catalog, idOf } = language.world;
    const [connection] = connections.all;
    await shown(language, '@docs:file:///n|o.md');
    if (how === 'stopped') connection?.stop();
    if (how === 'failing') await until(() => connection?.state.kind === 'failed');
    if (how === 'cut') await until(() => catalog.listInfo(idOf('docs')).completeness.kind === 'failed');
    expect(await shown(language, '@docs:file:///n|o.md')).toMatch(
      {
        stopped: /^The server “docs” is stopped\. Start it/u,
        connecting: /^The server “docs” is still connecting\. Try again/u,
        failing: /^docs: The (?:server|process)/u,
        cut: /^The server “docs” doesn’t list this resource, but its list is incomplete\./u,
      }[how],
    );
  });

  it('wakes the servers, and plain words do not', async () => {
    let woken = 0;
    const language = await newLanguage({ docs: guide }, { wake: () => (woken += 1) });
    expect([await hoverAt(language, 'plain wor|ds @docs:file:///a'), woken]).toEqual([null, 0]);
    await hoverAt(language, 'plain words @docs:file:///|a');
    expect(woken).toBe(1);
  });
});
