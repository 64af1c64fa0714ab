import { randomUUID } from 'node:crypto';
import type { LanguageModelTool } from 'vscode';
import { Late } from '../../core/base/onFirstUse';
import { tools } from '../base/ids';
import type { Registrar } from '../base/registrar';
import { whenAsked } from '../base/whenAsked';
import type { Rooms } from '../content/open';

export interface ToolsNeeds extends Rooms {
  readonly register: Registrar['lm'];
}

/** The tools of models. */
export function openTools(needs: ToolsNeeds): void {
  const { base, look, register, configuration, permission, core, search, context, chat, content } = needs;
  const { store, clock, log, newSlice } = base;
  const { catalog, activity, templates, connections, directories, skills, skillPermissions, cache } = core;
  const loaded = new Late(async () => {
    const { resourceTools } = await import('./resourceTools');
    return resourceTools({
      clock,
      log,
      newSlice,
      catalog,
      activity,
      templates,
      connections,
      directories,
      skills,
      skillPermissions,
      cache,
      visibility: search.visibility,
      index: search.newIndex(),
      picked: context.picked,
      live: context.live,
      seen: context.seen,
      allowances: permission.allowances,
      configured: configuration.configured,
      wake: () => look.wake(),
      fileAt: (uri) => content.files.fileAt(uri),
      randomText: randomUUID,
      sawCall: (isHarness) => chat.session.note(isHarness),
    });
  });
  for (const name of Object.values(tools)) {
    const load = async (): Promise<LanguageModelTool<unknown>> => (await loaded.get())[name];
    store.add(register.registerTool(name, whenAsked(load, ['prepareInvocation', 'invoke'])));
  }
}
