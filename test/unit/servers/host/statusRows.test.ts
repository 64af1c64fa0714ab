import { describe, expect, it } from 'vitest';
import { noticesOf } from '../../../../src/host/panel/emptyReason';
import { PanelActions } from '../../../../src/host/panel/panelActions';
import { gatherRows, lineToServers, type StatusRow } from '../../../../src/host/servers/statusRows';

const action = { kind: 'review' } as const;

function row(label: string, severity: StatusRow['severity'], fields: Partial<StatusRow> = {}): StatusRow {
  const rest = { text: '', brief: `${label}!`, detail: label, serverId: label, action: undefined };
  return { kind: 'status', id: label, severity, label, ...rest, ...fields };
}

const failed = row('failed', 'error');
const signIn = row('sign in', 'warning', { action });
const waiting = row('waiting', 'info', { action });
const empty = ['e1', 'e2'].map((name) => row(name, 'info'));
const busy = ['b1', 'b2', 'b3'].map((name) => row(name, 'busy'));

/** Returns the labels of the visible rows, and the row that stands for the others. */
function gather(rows: readonly StatusRow[], atMost: number): unknown[] {
  const { shown, gathered } = gatherRows(rows, atMost);
  const labels = shown.map(({ label }) => label);
  return gathered ? [...labels, [gathered.row.label, gathered.row.severity, gathered.rows.length]] : labels;
}

describe('rows of servers that something is the matter with', () => {
  it('are shown as they are while they are few', () => {
    expect(gather([failed, ...empty], 3)).toEqual(['failed', 'e1', 'e2']);
  });

  it('come before those with which nothing is, which one row stands for', () => {
    expect(gather([...empty, failed, ...busy], 3)).toEqual([
      'failed',
      ['5 servers are connecting or have no resources', 'busy', 5],
    ]);
    expect(gather([...empty, waiting, failed], 1)).toEqual([
      'failed',
      'waiting',
      ['2 servers have no resources', 'info', 2],
    ]);
    expect(gather(busy, 2)).toEqual([['Connecting to 3 servers…', 'busy', 3]]);
    expect(gather([...empty.slice(1), failed], 1)).toEqual(['failed', 'e2']);
  });

  it('are counted alone where even they are too many', () => {
    expect(gather([...empty, signIn, failed], 1)).toEqual([['2 servers or settings need a look', 'error', 4]]);
  });

  it.each([
    ['one problem, not how many have nothing', [...empty, signIn], ['warning: 1 server or setting needs a look']],
    ['how many problems there are', [...empty, ...busy, signIn, failed], ['error: 2 servers or settings need a look']],
    ['what waits', [...empty, waiting], ['info: waiting']],
    ['nothing of those that have nothing', empty, []],
  ] as const)('say in the panel %s', (_, rows, said) => {
    const notices = noticesOf(rows, new PanelActions(() => Promise.resolve()));
    expect(notices.map(({ kind, text }) => `${kind}: ${text}`)).toEqual(said);
  });

  it.each([
    ['a single problem in a few words', [...empty, ...busy, failed], 1, ['failed!', 'error']],
    ['a question where that is all', [...empty, waiting], 1, ['waiting!', 'info']],
    ['how many there are, as the badge does', [failed, waiting], 3, ['3 servers or settings need a look', 'error']],
    [
      'who is connecting, where nothing needs the user',
      [...empty, ...busy],
      undefined,
      ['Connecting to 3 servers…', 'busy'],
    ],
    ['nothing of those that have nothing', empty, undefined, undefined],
  ] as const)('are one line in a view of resources, which leads to the view Servers: %s', (_, rows, badge, said) => {
    const line = lineToServers(rows, badge);
    expect(line && [line.label, line.severity]).toEqual(said);
    expect(line?.action).toEqual(line && { kind: 'builtIn', command: 'mcpResources.servers.focus' });
  });
});
