// What users do with resources and servers, and the questions about it. Loaded with the first of it. Lint allows only `compose.ts` to import it.
import type { Uri } from 'vscode';
import type { Clock } from '../core/base/clock';
import type { DisposableStore } from '../core/base/disposable';
import type { KeyValueStore } from '../core/base/ports';
import type { Connections } from '../core/connection/connections';
import type { ContentCache } from '../core/context/contentCache';
import type { ContextSet, PickedResource } from '../core/context/contextSet';
import type { SeenContents } from '../core/context/seenContents';
import type { ResourceAddress } from '../core/resource/address';
import type { ContextWeights } from '../core/context/contextWeights';
import type { LiveContext } from '../core/context/liveContext';
import type { Visibility } from '../core/search/visibility';
import type { Consent } from '../core/permission/consent';
import type { ResolvingPorts } from '../core/configuration/launch/resolvedParts';
import type { ServerDefinition } from '../core/configuration/serverDefinition';
import type { WebFetch } from '../core/content/webFetch';
import type { Mcp } from '../node/mcp/lazyMcp';
import type { TempFiles } from '../node/files/tempFiles';
import { createWebFetch } from '../node/network/webFetch';
import type { HumanError } from '../core/base/errors';
import { Attaching, type OtherUses } from './actions/attaching';
import { ImageFiles } from './actions/attachImages';
import { ResourceActions } from './actions/resourceActions';
import type { HostLogger } from './base/log';
import type { ServerActions } from './base/serverActions';
import type { ChatBudget } from './chat/chatBudget';
import type { ChatSession } from './chat/chatSession';
import type { ChatSink } from './chat/chatSink';
import { tokensOfSelection } from './chat/editorSelection';
import { SeenDocuments } from './context/seenDocuments';
import { mentionedInFile } from './mentions/mentionedInFile';
import { UserReads } from './content/userReads';
import type { VirtualFiles } from './content/virtualFiles';
import { WebConsent } from './content/webConsent';
import { attachContext } from './context/attachContext';
import { setInEveryMessage } from './context/inEveryMessage';
import { Elicitation } from './questions/elicitation';
import type { Inputs } from './configuration/inputs';
import { ServerReview } from './permission/reviewServers';
import { ServerControl } from './servers/serverControl';
import { ShownLaunches } from './permission/shownLaunches';
import { SignIns, type SignInParts } from './servers/signIn';

export interface ActionParts extends Omit<SignInParts, 'log' | 'connections' | 'signIn' | 'signOut'> {
  /** Disposed with the host. */
  readonly store: DisposableStore;
  readonly workspaceStore: KeyValueStore;
  readonly clock: Clock;
  readonly log: HostLogger;
  readonly mcp: Mcp;
  readonly connections: Connections;
  readonly cache: ContentCache;
  readonly picked: ContextSet;
  readonly seen: SeenContents;
  /** See {@link SeenDocuments}. */
  readonly comparedChanged: (uri: Uri) => void;
  readonly describe: (address: ResourceAddress) => PickedResource;
  readonly live: LiveContext;
  readonly files: VirtualFiles;
  /** For the images that are attached. */
  readonly temp: TempFiles;
  readonly chatSink: ChatSink;
  readonly session: ChatSession;
  readonly budget: ChatBudget;
  readonly weights: ContextWeights;
  readonly announced: ConstructorParameters<typeof Attaching>[0]['announced'];
  readonly serverActions: ServerActions;
  readonly noteUse: ConstructorParameters<typeof ResourceActions>[0]['noteUse'];
  readonly reveal: OtherUses['reveal'];
  readonly consent: Consent;
  readonly definitions: () => readonly ServerDefinition[];
  /** The servers that only need the user's permission. */
  readonly waiting: () => readonly ServerDefinition[];
  /** Returns why a server may not start. */
  readonly refusal: (definition: ServerDefinition) => HumanError | undefined;
  /** True while a view says which servers wait for the user. */
  readonly isShown: () => boolean;
  readonly inputs: Inputs;
  readonly resolving: () => ResolvingPorts;
  readonly visibility: Visibility;
}

export interface Actions {
  readonly actions: ResourceActions;
  readonly attaching: Attaching;
  /** Attaches what is checked in the context. */
  readonly attachChecked: () => Promise<void>;
  /** See {@link setInEveryMessage}. */
  readonly setInEveryMessage: (resources: readonly PickedResource[], isOn: boolean) => Promise<void>;
  readonly reads: UserReads;
  readonly seenDocuments: SeenDocuments;
  readonly mentionedInFile: typeof mentionedInFile;
  readonly review: ServerReview;
  readonly launches: ShownLaunches;
  readonly servers: ServerControl;
  readonly signIns: SignIns;
  readonly elicitation: Elicitation;
  readonly fetchFromWeb: WebFetch;
  readonly web: WebConsent;
}

export function composeActions(parts: ActionParts): Actions {
  const { store, clock, log, mcp, connections, cache, picked, live, files } = parts;
  const nameOf = (serverId: string): string => connections.nameOf(serverId);
  const { serverActions, consent, definitions, refusal, inputs } = parts;
  const hasSaved = inputs.isSaved.bind(inputs);
  const launches = store.add(new ShownLaunches(() => ({ ...parts.resolving(), hasSaved })));
  const reads = new UserReads({ clock, cache, connections, serverActions, log });
  const attaching = new Attaching({
    reads,
    picked,
    live,
    files,
    images: store.add(new ImageFiles(parts)),
    chat: parts.chatSink,
    session: parts.session,
    budget: parts.budget,
    weights: parts.weights,
    tokensOfSelection,
    announced: parts.announced,
    otherUses: {
      open: (resources) => actions.open(resources),
      copyContents: (resources) => actions.copyContents(resources),
      save: (resources) => actions.save(resources),
      reveal: parts.reveal,
    },
    log,
  });
  const actions: ResourceActions = new ResourceActions({
    clock,
    reads,
    files,
    attaching,
    picked,
    scales: parts,
    noteUse: parts.noteUse,
    log,
  });
  const review = new ServerReview({
    consent,
    definitions,
    waiting: parts.waiting,
    isShown: parts.isShown,
    launches,
    prepareStart: () => mcp.preload(),
    log,
  });
  const signIns = store.add(
    new SignIns({
      clock,
      log: log.named('sign-in'),
      connections,
      credentials: parts.credentials,
      signIn: mcp.signIn,
      signOut: mcp.signOut,
      lookUp: parts.lookUp,
      signedIn: parts.signedIn,
      forgetContents: parts.forgetContents,
      extensionId: parts.extensionId,
    }),
  );
  return {
    actions,
    attaching,
    attachChecked: () => attachContext({ picked, live, actions, log }),
    setInEveryMessage: (resources, isOn) => setInEveryMessage(resources, isOn, { picked, live, actions }),
    reads,
    mentionedInFile,
    seenDocuments: store.add(
      new SeenDocuments({
        ...{ clock, cache, files, seen: parts.seen, live, log },
        changed: parts.comparedChanged,
        describe: parts.describe,
        open: (resources) => actions.open(resources),
      }),
    ),
    review,
    launches,
    servers: new ServerControl({ connections, refusal, signIns, review, visibility: parts.visibility }),
    signIns,
    elicitation: new Elicitation(nameOf),
    fetchFromWeb: createWebFetch((url, init) => fetch(url, init), clock, parts.lookUp),
    web: new WebConsent(parts.workspaceStore, nameOf),
  };
}
