import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Selection } from 'vscode';
import { Emitter } from '../../../../src/core/base/event';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import type { HostPorts, LanguageOptions, RunningLanguage } from '../../../../src/host/mentions/languageClient';
import { LanguageFeatures } from '../../../../src/host/mentions/languageFeatures';
import { FakeClock, settle } from '../../../support/fakeClock';
import { silent } from '../../../support/silent';
import type { FakeTextDocument } from '../../../support/vscode/documents';
import { FakeOutputChannel } from '../../../support/vscode/window';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { definition } from '../../connection/fakeServer';

let clock: FakeClock;
let didChange: Emitter<void>;
let definitions: readonly ServerDefinition[];
let features: LanguageFeatures;
/** The selector of each start of the language server. */
let starts: LanguageOptions['selector'][];
let stops: number;
let restores: number;
let errors: string[];
let start: () => Promise<void>;

beforeEach(() => {
  clock = new FakeClock();
  didChange = new Emitter();
  [definitions, starts, stops, restores, errors] = [[definition('shop')], [], 0, 0, []];
  start = () => Promise.resolve();
  const sources = {
    get definitions() {
      return definitions;
    },
    onDidChange: didChange.event,
  };
  const log = { ...silent, error: (message: string) => void errors.push(message) };
  // Before the language server starts, only these ports are used.
  const ports = { clock, log } as unknown as HostPorts;
  const running = { stop: () => Promise.resolve(void (stops += 1)) } as RunningLanguage;
  features = new LanguageFeatures(
    {
      base: { channel: new FakeOutputChannel('log') },
      configuration: { sources },
      core: { connections: { restoreAll: () => void (restores += 1) } },
    },
    ports,
    async ({ selector }) => {
      starts.push(selector);
      await start();
      return running;
    },
  );
});

afterEach(async () => {
  features.dispose();
  await settle();
  expect([clock.pending, didChange.hasListeners, stops]).toEqual([
    [],
    false,
    errors.length > 0 ? stops : starts.length,
  ]);
});

const open = (path: string, text = 'text') => fakeVscode.workspace.open(path, text);

async function show(path: string, text?: string, selection?: Selection): Promise<FakeTextDocument> {
  const document = open(path, text);
  fakeVscode.editors.show(document, selection);
  await settle();
  return document;
}

describe('the language server', () => {
  it('starts with the first document in sight that users write in, of any language, and once', async () => {
    open('/behind.md');
    fakeVscode.editors.show(fakeVscode.workspace.open(open('/a.md').uri.with({ scheme: 'output' }), 'text'));
    await settle();
    expect(starts).toEqual([]);
    await show('/a.ts');
    await show('/b.md');
    expect([starts.map((selector) => selector.map(({ scheme }) => scheme)), restores]).toEqual([
      [['file', 'untitled', 'vscode-userdata', 'vscode-remote', 'vscode-notebook-cell']],
      1,
    ]);
  });

  it('does not start while no server is configured, but as soon as one is', async () => {
    definitions = [];
    didChange.fire();
    await show('/a.md');
    expect(starts).toEqual([]);
    definitions = [definition('shop')];
    didChange.fire();
    await settle();
    expect(starts).toHaveLength(1);
  });

  it('stops and starts anew when the workspace gets folders of another kind', async () => {
    await show('/a.md');
    fakeVscode.workspace.setFolders(open('/a.md').uri.with({ scheme: 'memfs', path: '/work' }));
    await settle();
    expect([starts.map((selector) => selector.length), stops]).toEqual([[5, 6], 1]);
    fakeVscode.workspace.setFolders('/work', open('/a.md').uri.with({ scheme: 'memfs', path: '/work' }));
    await settle();
    expect([starts.length, stops]).toEqual([2, 1]);
  });

  it('follows folders of another kind', () => {
    fakeVscode.workspace.setFolders('/work');
    const document = open('/a.md');
    const remote = fakeVscode.workspace.open(document.uri.with({ scheme: 'memfs' }), 'text');
    expect(features.canMention(remote)).toBe(false);
    fakeVscode.workspace.setFolders(document.uri.with({ scheme: 'memfs', path: '/work' }));
    expect([features.canMention(remote), features.canMention(document)]).toEqual([true, true]);
    expect(features.canMention(fakeVscode.workspace.open(document.uri.with({ scheme: 'mcpres' }), 'x'))).toBe(false);
  });

  it('is tried again after it did not start', async () => {
    start = () => Promise.reject(new Error('no'));
    await show('/a.md');
    await expect(features.get()).rejects.toThrow('no');
    expect(errors).toEqual(expect.arrayContaining([expect.stringContaining('The language server did not start')]));
    start = () => Promise.resolve();
    const before = starts.length;
    await show('/b.md');
    expect([starts.length - before, restores]).toEqual([1, 1]);
  });

  it('is one for all who ask', async () => {
    expect(await features.get()).toBe(await features.get());
    expect(starts).toHaveLength(1);
  });
});

describe('what was typed before the server ran', () => {
  const suggested = () => fakeVscode.commands.executed.some(([id]) => id === 'editor.action.triggerSuggest');

  async function typed(text: string, selection: Selection, path = '/a.md'): Promise<boolean> {
    definitions = [];
    const document = await show(path, '', selection);
    fakeVscode.workspace.edit(document, text);
    definitions = [definition('shop')];
    didChange.fire();
    await clock.advance(299);
    expect(suggested()).toBe(false);
    await clock.advance(1);
    return suggested();
  }

  it('is completed then, where it begins a mention', async () => {
    expect(await typed('see @sh', new Selection(0, 7, 0, 7))).toBe(true);
  });

  it.each([
    ['no mention', 'see shop', new Selection(0, 8, 0, 8)],
    ['a mention behind', 'see @shop now', new Selection(0, 13, 0, 13)],
    ['something selected', 'see @shop', new Selection(0, 4, 0, 9)],
  ])('is left alone with %s', async (_, text, selection) => {
    expect(await typed(text, selection)).toBe(false);
  });

  it('is left alone where nothing was typed', async () => {
    await show('/a.md', '@', new Selection(0, 1, 0, 1));
    await clock.advance(300);
    expect(suggested()).toBe(false);
  });
});
