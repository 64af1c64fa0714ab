import { describe, expect, it } from 'vitest';
import { HumanError, type Reason } from '../../../src/core/base/errors';
import type { Completeness, ListInfo } from '../../../src/core/catalog/serverList';
import type { ConnectionState } from '../../../src/core/connection/connectionState';
import {
  crashLoopSentence,
  needPermission,
  signInElsewhere,
  statusOf,
  type ServerList,
  type ServerStatus,
} from '../../../src/core/connection/serverStatus';
import { definition, info } from './fakeServer';

const shop = definition('shop');
const error = (reason: Reason, detail?: string): HumanError =>
  new HumanError(reason, 'It happened. Do this.', detail === undefined ? {} : { detail });
const refusal = '“shop” may not start. Do this.';
const blocked = (reason: Reason): ConnectionState => ({ kind: 'blocked', error: new HumanError(reason, refusal) });
const resources = (completeness: Completeness, count = 12, dropped = 0): ListInfo => ({
  ...{ count, completeness, dropped, repaired: 0, duplicates: 0 },
});

/** Returns a status without the fields that are the same as in a healthy server. */
function said(status: ServerStatus): object {
  const empty: readonly unknown[] = ['', undefined, false];
  return Object.fromEntries(Object.entries(status).filter(([, value]) => !empty.includes(value)));
}

const before = 'The resource is cached from an earlier connection.';
const stopped = 'The server “shop” is stopped. Start it to read its resources.';
const connecting = 'The server “shop” is still connecting. Try again in a moment.';
const slow =
  'The server “shop” hasn’t responded yet. The first start can take several minutes. If the server has started before, it may be stuck: stop it and start it again.';
const busy = (label: string, sentence: string): object => ({
  ...{ severity: 'busy', label, sentence, full: sentence, recovers: true },
});
const failed = {
  severity: 'error',
  label: 'failed',
  sentence: 'It happened. Do this.',
  full: 'shop: It happened. Do this.',
  remedy: 'start',
  needsUser: true,
  absence: { label: 'server failed', sentence: `shop: It happened. Do this. ${before}` },
};
const refused = {
  severity: 'warning',
  label: 'can’t start',
  sentence: refusal,
  full: refusal,
  absence: { label: 'server not started', sentence: `${refusal} ${before}` },
};

