import { describe, expect, it } from 'vitest';
import { ThemeIcon, UIKind, Uri } from 'vscode';
import { HumanError } from '../../../../src/core/base/errors';
import type { Content } from '../../../../src/core/content/content';
import type { ContextItem } from '../../../../src/core/context/contextSet';
import { definition } from '../../connection/fakeServer';
import { literalMarkdown } from '../../../../src/core/base/markdown';
import { statusOf, type ServerStatus } from '../../../../src/core/connection/serverStatus';
import { contextItem, type ContextRow } from '../../../../src/host/context/contextItem';
import { contextTooltip } from '../../../../src/host/context/contextTooltip';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const now = 1_800_000_000_000;
const minute = 60_000;
const file = Uri.file('/orders');
const item: ContextItem = {
  serverId: 'shop',
  uri: 'db://orders',
  name: 'orders',
  title: undefined,
  mimeType: 'text/plain',
  size: 4_000,
  isChecked: true,
  isInEveryMessage: false,
  reason: undefined,
};
const read = { bytes: new Uint8Array(4_800), readAt: now - 5 * minute } as Content;

const weight = { tokens: 1_234, images: 0, uncounted: 0, isRead: true };

function row(changes: Partial<ContextRow> = {}): ContextRow {
  return {
    item,
    liveness: { kind: 'live', isUpdated: false, since: undefined },
    server: undefined,
    content: read,
    weight,
    icon: ThemeIcon.File,
    uri: file,
    uriForChat: file,
    serverName: 'Shop',
    sentAt: undefined,
    arrival: undefined,
    attachedAt: undefined,
    isMessageSince: false,
    isOver: false,
    isLeft: false,
    now,
    ...changes,
  };
}

function inState(kind: 'stopped' | 'connecting'): ServerStatus {
  return statusOf({ definition: definition('shop'), state: { kind } });
}

/** Returns a row's description, context value and icon. */
function said(changes: Partial<ContextRow>): readonly (string | undefined)[] {
  const { description, contextValue, iconPath } = contextItem(row(changes));
  return [String(description), contextValue, (iconPath as { id: string }).id];
}

/** Returns a line of the tooltip. */
const fact = (text: string): string => `- ${literalMarkdown(text)}`;

const failure = (reason: 'notFound' | 'tooLarge'): ContextRow['liveness'] => ({
  kind: 'failed',
  error: new HumanError(reason, 'Because.'),
});

const lines = (changes: Partial<ContextRow>): readonly string[] => {
  const { value } = contextTooltip(row(changes));
  return value.split('\n').filter(Boolean);
};

