// Counts the processes that are started, in all and at a time, until a server is connected.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Launch, OpenSessionOptions } from '../../../src/core/session/session';
import { failure, now, open, openAfterProbe, raw, scripted } from './support';
import { newFolder } from '../../support/newFolder';

let folder = '';

beforeEach(async () => void (folder = await newFolder()));

/** Wraps a server in a script that logs its start and end, and refuses to run twice at a time, like a server that holds a lock. */
function locked(launch: Launch & { kind: 'stdio' }): Launch & { kind: 'stdio' } {
  const script = `
    echo start >> "${folder}/log"
    mkdir "${folder}/lock" 2>/dev/null || { echo busy >> "${folder}/log"; exit 7; }
    "$@"
    code=$?
    rmdir "${folder}/lock"
    exit $code`;
  return { ...launch, command: '/bin/sh', args: ['-c', script, 'sh', launch.command, ...launch.args] };
}

const starts = async () => (await readFile(path.join(folder, 'log'), 'utf8')).trim().split('\n');

async function connect(launch: Launch & { kind: 'stdio' }, options: Partial<OpenSessionOptions> = {}) {
  const { session } = await open(locked(launch), options);
  return { revision: session.info.revision, starts: await starts() };
}

describe('the process of a server', () => {
  const cases = [
    ['knows the handshake', raw('empty'), '2025-11-25'],
    ['speaks 2026-07-28', raw('modern'), '2026-07-28'],
    ['speaks 2024-11-05', raw('old2024'), '2024-11-05'],
    [
      'answers the probe with an error without an id',
      scripted({
        scenario: 'empty',
        answers: { 'server/discover': { raw: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}' } },
      }),
      '2025-11-25',
    ],
  ] as const;
  it.each(cases)('is started once where it %s', async (_, launch, revision) => {
    expect(await connect(launch)).toEqual({ revision, starts: ['start'] });
  });

  it('is started once where it does not answer the probe', async () => {
    const { session } = await openAfterProbe(locked(raw('ignoresUnknown')));
    expect({ revision: session.info.revision, starts: await starts() }).toEqual({
      revision: '2025-11-25',
      starts: ['start'],
    });
  });

  it('is started a second time where it ends of the probe, after the first has ended', async () => {
    expect(await connect(raw('exitsOnUnknown'))).toEqual({ revision: '2025-11-25', starts: ['start', 'start'] });
  });

  it.each(['legacy', 'modern'])('is started once where it was %s and is believed to be', async (era) => {
    const learned = { era, transport: 'stdio', at: now };
    const launch = raw(era === 'legacy' ? 'exitsOnUnknown' : 'modern');
    expect((await connect(launch, { learned })).starts).toEqual(['start']);
  });

  it('is not started for ever where it ends of everything', async () => {
    expect((await failure(open(locked(raw('exitAtStart'))))).reason).toBe('exited');
    const all = await starts();
    expect({ few: all.length <= 2, busy: all.filter((one) => one === 'busy') }).toEqual({ few: true, busy: [] });
  });
});
