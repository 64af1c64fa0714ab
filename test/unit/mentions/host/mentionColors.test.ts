import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Range } from 'vscode';
import type { SemanticTokensRangeParams } from 'vscode-languageserver-protocol';
import { MentionColors, type TokensClient } from '../../../../src/host/mentions/mentionColors';
import { FakeClock } from '../../../support/fakeClock';
import type { FakeTextDocument } from '../../../support/vscode/documents';
import type { FakeTextEditor } from '../../../support/vscode/editors';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const legend = { tokenTypes: ['mention'], tokenModifiers: ['deprecated'] };
const selector = [{ scheme: 'file', language: 'markdown' }];

let clock: FakeClock;
let colors: MentionColors;
let asked: SemanticTokensRangeParams[];
/** The server's answer: five numbers for each mention. */
let answer: () => Promise<number[] | undefined>;

beforeEach(async () => {
  clock = new FakeClock();
  asked = [];
  answer = () => Promise.resolve([2, 4, 6, 0, 0, 1, 0, 3, 0, 1]);
  const client: TokensClient = {
    code2ProtocolConverter: {
      asUri: (uri) => uri.toString(),
      asRange: ({ start, end }) => ({ start, end }),
    },
    protocol2CodeConverter: { asDocumentSelector: (filters) => filters as typeof selector },
    sendRequest: async (_, params) => {
      asked.push(params);
      const data = await answer();
      return data ? { data } : null;
    },
  };
  colors = new MentionColors(client, clock);
  colors.initialize({ semanticTokensProvider: { legend, full: true } }, selector);
  await clock.advance(80);
});

afterEach(() => {
  colors.dispose();
  expect(clock.pending).toEqual([]);
});

let document: FakeTextDocument;

function show(path = '/a.md', lines = 10): FakeTextEditor {
  document = fakeVscode.workspace.open(path, 'a line of text\n'.repeat(lines));
  return fakeVscode.editors.show(document);
}

/** Returns the places of the coloured mentions: resolved ones, then those whose resource is gone. */
function drawn({ decorations }: FakeTextEditor): unknown {
  return [...decorations.values()].map((ranges) =>
    (ranges as readonly Range[]).map(({ start, end }) => `${start.line}:${start.character}-${end.character}`),
  );
}

describe('mentions', () => {
  it('are drawn as the server says, those that are gone in another colour', async () => {
    const editor = show();
    await clock.advance(80);
    expect(drawn(editor)).toEqual([['2:4-10'], ['3:0-3']]);
  });

  it('are asked for in the lines in sight and some around, once for all that happens in a moment', async () => {
    const editor = show('/a.md', 200);
    await clock.advance(80);
    asked.length = 0;
    for (const line of [10, 20, 100]) {
      fakeVscode.editors.scroll(editor, new Range(line, 0, line + 20, 0));
      await clock.advance(10);
    }
    await clock.advance(80);
    expect(asked.map(({ range: { start, end } }) => [start.line, end.line])).toEqual([[70, 150]]);
    fakeVscode.editors.scroll(editor, new Range(10, 0, 20, 0), new Range(50, 0, 60, 0));
    await clock.advance(80);
    expect(asked.slice(1).map(({ range: { start, end } }) => [start.line, end.line])).toEqual([
      [0, 50],
      [20, 90],
    ]);
  });

  it('are drawn again after an edit, and when servers list something else', async () => {
    const editor = show();
    await clock.advance(80);
    answer = () => Promise.resolve([0, 0, 2, 0, 0]);
    fakeVscode.workspace.edit(document, 'other');
    await clock.advance(80);
    expect(drawn(editor)).toEqual([['0:0-2'], []]);
    answer = () => Promise.resolve(undefined);
    colors.refresh();
    await clock.advance(80);
    expect(drawn(editor)).toEqual([[], []]);
  });

  it('are not drawn where an edit overtook the answer, or the server failed', async () => {
    const editor = show();
    answer = () => {
      fakeVscode.workspace.edit(document, 'edited');
      answer = () => Promise.reject(new Error('overtaken'));
      return Promise.resolve([0, 0, 2, 0, 0]);
    };
    await clock.advance(1_000);
    expect([drawn(editor), asked.length]).toEqual([[], 2]);
  });

  it('are not looked for in other documents, and leave one that is of another language now', async () => {
    const other = show('/a.json');
    await clock.advance(80);
    expect([drawn(other), asked]).toEqual([[], []]);
    fakeVscode.workspace.edit(document, 'edited');
    expect(clock.pending).toEqual([]);
    const editor = show();
    await clock.advance(80);
    document.languageId = 'json';
    colors.refresh();
    await clock.advance(80);
    expect(drawn(editor)).toEqual([[], []]);
  });

  it('are not asked for once the server has stopped', async () => {
    colors.clear();
    const editor = show();
    await clock.advance(80);
    expect([drawn(editor), asked]).toEqual([[], []]);
  });
});

it('the server hears that tokens of a range are wanted, and that it may ask to have them drawn again', () => {
  const capabilities = { workspace: { applyEdit: true } };
  colors.fillClientCapabilities(capabilities);
  expect(capabilities).toEqual({
    workspace: { applyEdit: true, semanticTokens: { refreshSupport: true } },
    textDocument: {
      semanticTokens: { requests: { range: true }, tokenTypes: [], tokenModifiers: [], formats: ['relative'] },
    },
  });
  expect(colors.getState()).toEqual({ kind: 'static' });
});
