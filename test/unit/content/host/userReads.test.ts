import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../../src/core/base/errors';
import type { Part } from '../../../../src/core/content/part';
import type { Content } from '../../../../src/core/content/content';
import type { ConfiguredServer } from '../../../../src/core/connection/connectionState';
import type { ContentCache } from '../../../../src/core/context/contentCache';
import type { PickedResource } from '../../../../src/core/context/contextSet';
import { UserReads } from '../../../../src/host/content/userReads';
import { definition } from '../../connection/fakeServer';
import { FakeClock, settle } from '../../../support/fakeClock';
import { newServerActions } from '../../../support/newServerActions';
import { silent } from '../../../support/silent';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const { messages } = fakeVscode;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const pick = (name: string, part?: PickedResource['part']): PickedResource => ({
  ...{ serverId: 'shop', uri: `note:${name}`, name, title: undefined, mimeType: undefined, size: undefined },
  part,
});
const part = (path: string): Part => ({
  ...{ uri: `note:${path}`, occurrence: 0, path, mimeType: 'text/markdown', declaredType: undefined, isText: true },
  bytes: bytes(path),
});
const content = (text: string, fields: Partial<Content> = {}): Content => ({
  ...{ parts: [], problems: [], isFromWeb: false, version: undefined, bytes: bytes(text), mimeType: 'text/plain' },
  ...{ readAt: 0, ttl: undefined, changedAt: 0 },
  ...fields,
});

/** Reads over these answers by URI: contents, or what a read fails with. */
function newReads(
  answers: Readonly<Record<string, Content | Error>>,
  server?: ConfiguredServer,
): {
  reads: UserReads;
  asked: string[];
  done: unknown[][];
  logged: string[];
} {
  const logged: string[] = [];
  const done: unknown[][] = [];
  const asked: string[] = [];
  const answer = (how: string) => (address: { readonly uri: string }) => {
    asked.push(`${how} ${address.uri}`);
    const answer = answers[address.uri];
    return answer instanceof Error || !answer
      ? Promise.reject(answer ?? new Error('Not in the test'))
      : Promise.resolve(answer);
  };
  const cache = { get: answer('get'), getAnew: answer('anew') } as unknown as ContentCache;
  const serverActions = newServerActions(done);
  const log = { ...silent, warn: (line: string) => void logged.push(line) };
  const connections = { get: () => server };
  const reads = new UserReads({ base: { clock: new FakeClock(), log }, core: { cache, connections }, serverActions });
  return { reads, asked, done, logged };
}

const shown = (): unknown[] => messages.asked.map(({ severity, text, buttons }) => [severity, text, buttons]);
const gone = new HumanError('notFound', 'The resource is gone.');

