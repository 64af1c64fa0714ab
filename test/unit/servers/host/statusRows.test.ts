import { describe, expect, it } from 'vitest';
import { noticesOf } from '../../../../src/host/panel/emptyReason';
import { PanelActions } from '../../../../src/host/panel/panelActions';
import { lineToServers, type StatusRow } from '../../../../src/host/servers/statusRows';

const action = { kind: 'review' } as const;

function row(label: string, severity: StatusRow['severity'], fields: Partial<StatusRow> = {}): StatusRow {
  const rest = { text: '', brief: `${label}!`, count: 1, detail: label, serverId: label, action: undefined };
  return { kind: 'status', id: label, severity, label, ...rest, ...fields };
}

const failed = row('failed', 'error');
const signIn = row('sign in', 'warning', { action });
const waiting = row('waiting', 'info', { action });
const empty = ['e1', 'e2'].map((name) => row(name, 'info'));
const busy = ['b1', 'b2', 'b3'].map((name) => row(name, 'busy'));

describe('rows of servers that something is the matter with', () => {
  it.each([
    ['one problem in a few words', [...empty, signIn], ['warning: sign in!']],
    ['how many problems there are', [...empty, ...busy, signIn, failed], ['error: 2 servers need attention']],
    ['what waits', [...empty, waiting], ['info: waiting!']],
    ['nothing of those that have nothing', empty, []],
  ] as const)('say in the panel %s', (_, rows, said) => {
    const notices = noticesOf(rows, false, new PanelActions(() => Promise.resolve()));
    expect(notices.map(({ kind, text }) => `${kind}: ${text}`)).toEqual(said);
  });

  it.each([
    ['a single problem in a few words', [...empty, ...busy, failed], ['failed!', 'error']],
    ['a question where that is all', [...empty, waiting], ['waiting!', 'info']],
    [
      'how many there are, as the badge does',
      [failed, { ...waiting, count: 2 }],
      ['3 servers need attention', 'error'],
    ],
    ['who is connecting, where nothing needs the user', [...empty, ...busy], ['Connecting to 3 servers…', 'busy']],
    ['nothing of those that have nothing', empty, undefined],
  ] as const)('are one line in a view of resources, which leads to the view Servers: %s', (_, rows, said) => {
    const line = lineToServers(rows);
    expect(line && [line.label, line.severity]).toEqual(said);
    expect(line?.action).toEqual(line && { kind: 'builtIn', command: 'mcpResources.servers.focus' });
  });
});
