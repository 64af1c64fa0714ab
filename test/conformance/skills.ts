import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CancelledError } from '../../src/core/base/errors';
import { DisposableStore } from '../../src/core/base/disposable';
import type { Logger } from '../../src/core/base/ports';
import { Slice } from '../../src/core/base/scheduler';
import { composeCore } from '../../src/core/compose';
import type { ServerDefinition } from '../../src/core/configuration/serverDefinition';
import { supporting } from '../../src/core/resource/skill';
import type { Launch, ListLimits, OpenSession } from '../../src/core/session/session';
import { FileListStore } from '../../src/node/files/fileListStore';
import { systemClock } from '../../src/node/base/clock';
import { checkSkill } from '../../src/node/skills/skillTools';

export interface SkillUse {
  readonly launch: Launch;
  readonly openSession: OpenSession;
  readonly limits: ListLimits;
  readonly timeout: number;
  readonly log: Logger;
  /** False for a user who only looks at the list. */
  readonly reads: boolean;
}

/** Uses a server's skills as the product does: through its composition, `SKILL.md` first, then the files of what could be read. */
export async function useSkills({ launch, openSession, limits, timeout, log, reads }: SkillUse): Promise<void> {
  const store = new DisposableStore();
  const folder = await mkdtemp(path.join(tmpdir(), 'skills-'));
  const none = (): Promise<never> => Promise.reject(new CancelledError());
  const { connections, skills, cache } = composeCore({
    store,
    clock: systemClock,
    log,
    newSlice: () =>
      new Slice(
        () => 0,
        () => Promise.resolve(),
      ),
    activityStore: undefined,
    isShown: () => false,
    lists: new FileListStore(folder),
    connecting: {
      openSession,
      gate: () => undefined,
      resolveLaunch: () => Promise.resolve(launch),
      learnedProtocols: new Map(),
      limitsOf: () => ({ ...limits, connectTimeout: timeout }),
      limits: () => limits,
    },
    reading: {
      maxBytes: () => 1_000_000,
      interactionWith: () => ({ ask: () => Promise.resolve({ action: 'cancel' }) }),
      fetchFromWeb: none,
      allowWebsite: none,
      skillCheck: () => Promise.resolve(checkSkill),
    },
  });
  connections.setDefinitions([{ id: 'suite', name: 'suite', hash: 'suite', launch } as unknown as ServerDefinition]);
  const connection = connections.get('suite');
  await connection?.session();
  await skills.ready('suite', new AbortController().signal);
  for (const skill of reads ? skills.of('suite') : []) {
    try {
      for (const { uri } of [skill, ...supporting(skill)]) await cache.get({ serverId: 'suite', uri });
    } catch (error) {
      log.info(String(error));
    }
  }
  store.dispose();
  await connection?.ended;
  await rm(folder, { recursive: true });
}
