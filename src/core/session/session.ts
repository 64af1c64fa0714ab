import type { Disposable } from '../base/disposable';
import type { Event } from '../base/event';
import type { HumanError } from '../base/errors';
import type { Logger } from '../base/ports';
import type { Clock } from '../base/clock';
import type { Launch } from '../configuration/launch/kinds';
import type { Interaction } from '../questions/interaction';
import type { Resource, ResourceContent, ResourceTemplate } from '../resource/resource';
import type { Skill } from '../resource/skill';

export type { Launch };

/** Result of the handshake with the server. */
export interface SessionInfo {
  /** The protocol revision, such as `2025-11-25`. */
  readonly revision: string;
  /** An entry of the transports, as it is shown, such as `HTTP`. */
  readonly transport: string;
  readonly serverName: string | undefined;
  readonly serverVersion: string | undefined;
  readonly hasResources: boolean;
  readonly canSubscribe: boolean;
  readonly canListChange: boolean;
  readonly canComplete: boolean;
  /** True if the server lists the children of a directory: a resource of the type `inode/directory`. */
  readonly hasDirectories: boolean;
  /** True if the server says which of its resources are skills. */
  readonly hasSkills: boolean;
  /** True while the user's sign-in authorises this session. */
  readonly isSignedIn?: boolean | undefined;
}

/** Some items of a list, and the number of entries that were dropped or repaired. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Entries without a usable URI, left out. */
  readonly dropped: number;
  /** Entries of which a field was ignored or replaced. */
  readonly repaired: number;
}

/** Pages of a list as they arrive, and how it ends. */
export type List<T> = AsyncGenerator<Page<T>, ListEnd, undefined>;

/** The end of a list. `cut` keeps the items received and says why there are no more. */
export type ListEnd =
  /** `ttl`: milliseconds for which the server calls the list fresh; `undefined` if it says nothing. */
  | { readonly kind: 'complete'; readonly ttl?: number | undefined }
  | {
      readonly kind: 'cut';
      readonly by: 'pages' | 'items' | 'mostItems' | 'bytes' | 'time' | 'cursorLoop' | 'cursor';
      /** Where a directory cut by `pages` goes on. */
      readonly next?: ListPlace | undefined;
    };

/** A place in a list; opaque. */
export interface ListPlace {
  readonly cursor: string | number;
  /** Hashes of this and all earlier cursors. */
  readonly seen: ReadonlySet<number>;
}

/** Items of a list that no setting can raise; a list with more is cut by `mostItems`. */
export const mostItems = 1_000_000;

/** Limits of one list, and its filter. */
export interface ListLimits {
  /** Sent to servers whose `resources/list` takes a filter, in their own terms; the standard has no filter. */
  readonly filter?: Readonly<Record<string, unknown>> | undefined;
  readonly pages: number;
  readonly items: number;
  /** Bytes of all pages, whatever is in them. How much of them can be kept, the catalog knows. */
  readonly bytes: number;
  /** Milliseconds for the whole list. */
  readonly time: number;
}

/** Limits of one part of a directory. */
export interface DirectoryLimits extends ListLimits {
  /** Items after which no further page is asked for; the part ends by `pages`. */
  readonly enough: number;
  /** Where the part begins; without it, the directory's first page. */
  readonly from?: ListPlace | undefined;
}

/** Values for a variable of a template. */
export interface Completion {
  /** Best first, at most 100; empty if the server cannot complete. */
  readonly values: readonly string[];
  /** True if the server has more. */
  readonly hasMore: boolean;
}

export interface ReadOptions {
  /** Bytes of the decoded content; more rejects with `tooLarge`. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** {@link ReadResult.version} of the cached content: the server may then answer that nothing changed. */
  readonly version?: string | undefined;
  /** Set for a read that the user started: asks them when the server wants to know something first. */
  readonly interaction?: Interaction | undefined;
}

