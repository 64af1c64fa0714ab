import type { ActionsRoom } from '../actions/open';
import { roomCommands } from '../base/manifest/commandIds';
import { registerCommands } from '../commands/registerCommands';
import type { Rooms } from '../content/open';

export interface SkillsNeeds extends Pick<Rooms, 'base' | 'look' | 'core' | 'context' | 'content'> {
  readonly actions: ActionsRoom['actions'];
}

/** What users allow of skills. */
export function openSkills(needs: SkillsNeeds): void {
  const { store, log } = needs.base;
  const load = async () => {
    const { skillCommands } = await import('./allowSkill');
    return skillCommands({
      ...needs,
      open: async (resource) => (await needs.actions.get()).actions.open([resource]),
    });
  };
  store.add(registerCommands(roomCommands.skills, load, log));
}
