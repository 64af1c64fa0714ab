import { ThemeIcon, type ChatRequestHandler } from 'vscode';
import { Late } from '../../core/base/onFirstUse';
import { participant as id } from '../base/ids';
import type { Registrar } from '../base/registrar';
import type { Rooms } from '../content/open';

export interface ParticipantNeeds extends Omit<Rooms, 'permission' | 'context' | 'chat'> {
  readonly register: Registrar['chat'];
}

/** `@resources`, if this VS Code supports chat participants. */
export function openParticipant(needs: ParticipantNeeds): void {
  const { base, look, register, configuration, core, search, content } = needs;
  const { store, clock, log, newSlice } = base;
  const { catalog, templates, connections } = core;
  const { sources, configured } = configuration;
  const answering = new Late(async () => {
    const { answerRequests } = await import('./answerRequests');
    return answerRequests({
      clock,
      log,
      newSlice,
      catalog,
      templates,
      connections,
      sources,
      visibility: search.visibility,
      index: search.withoutTemplates,
      files: content.files,
      configured,
      wake: () => look.wake(),
    });
  });
  const answer: ChatRequestHandler = async (...args) => (await answering.get())(...args);
  const { createChatParticipant }: Partial<NonNullable<Registrar['chat']>> = register ?? {};
  if (createChatParticipant) store.add(createChatParticipant(id, answer)).iconPath = new ThemeIcon('layers');
}