describe('what a user asked to read', () => {
  it('comes in order, from the cache or read again, without a message', async () => {
    const { reads, asked } = newReads({ 'note:a': content('A'), 'note:b': content('B') });
    const read = [...(await reads.read([pick('a'), pick('b')])), ...(await reads.readAnew([pick('b')]))];
    expect(read.map((one) => [one.resource.name, new TextDecoder().decode(one.content.bytes)])).toEqual([
      ['a', 'A'],
      ['b', 'B'],
      ['b', 'B'],
    ]);
    expect([asked, shown()]).toEqual([['get note:a', 'get note:b', 'anew note:b'], []]);
  });

  it('is said to be incomplete where it is, and comes all the same', async () => {
    const { reads } = newReads({
      'note:a': content('A', { problems: [new HumanError('tooLarge', 'The rest is cut.')] }),
    });
    expect((await reads.read([pick('a')])).length).toBe(1);
    expect(shown()).toEqual([['warning', '“a” is incomplete. The rest is cut.', []]]);
  });

  it('comes without failed resources, of which the first is reported, with a way to the log', async () => {
    messages.answer('Show Log');
    const failed = new HumanError('serverError', 'The server failed.');
    const { reads, done, logged } = newReads({
      'note:a': failed,
      'note:b': content('B'),
      'note:c': new Error('secret stack'),
    });
    const read = await reads.read([pick('a'), pick('b'), pick('c')]);
    await settle();
    expect([read.map((one) => one.resource.name), shown(), done]).toEqual([
      ['b'],
      [['error', 'Couldn’t read 2 of 3 resources. First error: The server failed.', ['Show Log']]],
      [['showLog']],
    ]);
    // No URI: it may hold a secret.
    expect(logged).toEqual([
      'Not read (note:…): HumanError: The server failed.',
      'Not read (note:…): Error: secret stack',
    ]);
  });

  it('says nothing of a bug but that the log has it', async () => {
    messages.answer(undefined);
    await newReads({ 'note:a': new Error('secret stack') }).reads.read([pick('a')]);
    expect(shown()).toEqual([
      ['error', 'Couldn’t read “a”. An unexpected error occurred. See the log for details.', ['Show Log']],
    ]);
  });

  it.each([
    ['websiteNotAllowed', 'information', []],
    ['inputRequired', 'information', []],
    ['notFound', 'warning', ['Show Log']],
    ['unauthorized', 'warning', ['Sign In…']],
    ['network', 'error', ['Show Log']],
  ] as const)('is reported with its severity: %s', async (reason, severity, buttons) => {
    messages.answerAll(undefined);
    await newReads({ 'note:a': new HumanError(reason, 'Said.') }).reads.read([pick('a')]);
    await settle();
    expect(shown()).toEqual([[severity, 'Couldn’t read “a”. Said.', buttons]]);
  });

  it.each([
    ['blocked', new HumanError('notAllowed', 'Needs you.'), 'warning', ['Review and Start…']],
    ['failed', new HumanError('disconnected', 'Broken.'), 'error', ['Start Server', 'Show Log']],
  ] as const)('offers what brings the server back that is %s', async (kind, error, severity, buttons) => {
    messages.answerAll(undefined);
    const server = { definition: definition('shop'), state: { kind, error, retryAt: undefined } } as ConfiguredServer;
    await newReads({ 'note:a': error }, server).reads.read([pick('a')]);
    await settle();
    expect(shown()).toEqual([[severity, `Couldn’t read “a”. ${error.message}`, buttons]]);
  });

  it('offers to sign in to that server', async () => {
    messages.answer('Sign In…');
    const { reads, done } = newReads({ 'note:a': new HumanError('unauthorized', 'Sign in.') });
    await reads.read([pick('a')]);
    await settle();
    expect(done).toEqual([['signIn', 'shop']]);
  });

  it('is of several files the one that was chosen, and fails where that is gone', async () => {
    messages.answerAll(undefined);
    const { reads } = newReads({ 'note:a': content('all', { parts: [part('x.md'), part('y.md')] }) });
    const [chosen] = await reads.read([pick('a', { uri: 'note:y.md', occurrence: 0 })]);
    expect([
      new TextDecoder().decode(chosen?.content.bytes),
      chosen?.content.mimeType,
      chosen?.content.parts.length,
    ]).toEqual(['y.md', 'text/markdown', 1]);
    expect(await reads.read([pick('a', { uri: 'note:z.md', occurrence: 0 })])).toEqual([]);
    await settle();
    expect(fakeVscode.shownTexts).toEqual([
      'Couldn’t read “a”. The resource no longer has this file. Open the resource to see its current files.',
    ]);
  });
});

describe('what was built from a template', () => {
  it('can be read, or the user sees why not, where they look', async () => {
    messages.answerAll(undefined);
    const failed = new HumanError('network', 'No network.');
    const { reads } = newReads({ 'note:a': content('A'), 'note:b': gone, 'note:c': failed });
    const sentences: string[] = [];
    const show = (sentence: string): void => void sentences.push(sentence);
    const can = [];
    for (const name of ['a', 'b', 'c'])
      can.push(await reads.canRead(pick(name), show), await reads.canRead(pick(name)));
    await settle();
    expect(can).toEqual([true, true, false, false, false, false]);
    const nothing =
      'The server has no resource with the URI note:b. Change one of the values you entered and try again.';
    const unread = 'Couldn’t read “c”. No network.';
    expect([sentences, shown()]).toEqual([
      [nothing, unread],
      [
        ['information', nothing, ['Dismiss']],
        ['error', unread, ['Show Log']],
      ],
    ]);
  });

  it('offers to sign in with a button, which a sentence in a form has not', async () => {
    messages.answerAll(undefined);
    const sentences: string[] = [];
    const { reads } = newReads({ 'note:a': new HumanError('unauthorized', 'Sign in.') });
    expect(await reads.canRead(pick('a'), (sentence) => void sentences.push(sentence))).toBe(false);
    expect([sentences, shown()]).toEqual([[], [['warning', 'Couldn’t read “a”. Sign in.', ['Sign In…']]]]);
  });
});
