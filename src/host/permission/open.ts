import path from 'node:path';
import { workspace } from 'vscode';
import { causes, type HumanError } from '../../core/base/errors';
import { Emitter, type Event } from '../../core/base/event';
import { Late } from '../../core/base/onFirstUse';
import { resolvedParts, settingsOf } from '../../core/configuration/launch/resolvedParts';
import type { ServerDefinition } from '../../core/configuration/serverDefinition';
import { Consent } from '../../core/permission/consent';
import type { Launch } from '../../core/session/session';
import { ReadAllowances } from '../../core/tools/readAllowances';
import { SharedFolder } from '../../node/files/sharedFolder';
import type { Base } from '../base/open';
import type { ConfigurationRoom } from '../configuration/open';
import type { FirstLook } from '../startup/firstLook';
import { gate } from './gate';
import type { ServerReview } from './reviewServers';
import type { ShownLaunches } from './shownLaunches';

/** Services for permissions: which servers may start, and what models may read. */
export interface PermissionRoom {
  readonly consent: Consent;
  /** Why a server may not start, as far as it is known before its launch is resolved. */
  readonly refusal: (definition: ServerDefinition, launch?: Launch) => HumanError | undefined;
  /** Another server may start, or may not any longer. */
  readonly onDidChange: Event<void>;
  /** The questions to the user, loaded with the first. */
  readonly review: Late<{ readonly review: ServerReview; readonly launches: ShownLaunches }>;
  /** The servers whose resources models may read. */
  readonly allowances: ReadAllowances;
}

export interface PermissionNeeds {
  readonly base: Base;
  readonly look: FirstLook;
  readonly configuration: ConfigurationRoom;
  /** Called with a question: with a yes, a server starts. */
  readonly prepareStart: () => void;
}

export function openPermission(needs: PermissionNeeds): PermissionRoom {
  const { base, look, configuration } = needs;
  const { store, clock, log, userFolder, workspaceStore } = base;
  const { sources, resolving } = configuration;
  const definitions = () => sources.definitions;
  const consent: Consent = store.add(
    new Consent({
      store: new SharedFolder(path.join(userFolder, 'consent')),
      // Only a review gives answers, and it has loaded this.
      describe: (definition) => review.loaded?.launches.text(definition) ?? '',
      resolve: (definition) => resolvedParts(definition, resolving()),
      now: () => clock.now(),
    }),
  );
  const refusal: PermissionRoom['refusal'] = (definition, launch) => gate(definition, launch, consent);
  // A server that a policy or an untrusted workspace blocks would not start with the user's permission either.
  const waiting = () => definitions().filter((definition) => refusal(definition)?.reason === 'notAllowed');
  const review: PermissionRoom['review'] = new Late(() => openReview(needs, consent, waiting));
  const announce = (): void => {
    if (!look.isAwake || waiting().length === 0) return;
    review.get().then(
      (loaded) => loaded.review.announce(),
      (error: unknown) => log.error(`The review was not loaded: ${causes(error)}`),
    );
  };
  store.add(look.onDidWake(announce));
  store.add(sources.onDidChange(announce));
  store.add(workspace.onDidGrantWorkspaceTrust(announce));
  const didChange = followDecisions(base, consent, definitions);
  return {
    consent,
    refusal,
    onDidChange: didChange,
    review,
    allowances: store.add(new ReadAllowances(workspaceStore)),
  };
}

/** @param waiting the servers that only need the user's permission */
async function openReview(
  { base, look, configuration, prepareStart }: PermissionNeeds,
  consent: Consent,
  waiting: () => readonly ServerDefinition[],
) {
  const [{ ServerReview }, { ShownLaunches }] = await Promise.all([
    import('./reviewServers'),
    import('./shownLaunches'),
  ]);
  const { sources, inputs, resolving } = configuration;
  const { isSaved } = await inputs.get();
  const launches = base.store.add(new ShownLaunches(() => ({ ...resolving(), hasSaved: isSaved })));
  const definitions = () => sources.definitions;
  const isShown = () => look.isShown('servers');
  const { log } = base;
  return {
    launches,
    review: new ServerReview({ consent, definitions, waiting, isShown, launches, prepareStart, log }),
  };
}

/** Fires after an answer of the user, and when trust, a policy or what a launch resolves to may be another. */
function followDecisions(
  { store }: Base,
  consent: Consent,
  definitions: () => readonly ServerDefinition[],
): Event<void> {
  const didChange = store.add(new Emitter<void>());
  const tell = (): void => didChange.fire();
  store.add(consent.onDidChange(tell));
  store.add(consent.follow());
  store.add(workspace.onDidGrantWorkspaceTrust(tell));
  store.add(
    workspace.onDidChangeConfiguration((event) => {
      const keys = ['chat.mcp', ...definitions().flatMap(settingsOf)];
      if (keys.some((key) => event.affectsConfiguration(key))) tell();
    }),
  );
  // The folder that a user's server names may be another.
  store.add(workspace.onDidChangeWorkspaceFolders(tell));
  return didChange.event;
}
