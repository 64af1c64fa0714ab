import { randomUUID } from 'node:crypto';
import type { LanguageModelTool } from 'vscode';
import { Late } from '../../core/base/onFirstUse';
import type { PickedRoom } from '../../core/context/open';
import type { SearchRoom } from '../../core/search/open';
import { tools } from '../base/ids';
import type { Base } from '../base/open';
import type { Registrar } from '../base/registrar';
import { whenAsked } from '../base/whenAsked';
import type { ChatRoom } from '../chat/open';
import type { ConfigurationRoom } from '../configuration/open';
import type { ConnectionRoom } from '../connection/open';
import type { ContentRoom } from '../content/open';
import type { PermissionRoom } from '../permission/open';
import type { FirstLook } from '../startup/firstLook';

export interface ToolsNeeds {
  readonly base: Base;
  readonly look: FirstLook;
  readonly register: Registrar['lm'];
  readonly configuration: ConfigurationRoom;
  readonly permission: PermissionRoom;
  readonly core: ConnectionRoom;
  readonly search: SearchRoom;
  readonly context: PickedRoom;
  readonly chat: ChatRoom;
  readonly content: ContentRoom;
}

/** The tools of models. */
export function openTools(needs: ToolsNeeds): void {
  const { base, look, register, configuration, permission, core, search, context, chat, content } = needs;
  const { store, clock, log, newSlice } = base;
  const { catalog, activity, templates, connections, directories, cache } = core;
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
