import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../../src/core/base/errors';
import type { Asking } from '../../../../src/core/context/contentCache';
import type { Place } from '../../../../src/core/network/place';
import { WebConsent } from '../../../../src/host/network/webConsent';
import { FakeStore } from '../../../support/fakeStore';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const { messages } = fakeVscode;
const origin = 'https://example.com';
const page = { serverId: 'shop', uri: 'https://example.com/a' };
/** Creates one gesture of a user who can be asked. */
const gesture = (): Asking => ({});

function newConsent(store = new FakeStore()): {
  store: FakeStore;
  allow: (asking?: Asking, of?: string, place?: Place) => Promise<string>;
  consent: WebConsent;
} {
  const consent = new WebConsent(store, (id) => `The ${id}`);
  const allow = (asking?: Asking, of = origin, place: Place = { kind: 'public' }): Promise<string> =>
    consent.allow(of, { ...page, uri: `${of}/a` }, asking, place).then(
      () => 'fetch',
      (error: unknown) => (error instanceof HumanError ? error.reason : String(error)),
    );
  return { store, allow, consent };
}

describe('fetching from a web site', () => {
  it('is asked about with who wants it and what, and once in a workspace', async () => {
    const { store, allow } = newConsent();
    messages.answer('Fetch from https://example.com');
    const results = [await allow(gesture()), await allow(gesture()), await allow(), await newConsent(store).allow()];
    expect([results, store.get('web.origins')]).toEqual([['fetch', 'fetch', 'fetch', 'fetch'], [origin]]);
    expect(messages.asked).toEqual([
      {
        severity: 'warning',
        text: 'Fetch this resource from https://example.com?',
        detail:
          'The MCP server “The shop” links to https://example.com/a. If you continue, the content is fetched without sending credentials, cookies or the headers configured for the server. You won’t be asked again about this website in this workspace.',
        isModal: true,
        buttons: ['Fetch from https://example.com'],
      },
    ]);
  });

  it('is not asked about in the background, and not done', async () => {
    const { store, allow } = newConsent();
    expect([await allow(), messages.asked, store.get('web.origins')]).toEqual(['websiteNotAllowed', [], undefined]);
  });

  it('is asked about for each site, and for nothing that looks like it', async () => {
    const { store, allow } = newConsent();
    messages.answer('Fetch from https://example.com', undefined, undefined);
    const otherOrigins = ['https://example.com:8443', 'https://example.com.evil.test'];
    const results = [await allow(gesture())];
    for (const one of otherOrigins) results.push(await allow(gesture(), one));
    expect([results, store.get('web.origins')]).toEqual([
      ['fetch', 'websiteNotAllowed', 'websiteNotAllowed'],
      [origin],
    ]);
  });

  it('that was declined is not asked about again in the same gesture, and is in the next', async () => {
    const { allow } = newConsent();
    messages.answer(undefined, 'Fetch from https://example.com');
    const [sameGesture, next] = [gesture(), gesture()];
    const results = [await allow(sameGesture), await allow(sameGesture), await allow(sameGesture)];
    expect([results, messages.asked.length]).toEqual([
      ['websiteNotAllowed', 'websiteNotAllowed', 'websiteNotAllowed'],
      1,
    ]);
    expect([await allow(next), messages.asked.length]).toEqual(['fetch', 2]);
  });

  it('is one question for all who want it at the same time, and its answer is for all of them', async () => {
    const { allow } = newConsent();
    messages.answer(undefined, 'Fetch from https://example.com');
    const together = (): Promise<string[]> => Promise.all([gesture(), gesture(), gesture()].map((one) => allow(one)));
    expect([await together(), messages.asked.length]).toEqual([
      ['websiteNotAllowed', 'websiteNotAllowed', 'websiteNotAllowed'],
      1,
    ]);
    expect([await together(), messages.asked.length]).toEqual([['fetch', 'fetch', 'fetch'], 2]);
  });

  it('is asked about again after it was forgotten', async () => {
    const { allow, consent } = newConsent(new FakeStore({ 'web.origins': [origin] }));
    const before = await allow();
    await consent.forget(origin);
    expect([before, await allow()]).toEqual(['fetch', 'websiteNotAllowed']);
  });

  it('shows an address as text: long ones cut, and none in another order than it has', async () => {
    const { consent } = newConsent();
    messages.answer(undefined);
    const uri = `https://example.com/\u202e$(x)${'a'.repeat(1_000)}`;
    await consent.allow(origin, { serverId: 'shop', uri }, gesture(), { kind: 'public' }).catch(() => undefined);
    const detail = messages.asked[0]?.detail ?? '';
    expect([detail.includes('\u202e'), detail.includes('$('), detail.length < 600]).toEqual([false, false, true]);
  });

  it('in the own network is asked about with its address, once in a window, whatever was allowed before', async () => {
    const { store, allow, consent } = newConsent(new FakeStore({ 'web.origins': [origin] }));
    const place = { kind: 'local', address: '10.96.0.1' } as const;
    messages.answer(undefined, 'Fetch from https://example.com');
    const answers = [await allow(undefined, origin, place), await allow(gesture(), origin, place)];
    answers.push(await allow(gesture(), origin, place), await allow(undefined, origin, place));
    expect(answers).toEqual(['websiteNotAllowed', 'websiteNotAllowed', 'fetch', 'fetch']);
    expect(messages.asked[0]?.detail).toContain('This website is on your network, at 10.96.0.1');
    expect([store.get('web.origins'), consent.origins]).toEqual([[origin], [origin]]);
    await consent.forget(origin);
    expect([await allow(undefined, origin, place), consent.origins]).toEqual(['websiteNotAllowed', []]);
  });

  it('that a proxy hides is asked about with that, once in a workspace', async () => {
    const { allow } = newConsent();
    messages.answer('Fetch from https://example.com');
    const place = { kind: 'unknown' } as const;
    expect([await allow(gesture(), origin, place), await allow(undefined, origin, place)]).toEqual(['fetch', 'fetch']);
    expect(messages.asked[0]?.detail).toMatch(
      /This website may be on your network\. VS Code can’t check this, because it uses a proxy/,
    );
  });
});