describe('the state of a server in words', () => {
  it.each<[string, ConnectionState, object]>([
    [
      'stopped',
      { kind: 'stopped' },
      {
        severity: 'none',
        label: 'stopped',
        sentence: stopped,
        full: stopped,
        remedy: 'start',
        absence: { label: 'server stopped', sentence: `${stopped} ${before}` },
      },
    ],
    [
      'not allowed yet',
      blocked('notAllowed'),
      { ...refused, severity: 'info', label: 'needs your permission', remedy: 'review', needsUser: true },
    ],
    ['declined', blocked('declined'), { ...refused, severity: 'none', label: 'not allowed', remedy: 'review' }],
    ['in a workspace that is not trusted', blocked('untrusted'), { ...refused, remedy: 'trust' }],
    ['forbidden', blocked('policy'), { ...refused, remedy: 'log' }],
    ['connecting', { kind: 'connecting' }, busy('connecting…', connecting)],
    ['connecting for long', { kind: 'connecting', isSlow: true }, busy('still connecting…', slow)],
    [
      'connecting again',
      { kind: 'connecting', lastError: error('exited') },
      {
        severity: 'error',
        label: 'failed, trying again…',
        sentence: failed.sentence,
        full: failed.full,
        needsUser: true,
        recovers: true,
      },
    ],
    [
      'waiting for a sign-in',
      { kind: 'signInNeeded', error: error('unauthorized') },
      {
        ...{ ...failed, severity: 'warning', label: 'sign-in needed', remedy: 'signIn' },
        absence: { label: 'not signed in', sentence: `shop: It happened. Do this. ${before}` },
      },
    ],
    ['failed', { kind: 'failed', error: error('timeout'), retryAt: undefined }, failed],
    [
      'failed with something printed',
      { kind: 'failed', error: error('exited', 'Last words'), retryAt: undefined },
      { ...failed, output: 'Last words' },
    ],
    [
      'failed and tried again',
      { kind: 'failed', error: error('exited'), retryAt: 4_000 },
      { ...failed, label: 'failed, trying again…', recovers: true },
    ],
    ['ready, whatever it lists', { kind: 'ready', info }, { severity: 'none' }],
  ])('%s', (_, state, status) => {
    expect(said(statusOf({ definition: shop, state }))).toEqual(status);
  });

  const empty = (label: string): object => ({ severity: 'info', label, sentence: label, full: `shop: ${label}` });
  const cut = (sentence: string): object => ({
    severity: 'warning',
    label: '12 resources, list cut short',
    sentence,
    full: `shop: ${sentence}`,
  });
  const endless = cut('The list is incomplete (12 resources shown). Refresh to try again.');
  const whole = 'The list is incomplete (1 resource shown): It happened. Do this.';

  it.each<[string, ListInfo, object, (Partial<ServerList> & { hasResources?: boolean })?]>([
    ['not begun', resources({ kind: 'unknown' }, 0), { label: 'listing… 0 so far' }],
    ['arriving', resources({ kind: 'arriving' }, 1_200), { label: 'listing… 1,200 so far' }],
    ['read again', resources({ kind: 'arriving', isAgain: true }, 1_200), { label: '1,200 resources, refreshing…' }],
    ['cached', resources({ kind: 'fromBefore' }, 1), { label: '1 resource, cached' }],
    ['complete', resources({ kind: 'complete' }, 1), { label: '1 resource' }],
    [
      'complete, with templates',
      resources({ kind: 'complete' }),
      { label: '12 resources, 2 templates' },
      { templates: 2 },
    ],
    [
      'complete, with folders that were not read',
      resources({ kind: 'complete' }),
      { label: '12 resources, more in folders' },
      { hasMore: true },
    ],
    [
      'complete but for entries without a URI',
      resources({ kind: 'complete' }, 12, 3),
      { label: '12 resources, 3 skipped' },
    ],
    [
      'of more templates than are kept',
      resources({ kind: 'complete' }),
      {
        ...cut('The server lists more templates than are shown. Configure it to list fewer.'),
        label: '12 resources, 1,000 of 100,000 templates',
      },
      { templates: 1_000, omittedTemplates: 99_000 },
    ],
    ['of templates only', resources({ kind: 'complete' }, 0), { label: '2 templates' }, { templates: 2 }],
    ['empty', resources({ kind: 'complete' }, 0), empty('no resources')],
    ['empty, as nothing in it has a URI', resources({ kind: 'complete' }, 0, 3), empty('0 resources, 3 skipped')],
    ['of a server that offers none', resources({ kind: 'unknown' }, 0), empty('no resources'), { hasResources: false }],
    [
      'failed',
      resources({ kind: 'failed', error: error('timeout') }, 1),
      { ...cut(whole), severity: 'error', label: '1 resource, list incomplete' },
    ],
    ['cut by its pages', resources({ kind: 'cut', by: 'pages' }), endless],
    [
      'cut by its bytes',
      resources({ kind: 'cut', by: 'bytes' }),
      cut(
        'The list uses too much memory, so it shows only 12 resources. Remove servers you don’t need, or configure this server to list fewer resources.',
      ),
    ],
    [
      'cut by a cursor that is too long',
      resources({ kind: 'cut', by: 'cursor' }),
      cut(
        'The server sent a page cursor that is too long, so the list shows only 12 resources. Report this to the server’s author.',
      ),
    ],
    ['cut by the time', resources({ kind: 'cut', by: 'time' }), endless],
    [
      'cut by its length',
      resources({ kind: 'cut', by: 'items' }),
      cut('The list shows only 12 resources. Raise “mcpResources.list.maxResources” to see more.'),
    ],
    [
      'cut by the most that a setting allows',
      resources({ kind: 'cut', by: 'mostItems' }),
      cut(
        'The server has too many resources, so the list shows only 12 resources. Configure the server to list fewer.',
      ),
    ],
    [
      'cut by a cursor that comes again',
      resources({ kind: 'cut', by: 'cursorLoop' }),
      cut(
        'The server keeps sending the same page, so the list shows only 12 resources. Report this to the server’s author.',
      ),
    ],
  ])('ready, its list %s', (_, of, status, { hasResources = true, ...counts } = {}) => {
    const state = { kind: 'ready', info: { ...info, hasResources } } as const;
    expect(
      said(statusOf({ definition: shop, state }, { resources: of, templates: 0, omittedTemplates: 0, ...counts })),
    ).toEqual({
      severity: 'none',
      ...status,
    });
  });

  it('and of several servers, of one that crashed, and of a sign-in outside of VS Code', () => {
    expect([needPermission(3), crashLoopSentence(4), signInElsewhere(shop)]).toEqual([
      '3 servers need your permission to start.',
      'The server crashed 4 times and won’t restart automatically. Check its log, then restart it.',
      'You can’t sign in to the server “shop” from here. Add a token to mcp.json (for example "headers": { "Authorization": "Bearer ${env:TOKEN}" }), then allow the server again.',
    ]);
  });
});
