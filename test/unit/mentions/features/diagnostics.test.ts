import { describe, expect, it } from 'vitest';
import { DiagnosticSeverity } from 'vscode-languageserver-protocol/node';
import { Emitter } from '../../../../src/core/base/event';
import type { LanguageSettings } from '../../../../src/core/mentions/mention/languagePorts';
import { until } from '../../mcp/support';
import { addNamesake, changeList, changing, startAll } from '../servers';
import { newLanguage } from '../server/wire';

type Language = Awaited<ReturnType<typeof newLanguage>>;

/** Returns the current diagnostics of a document: the code, and the text it marks. */
function flagged({ diagnostics }: Language, uri: string, text: string): readonly string[] {
  return (diagnostics.get(uri)?.found ?? []).map(({ code, range: { start, end } }) => {
    const line = text.split('\n')[start.line] ?? '';
    return `${code} ${line.slice(start.character, end.character)}`;
  });
}

describe('diagnostics', () => {
  it('say what no server lists, as hints, in words that say what to do', async () => {
    const language = await newLanguage({ docs: changing({ 'a://x': 'X' }) });
    await startAll(language.world);
    const uri = await language.open('# Notes\nSee @docs:a://x, (@docs:a://y) and @doks:a://x.\n');
    expect(await language.diagnosticsOf(uri)).toEqual([
      {
        range: { start: { line: 1, character: 18 }, end: { line: 1, character: 29 } },
        severity: DiagnosticSeverity.Hint,
        source: 'MCP Resources',
        code: 'unlisted',
        message: 'The server “docs” doesn’t list a://y. Correct the URI, or choose another resource.',
      },
      {
        range: { start: { line: 1, character: 35 }, end: { line: 1, character: 46 } },
        severity: DiagnosticSeverity.Hint,
        source: 'MCP Resources',
        code: 'unknownServer',
        message: 'Unknown server “doks”. Correct the name, or add the server to the configuration.',
      },
    ]);
  });

  it('say nothing of a server until it is connected, and nothing any more once it is not', async () => {
    const language = await newLanguage({ docs: changing({ 'a://x': 'X' }) });
    const text = '@docs:a://y @doks:a://y';
    const uri = await language.open(text);
    await language.diagnosticsOf(uri);
    expect(flagged(language, uri, text)).toEqual(['unknownServer @doks:a://y']);
    await startAll(language.world);
    await until(() => flagged(language, uri, text).length === 2);
    expect(flagged(language, uri, text)).toEqual(['unlisted @docs:a://y', 'unknownServer @doks:a://y']);
    language.world.connections.all[0]!.stop();
    await until(() => flagged(language, uri, text).length === 1);
    expect(flagged(language, uri, text)).toEqual(['unknownServer @doks:a://y']);
  });

  it('start no server', async () => {
    const language = await newLanguage({ docs: changing({}) });
    await language.diagnosticsOf(await language.open('@docs:a://y'));
    expect(language.world.connections.all[0]!.state.kind).toBe('stopped');
  });

  it('say nothing where no server is configured, of bare URIs, and of examples', async () => {
    const text = '@doks:a://x a://x\n\n```\n@doks:a://x\n```\n';
    const without = await newLanguage({});
    expect(await without.diagnosticsOf(await without.open(text))).toEqual([]);
    const language = await newLanguage({ docs: changing({}) });
    const uri = await language.open(text);
    await language.diagnosticsOf(uri);
    expect(flagged(language, uri, text)).toEqual(['unknownServer @doks:a://x']);
  });

  it('say nothing of what only looks like a mention in code', async () => {
    const language = await newLanguage({ docs: changing({ 'a://x': 'X' }), media: changing({}) });
    await startAll(language.world);
    const lines = [
      '@doks:a://x @Docs:a://y @decorator: x',
      '@media: (min-width:1px) @media:screen { a:b }',
      '@docs:registry=https://npm.example.org',
      'me@docs:a://y me.too@docs:a://y git@docs:notes/a.md',
      'scp "${user}@docs:/srv/a" x',
      'std::docs::x @docs::y',
      '`@docs:a://${y}`',
    ];
    const uri = await language.open(lines.join('\n'), 'typescript');
    expect(await language.diagnosticsOf(uri)).toEqual([]);
    const wrong = `${lines.join('\n')}\nlet a = @docs:a://y;`;
    const other = await language.open(wrong, 'typescript', 'file:///other.ts');
    await language.diagnosticsOf(other);
    expect(flagged(language, other, wrong)).toEqual(['unlisted @docs:a://y']);
  });

  it('follow the list: what comes back is right again', async () => {
    const both = { 'a://x': 'X', 'a://y': 'Y' };
    const language = await newLanguage({ docs: changing(both, { 'a://y': 'Y' }, both) });
    await startAll(language.world);
    const text = '@docs:a://x';
    const uri = await language.open(text);
    expect(await language.diagnosticsOf(uri)).toEqual([]);
    await changeList(language.world, 'docs', 'a://x', false);
    await until(() => flagged(language, uri, text).length === 1);
    expect(language.diagnostics.get(uri)?.found).toMatchObject([
      {
        code: 'unlisted',
        message: 'The server “docs” doesn’t list a://x. Correct the URI, or choose another resource.',
      },
    ]);
    await changeList(language.world, 'docs', 'a://x', true);
    await until(() => flagged(language, uri, text).length === 0);
  });

  it('say nothing of what was only renamed', async () => {
    const language = await newLanguage({ docs: changing({ 'a://x': 'Old', 'a://z': 'Z' }, { 'a://x': 'New' }) });
    await startAll(language.world);
    const text = '@docs:a://x @docs:a://z';
    const uri = await language.open(text);
    expect(await language.diagnosticsOf(uri)).toEqual([]);
    await changeList(language.world, 'docs', 'a://z', false);
    await until(() => flagged(language, uri, text).length > 0);
    expect(flagged(language, uri, text)).toEqual(['unlisted @docs:a://z']);
  });

  it('say quietly which of two servers of a name is taken, once both are known', async () => {
    const settings = (): LanguageSettings => ({ problems: 'warning', hasLenses: true });
    const language = await newLanguage({ docs: changing({ 'a://x': 'X' }) }, { settings });
    addNamesake(language.world, 'docs');
    const uri = await language.open('@docs:a://x');
    expect(await language.diagnosticsOf(uri)).toEqual([]);
    await startAll(language.world);
    await until(() => (language.diagnostics.get(uri)?.found.length ?? 0) > 0);
    expect(language.diagnostics.get(uri)?.found).toMatchObject([
      {
        code: 'ambiguous',
        severity: DiagnosticSeverity.Hint,
        message:
          'Several servers named “docs” have this resource. The one in mcp.json takes precedence over any in .mcp.json. Give each server its own name.',
      },
    ]);
  });

  it('are as loud as a user wants, from now on', async () => {
    let problems: LanguageSettings['problems'] = 'off';
    const didChange = new Emitter<void>();
    const language = await newLanguage(
      { docs: changing({}) },
      { settings: () => ({ problems, hasLenses: true }), onDidChangeSettings: didChange.event },
    );
    const uri = await language.open('@doks:a://x');
    expect(await language.diagnosticsOf(uri)).toEqual([]);
    const severities = { hint: 4, information: 3, warning: 2 } as const;
    for (const [name, severity] of Object.entries(severities)) {
      problems = name as keyof typeof severities;
      didChange.fire();
      await until(() => language.diagnostics.get(uri)?.found[0]?.severity === severity);
    }
  });

  it('are a hundred at most, of which the last says how many more there are', async () => {
    const language = await newLanguage({ docs: changing({}) });
    const messages = async (count: number): Promise<readonly unknown[]> => {
      const uri = await language.open('@doks:a://x\n'.repeat(count), 'markdown', `file:///${count}.md`);
      return (await language.diagnosticsOf(uri)).map(({ message }) => message);
    };
    const one = 'Unknown server “doks”. Correct the name, or add the server to the configuration.';
    expect(await messages(100)).toEqual(Array<string>(100).fill(one));
    expect((await messages(101)).slice(98)).toEqual([one, `${one} More mentions below with problems: 1.`]);
    const many = await messages(2_345);
    expect(many).toHaveLength(100);
    expect(many.at(-1)).toBe(`${one} More mentions below with problems: 2,245.`);
  });
});