describe('a row of the context', () => {
  it('says how the resource stands, where that is not what is usual, then how old and how large it is', () => {
    const notLive = { kind: 'notLive', isUpdated: false, since: undefined, isFresh: false } as const;
    expect(said({})).toEqual(['1.2K tokens', 'picked', 'file']);
    expect(said({ liveness: { kind: 'live', isUpdated: true, since: 'sent' } })).toEqual([
      'updated · 1.2K tokens',
      'picked.updated',
      'file',
    ]);
    expect(said({ liveness: notLive })).toEqual(['not live · read 5 min ago · 1.2K tokens', 'picked', 'file']);
    expect(said({ liveness: notLive, content: undefined, weight: { ...weight, tokens: 0 } })).toEqual([
      'not live · 4.0 kB',
      'picked',
      'file',
    ]);
    expect(said({ liveness: { ...notLive, isFresh: true }, now: read.readAt })[0]).toBe('fresh · 1.2K tokens');
    expect(said({ liveness: { kind: 'offline' } })).toEqual([
      'server removed · read 5 min ago · 1.2K tokens',
      'picked',
      'file',
    ]);
    expect(said({ liveness: { kind: 'offline' }, content: undefined, server: inState('stopped') })[0]).toBe(
      'server stopped · 1.2K tokens',
    );
    expect(said({ weight: { ...weight, tokens: 1 } })[0]).toBe('1 token');
    expect(said({ weight: { ...weight, images: 2 } })[0]).toBe('1.2K tokens and 2 images');
    expect(said({ liveness: { kind: 'offline' }, server: inState('connecting') })[0]).toBe('connecting… · 1.2K tokens');
    expect(said({ liveness: failure('tooLarge') })).toEqual(['failed · 1.2K tokens', 'picked', 'error']);
    expect(said({ liveness: failure('notFound') })).toEqual(['gone · 1.2K tokens', 'picked.gone', 'circle-slash']);
  });

  it('has the icon of its resource, unless the next message cannot have it', () => {
    const own = { light: file, dark: file };
    const icon = (changes: Partial<ContextRow>): unknown => contextItem(row({ icon: own, ...changes })).iconPath;
    const usual = [
      {},
      { liveness: { kind: 'live', isUpdated: true, since: 'sent' } },
      { liveness: { kind: 'offline' } },
    ] as const;
    expect(usual.map(icon)).toEqual([own, own, own]);
    expect(
      [{ liveness: failure('tooLarge') }, { liveness: failure('notFound') }, { isOver: true }].map(icon),
    ).toMatchObject([
      { id: 'error', color: { id: 'list.errorForeground' } },
      { id: 'circle-slash', color: { id: 'list.errorForeground' } },
      { id: 'warning', color: { id: 'list.warningForeground' } },
    ]);
  });

  it('says by which set a resource came', () => {
    fakeVscode.workspace.setFolders('/w');
    const own = { ...item, reason: { set: 'Sales', state: 'new' } as const };
    expect(said({ item: own })[0]).toBe('1.2K tokens · from “Sales”');
    expect(contextItem(row({ item: own })).accessibilityInformation?.label).toMatch(/tokens, from the set “Sales”$/u);
    expect(lines({ item: own })).toContain(fact('Set: “Sales”'));
    const file = 'file:///w/.vscode/mcp-context.json';
    const opened = { ...item, reason: { set: 'Sales', file, state: 'opened' } as const };
    expect(lines({ item: opened })).toContain(fact('Set: “Sales” in .vscode/mcp-context.json'));
  });

  it('says of what a set of a file leads to since it was reviewed that it is new', () => {
    const file = 'file:///w/.vscode/mcp-context.json';
    const waiting = { ...item, isChecked: false, reason: { set: 'Sales', file, state: 'new' } as const };
    expect(said({ item: waiting })[0]).toBe('new in “Sales” · 1.2K tokens');
    expect(contextItem(row({ item: waiting })).accessibilityInformation?.label).toContain(
      'not checked, new in “Sales”',
    );
    expect(lines({ item: waiting }).join()).toContain('New since you reviewed the set');
  });

  it('says where it is: in the list only, attached, or sent, with the time of day, or the day', () => {
    const time = (at: number, day = {}): string =>
      new Date(at).toLocaleString('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...day });
    const [then, yesterday] = [now - 2 * minute, now - 24 * 60 * minute];
    expect(said({})[0]).toBe('1.2K tokens');
    expect(said({ attachedAt: then })[0]).toBe(`attached ${time(then)} · 1.2K tokens`);
    expect(said({ sentAt: then })[0]).toBe(`sent ${time(then)} · 1.2K tokens`);
    expect(said({ sentAt: yesterday, attachedAt: then })[0]).toBe(`attached ${time(then)} · 1.2K tokens`);
    expect(said({ sentAt: yesterday })[0]).toBe(
      `sent ${time(yesterday, { month: 'short', day: 'numeric' })} · 1.2K tokens`,
    );
    const liveness = { kind: 'live', isUpdated: true, since: 'sent' } as const;
    expect(said({ sentAt: then, liveness })[0]).toBe(`updated · sent ${time(then)} · 1.2K tokens`);
    expect(said({ sentAt: yesterday, attachedAt: then, liveness })[0]).toBe(
      `updated · attached ${time(then)} · 1.2K tokens`,
    );
    expect(contextItem(row({ sentAt: then, liveness })).accessibilityInformation?.label).toBe(
      `orders, updated, sent ${time(then)}, 1.2K tokens`,
    );
  });

  it('says of an image on this machine that it is attached only until a message is seen: that may have sent it', () => {
    const image = { item: { ...item, mimeType: 'image/png' }, attachedAt: now };
    expect(said(image)[0]).toMatch(/^attached /u);
    expect(said({ ...image, isMessageSince: true })[0]).toBe('1.2K tokens');
    expect(said({ attachedAt: now, isMessageSince: true })[0]).toMatch(/^attached /u);
  });

  it('says that not all of it may have been sent, until it is attached again', () => {
    const sent = { sentAt: now - 90 * minute };
    expect(said({ ...sent, arrival: 'cut' })[0]).toBe('maybe shortened · 1.2K tokens');
    expect(said({ ...sent, arrival: 'empty' })[0]).toBe('maybe not sent · 1.2K tokens');
    expect(said({ ...sent, arrival: 'crowded' })[0]).toMatch(/^sent .* · whole if sent alone · 1.2K tokens$/u);
    expect(said({ ...sent, arrival: 'partial' })[0]).toBe('some files not sent · 1.2K tokens');
    expect(said({ ...sent, arrival: 'excerpt' })[0]).toBe('only beginning sent · 1.2K tokens');
    expect(said({ ...sent, arrival: 'cut', attachedAt: now })[0]).toMatch(/^attached /u);
    const liveness = { kind: 'live', isUpdated: true, since: 'sent' } as const;
    expect(said({ ...sent, arrival: 'cut', liveness })[0]).toBe('updated · maybe shortened · 1.2K tokens');
  });

  it('says of what VS Code does not report that it does not, in its tooltip', () => {
    const liveness = { kind: 'live', isUpdated: true, since: 'sent' } as const;
    expect(lines({ sentAt: now - 2 * minute, attachedAt: now, liveness })[1]).toContain(
      'unless you removed it from the chat',
    );
    expect(lines({ attachedAt: now })).toContain(
      fact('VS Code doesn’t report whether you removed it from the chat, or started another one.'),
    );
    expect(lines({ attachedAt: now, isMessageSince: true })).toContain(
      fact('A message was sent since then without it: you may have removed it, or attached it to another chat.'),
    );
  });

  it('says first that it does not fit, in the color of a warning, unless it could not be read', () => {
    expect(said({ isOver: true })).toEqual(['doesn’t fit · 1.2K tokens', 'picked', 'warning']);
    expect(said({ isOver: true, liveness: failure('notFound') })[2]).toBe('circle-slash');
    expect(lines({ isOver: true })).toContain(
      fact('Exceeds the token limit when combined with the other checked resources'),
    );
  });

  it('of one in every message says what each costs, and whether the next message has it', () => {
    const always = { ...item, isInEveryMessage: true };
    const updated = { kind: 'live', isUpdated: true, since: 'sent' } as const;
    expect(said({ item: always })[0]).toBe('in every message (1.2K tokens)');
    expect(
      said({ item: { ...always, size: undefined }, content: undefined, weight: { ...weight, tokens: 0 } })[0],
    ).toBe('in every message');
    expect(said({ item: always, isLeft: true, liveness: updated })[0]).toBe(
      'not attached again · updated · in every message (1.2K tokens)',
    );
    expect(said({ item: always, sentAt: now, arrival: 'cut' })[0]).toBe(
      'maybe shortened · in every message (1.2K tokens)',
    );
    expect(lines({ item: always })).toContain(fact('In every message: attached again after you send it'));
    expect(lines({ item: always, isLeft: true })).toContain(
      fact('In every message, but not attached to the next one: use “Attach Context”'),
    );
  });

  it('has three facts at most, the state first, and speaks all that it shows and more', () => {
    const included = { ...item, reason: { set: 'Sales', state: 'new' } as const };
    const notLive = { kind: 'notLive', isUpdated: true, since: 'sent', isFresh: false } as const;
    const stopped = { liveness: { kind: 'offline' }, server: inState('stopped') } as const;
    for (const changes of [{}, { liveness: notLive }, stopped, { liveness: failure('notFound') }]) {
      const { description, accessibilityInformation } = contextItem(
        row({ item: included, isOver: true, sentAt: now - minute, ...changes }),
      );
      const facts = String(description).split(' · ');
      expect(facts.length).toBeLessThanOrEqual(3);
      const spoken = accessibilityInformation?.label.split(', ') ?? [];
      expect(facts.filter((one) => !spoken.includes(one))).toEqual([]);
      expect([spoken[0], spoken.some((one) => one.startsWith('sent '))]).toEqual(['orders', true]);
    }
  });

  it('has a box, and speaks all of it', () => {
    const { checkboxState, accessibilityInformation } = contextItem(row({ item: { ...item, isChecked: false } }));
    const box = (state: number, label: string): object => ({
      state,
      tooltip: label,
      accessibilityInformation: { label, role: 'checkbox' },
    });
    expect(checkboxState).toEqual(box(0, '“Attach Context” leaves this resource out'));
    expect(accessibilityInformation?.label).toBe('orders, not checked, 1.2K tokens');
    const checked = contextItem(row());
    expect(checked.checkboxState).toEqual(box(1, '“Attach Context” attaches this resource'));
    expect(checked.accessibilityInformation?.label).toBe('orders, 1.2K tokens');
  });
});

describe('its tooltip', () => {
  it('has the times in full, and takes every word of a server as text', () => {
    const localTime = (time: number): string => new Date(time).toLocaleString('en');
    const name = '[x](command:y)';
    const liveness = { kind: 'live', isUpdated: true, since: 'sent' } as const;
    const sent = now - 10 * minute;
    const facts = { item: { ...item, name, isChecked: false }, liveness, sentAt: sent };
    expect(lines(facts)).toEqual([
      '**\\[x\\]\\(command\\:y\\)**',
      literalMarkdown('The resource changed after you sent it. Attach it again to send the latest version.'),
      fact('URI: db://orders'),
      fact('Server: Shop'),
      fact(`Read: ${localTime(read.readAt)} (5 min ago)`),
      fact(`Sent: ${localTime(sent)} (10 min ago)`),
      fact('Size: 4.8 kB (4,800 bytes)'),
      fact('Tokens: 1.2K'),
      fact('“Attach Context” leaves this resource out'),
    ]);
  });

  it('says why its server does not answer', () => {
    const offline = { liveness: { kind: 'offline' } } as const;
    const stopped = 'The server “shop” is stopped. Start it to read its resources.';
    const unread = { content: undefined, server: inState('stopped') };
    expect([
      lines({ ...offline, server: inState('stopped') })[1],
      lines({ ...offline, ...unread })[1],
      lines({ ...offline, server: inState('connecting') })[1],
      lines(offline)[1],
    ]).toEqual(
      [
        `${stopped} The resource may have changed since it was last read.`,
        stopped,
        'The server “shop” is still connecting. Try again in a moment.',
        'This resource’s server was removed. The resource may have changed since it was last read.',
      ].map((text) => literalMarkdown(text)),
    );
  });

  it.each([
    ['on this machine', UIKind.Desktop, undefined, 'VS Code doesn’t report whether images were sent'],
    ['in a browser', UIKind.Web, undefined, 'Not attached or sent yet'],
    ['on another machine', UIKind.Desktop, 'ssh-remote', 'Not attached or sent yet'],
  ])('says of an image only %s that it is not known whether it was sent', (_, uiKind, remoteName, text) => {
    fakeVscode.env.set({ uiKind, remoteName });
    const image = { ...item, mimeType: 'image/png' };
    expect(lines({ item: image, content: undefined })).toContain(fact(text));
  });

  it('says what is not known, and where an estimate comes from', () => {
    const unread = { content: undefined, weight: { ...weight, tokens: 1_000, isRead: false }, serverName: undefined };
    const text = lines({ ...unread, liveness: failure('notFound'), attachedAt: now });
    expect(text).toContain(literalMarkdown('Because.'));
    expect(text).toContain(fact('Server: server removed'));
    expect(text).toContain(fact('Not read in this window yet'));
    expect(text).toContain(fact(`Attached: ${new Date(now).toLocaleString('en')} (just now)`));
    expect(text).toContain(fact('Tokens: 1K, estimated from the size that the server lists'));
  });
});
