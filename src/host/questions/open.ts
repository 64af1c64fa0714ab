import { Late } from '../../core/base/onFirstUse';
import type { Interaction } from '../../core/questions/interaction';

/**
 * The questions of servers, asked in VS Code's own inputs, one at a time.
 *
 * @param nameOf the name of a server, by id
 * @returns who to ask, by the server's id
 */
export function openQuestions(nameOf: (serverId: string) => string): (serverId: string) => Interaction {
  const questions = new Late(async () => {
    const { Elicitation } = await import('./elicitation');
    return new Elicitation(nameOf);
  });
  return (serverId) => ({ ask: async (...args) => (await questions.get()).for(serverId).ask(...args) });
}