export interface ReadResult {
  readonly contents: readonly ResourceContent[];
  /** Blocks that could not be decoded, with the reason; the others are kept. */
  readonly problems: readonly HumanError[];
  /** Milliseconds for which the server calls the answer fresh; 0 for not at all, `undefined` if it says nothing. */
  readonly ttl: number | undefined;
  /** The server's identifier of this version of the content; opaque. */
  readonly version: string | undefined;
  /** True if the server asked the user something for it: without the user it cannot be read again. */
  readonly isAnswered?: boolean | undefined;
  /** Set where the server asked something and the user could not be asked: the contents are its answer without an input. */
  readonly unanswered?: HumanError | undefined;
}

/**
 * A live session with one server. Hides the protocol revision: nothing above it asks which is spoken.
 * Every method rejects with a {@link HumanError}, or with `CancelledError` when its signal was aborted.
 */
export interface Session extends Disposable {
  readonly info: SessionInfo;
  /** Fires once, when the session has ended by itself; `dispose` does not fire it. */
  readonly onDidClose: Event<HumanError>;
  /** The list of resources or templates changed. Fires as often as the server says so. */
  readonly onDidChangeList: Event<void>;
  /** A watched resource changed; the value is its exact URI. Fires at most every 100 ms for each. */
  readonly onDidUpdate: Event<string>;
  /** The server sent a new description of a resource that it had listed. Fires as often as the server does so. */
  readonly onDidChangeResource: Event<Resource>;
  /** Fires when the result of {@link isLive} may have changed. */
  readonly onDidChangeLive: Event<void>;

  /** Pages as they arrive. Rejects when a page fails; pages yielded before stay valid. */
  listResources(limits: ListLimits, signal: AbortSignal): List<Resource>;
  listTemplates(limits: ListLimits, signal: AbortSignal): List<ResourceTemplate>;
  /** The direct children of a directory; nothing, and no request, without {@link SessionInfo.hasDirectories}. */
  listDirectory(uri: string, limits: DirectoryLimits, signal: AbortSignal): List<Resource>;
  /** The skills that the server lists, which need not be all; nothing, and no request, without {@link SessionInfo.hasSkills}. */
  listSkills(limits: ListLimits, signal: AbortSignal): List<Skill>;
  /** One skill, listed or not; `undefined` if the server says that this is none. @param uri of its `SKILL.md` */
  getSkill(uri: string, signal: AbortSignal): Promise<Skill | undefined>;
  /** `notModified` only where {@link ReadOptions.version} was given. */
  read(uri: string, options: ReadOptions): Promise<ReadResult | 'notModified'>;
  complete(
    uriTemplate: string,
    argument: { readonly name: string; readonly value: string },
    otherArguments: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Completion>;
  /** Replaces the set of URIs whose updates are wanted. Returns at once; the difference is sent in the background. */
  watch(uris: ReadonlySet<string>): void;
  /** True while the server has acknowledged that it will report changes of this resource. */
  isLive(uri: string): boolean;
  /** The reason, in a sentence, why no watched resource can be live although the server promised it. */
  readonly pushProblem: string | undefined;
  /** Ends the session: stops a process with its children, closes streams. Idempotent. */
  dispose(): void;
  /** Resolves when nothing of the session is left running. */
  readonly ended: Promise<void>;
}

/** Secrets that outlive the window and are shared with other windows, by opaque keys. Values are text. */
export interface CredentialStore {
  /** Changes with every change that is known of, in any window; `undefined` if changes are not reported. */
  readonly version?: number;
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Protocol details that an earlier session learned about a server; opaque plain JSON. */
export type LearnedProtocol = Readonly<Record<string, unknown>>;

export interface OpenSessionOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Milliseconds until connecting is given up. */
  readonly connectTimeout: number;
  /** The last value given to {@link OpenSessionOptions.onDidLearn} for this very launch, if it is recent enough. */
  readonly learned: LearnedProtocol | undefined;
  readonly onDidLearn: (learned: LearnedProtocol) => void;
  /** Sign-ins of HTTP servers. Used and renewed silently; a session never starts one. */
  readonly credentials?: CredentialStore | undefined;
  /** Each complete line that the server's process wrote to stderr. */
  readonly onStderr: (line: string) => void;
}

/** Connects. Rejects with a {@link HumanError} that carries the tail of stderr in `detail` where there is one. */
export type OpenSession = (launch: Launch, options: OpenSessionOptions) => Promise<Session>;
