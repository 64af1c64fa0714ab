import type { Diagnostic, PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import { describe, expect, it } from 'vitest';
import { CancelledError } from '../../../../src/core/base/errors';
import type { MentionDocument } from '../../../../src/core/mentions/mention/document';
import { OpenDocuments } from '../../../../src/core/mentions/server/openDocuments';
import { own } from '../../../support/own';
import { FakeClock, settle } from '../../../support/fakeClock';
import { silent } from '../../../support/silent';
import { namesOf } from '../text/scan';

const names = namesOf([]);
const start = { line: 0, character: 0 };

/** Documents whose text is also their diagnostics; with `waits`, the test ends each check. */
function fixture({ waits = false } = {}) {
  const clock = new FakeClock();
  const published: string[] = [];
  const checked: string[] = [];
  const errors: string[] = [];
  const givenUp: string[] = [];
  const running: (() => void)[] = [];
  const documents = own(
    new OpenDocuments({
      clock,
      log: { ...silent, error: (line) => errors.push(line) },
      names: () => names,
      diagnose: async (document: MentionDocument, signal) => {
        const text = document.line(0);
        checked.push(`${document.uri} ${text}`);
        signal.addEventListener('abort', () => givenUp.push(text));
        if (waits) await new Promise<void>((resolve) => running.push(resolve));
        if (signal.aborted) throw new CancelledError();
        if (text === 'bug') throw new Error('A bug');
        const wrong: Diagnostic = { range: { start, end: start }, message: text };
        return text === '' ? [] : [wrong];
      },
      publish: ({ uri, version, diagnostics }: PublishDiagnosticsParams) =>
        published.push(`${uri} ${version ?? 'closed'}: ${diagnostics.map(({ message }) => message as string).join()}`),
    }),
  );
  const open = (uri: string, text: string): void => documents.open({ uri, languageId: 'markdown', version: 1, text });
  const write = (uri: string, version: number, text: string): void => documents.change(uri, version, [{ text }]);
  const endCheck = async (): Promise<void> => {
    running.shift()?.();
    await settle();
  };
  return { clock, documents, published, checked, givenUp, errors, running, open, write, endCheck };
}

describe('checks', () => {
  it('come at once when a document opens, and then once for all that is typed in a while', async () => {
    const { clock, checked, published, open, write } = fixture();
    open('a', 'one');
    await settle();
    for (let version = 2; version < 40; version += 1) write('a', version, `text ${version}`);
    await clock.advance(299);
    expect(checked).toEqual(['a one']);
    await clock.advance(1);
    expect(checked).toEqual(['a one', 'a text 39']);
    expect(published).toEqual(['a 1: one', 'a 39: text 39']);
    expect(clock.pending).toEqual([]);
  });

  it('go on while somebody types without a pause', async () => {
    const { clock, published, open, write } = fixture();
    open('a', 'one');
    for (let version = 2; version <= 20; version += 1) {
      write('a', version, `text ${version}`);
      await clock.advance(100);
    }
    expect(published.length).toBeGreaterThanOrEqual(6);
  });

  it('run one after another', async () => {
    const { clock, documents, checked, running, endCheck, open } = fixture({ waits: true });
    open('a', 'one');
    open('b', 'two');
    documents.recheck();
    await clock.advance(1_000);
    expect([checked, running.length]).toEqual([['a one'], 1]);
    await endCheck();
    await clock.advance(300);
    await endCheck();
    expect([checked, running.length]).toEqual([['a one', 'a one', 'b two'], 1]);
  });

  it('of a text that is changed meanwhile are given up, and made of the new one', async () => {
    const { clock, published, givenUp, endCheck, open, write } = fixture({ waits: true });
    open('a', 'one');
    await settle();
    write('a', 2, 'two');
    expect(givenUp).toEqual(['one']);
    await endCheck();
    expect(published).toEqual([]);
    await clock.advance(300);
    await endCheck();
    expect(published).toEqual(['a 2: two']);
  });

  it('that fail are in the log, and the next one comes', async () => {
    const { clock, published, errors, open, write } = fixture();
    open('a', 'bug');
    open('b', 'two');
    await clock.advance(300);
    write('a', 2, 'fine');
    await clock.advance(300);
    expect(errors).toEqual(['Checking a document failed: Error: A bug']);
    expect(published).toEqual(['b 1: two', 'a 2: fine']);
  });

  it('stop with the last document', async () => {
    const { clock, documents, checked, published, open } = fixture();
    open('a', '');
    await settle();
    documents.close('a');
    documents.recheck();
    await clock.advance(1_000);
    expect([checked, published, clock.pending]).toEqual([['a '], ['a 1: '], []]);
  });
});

describe('what is published', () => {
  it('is not published again', async () => {
    const { clock, documents, checked, published, open } = fixture();
    open('a', 'one');
    await settle();
    for (let round = 0; round < 3; round += 1) {
      documents.recheck();
      await clock.advance(300);
    }
    expect([checked.length, published]).toEqual([4, ['a 1: one']]);
  });

  it('is taken back when its document closes, also one that was opened twice', async () => {
    const { clock, documents, published, open } = fixture();
    open('a', 'one');
    await settle();
    open('a', 'one');
    documents.close('a');
    documents.close('a');
    await clock.advance(1_000);
    expect(published).toEqual(['a 1: one', 'a closed: ']);
  });

  it('is nothing of a document that closes while it is checked', async () => {
    const { documents, published, endCheck, open } = fixture({ waits: true });
    open('a', 'one');
    await settle();
    documents.close('a');
    await endCheck();
    expect(published).toEqual([]);
  });

  it('is nothing of a document that closes while it waits to be checked', async () => {
    const { clock, documents, checked, published, running, open } = fixture({ waits: true });
    for (const name of ['a', 'b', 'c']) open(name, name);
    await settle();
    running.shift()?.();
    await clock.advance(300);
    documents.close('c');
    for (const end of running) end();
    await settle();
    expect([checked, published]).toEqual([
      ['a a', 'b b'],
      ['a 1: a', 'b 1: b'],
    ]);
  });

  it('is nothing after the end', async () => {
    const { clock, documents, published, endCheck, open } = fixture({ waits: true });
    open('a', 'one');
    await settle();
    documents.dispose();
    await endCheck();
    await clock.advance(1_000);
    expect([published, clock.pending, documents.size]).toEqual([[], [], 0]);
  });
});
