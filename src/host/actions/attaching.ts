import * as l10n from '@vscode/l10n';
import type { Uri } from 'vscode';
import { causes } from '../../core/base/errors';
import { fitting, shareOfEach, cautiousRoom, type Fit } from '../../core/chat/budget';
import { excerptOf, type Excerpt } from '../../core/chat/excerpt';
import { keyOf } from '../../core/resource/address';
import { describeResource, type PickedResource } from '../../core/context/contextSet';
import { leftBehind, maxFiles, outgoingOf, type Outgoing } from '../../core/context/outgoing';
import { decodedText } from '../../core/content/sniff';
import { linesOf } from '../../core/content/virtualPath';
import type { ActionsNeeds } from './openLate';
import type { ImageFiles } from './attachImages';
import { askAboutBudget, hasContextTool, takenBy, type Waiting } from '../chat/budgetWarning';
import { askToAttachMany, mostUnasked } from '../content/manyWarning';
import { namesOf } from '../chat/names';
import type { Budget } from '../chat/chatBudget';
import type { Attachment } from '../chat/chatSink';
import { tools } from '../base/ids';
import { sendsImages } from '../base/runsOnUserMachine';
import type { FolderFiles } from '../content/folders';
import type { ReadResource } from '../content/saveFiles';
import { offer, showInformation, showWarning } from '../base/tell';
import type { UserReads } from '../content/userReads';
import type { ResourceActions } from './resourceActions';

/** Number of attachments that the user may add to a message by other ways: VS Code does not report them. */
const plannedOthers = 10;

interface Needs {
  readonly base: Pick<ActionsNeeds['base'], 'log'>;
  readonly core: Pick<ActionsNeeds['core'], 'announced'>;
  readonly context: Pick<ActionsNeeds['context'], 'picked' | 'live'>;
  readonly chat: Pick<ActionsNeeds['chat'], 'sink' | 'session' | 'budget' | 'weights'>;
  readonly content: Pick<ActionsNeeds['content'], 'files'>;
  /** Shows the first of them in the tree. */
  readonly reveal: (resources: readonly PickedResource[]) => Promise<void>;
}

interface Own {
  readonly reads: Pick<UserReads, 'readAnew'>;
  readonly images: Pick<ImageFiles, 'attachmentOf'>;
  /** See {@link Waiting.selection}. */
  readonly tokensOfSelection: () => number;
  /** Actions on resources other than attaching. */
  readonly actions: () => Pick<ResourceActions, 'open' | 'copyContents' | 'save'>;
}

/** A file and its attachment in the chat; `undefined` if that could not be made. */
interface Attached {
  readonly file: Outgoing;
  readonly attachment: Attachment | undefined;
}

/**
 * Puts resources into the context set and into the chat. Each is read first, because VS Code drops without a word what it cannot read, and
 * weighed, because chats empty what does not fit; the message itself is filled when it is sent.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/actions/chatActions.ts (attachFiles)
 * https://github.com/microsoft/vscode/blob/1.139.1/extensions/copilot/src/extension/prompts/node/agent/agentPrompt.tsx (AgentUserMessage, TokenLimit)
 */
export class Attaching {
  constructor(
    private readonly needs: Needs,
    private readonly own: Own,
  ) {}

  /**
   * @param inFolders set if the resources are what is in folders: the user may mean the lists of these
   * @returns false if nothing was attached: the user cancelled, nothing could be read, or there is no chat
   */
  async attach(resources: readonly PickedResource[], inFolders?: FolderFiles): Promise<boolean> {
    const { core, context, chat } = this.needs;
    const { picked } = context;
    if (resources.length === 0) return false;
    const isMany = inFolders !== undefined || resources.length > mostUnasked;
    const answer = isMany ? await this.#askAboutMany(resources, inFolders) : 'attach';
    if (answer === undefined) return false;
    if (answer === 'list') return this.attach(inFolders?.folders ?? []);
    if (answer === 'tool') return this.#attachTool(resources);
    const read = await this.own.reads.readAnew(resources);
    if (read.length === 0) return false;
    const given = read.map(({ resource }) => resource);
    // A single file of several is only attached: the context has whole resources.
    const whole = given.filter(({ part }) => part === undefined);
    if (!(await chat.sink.isAvailable())) {
      await picked.add(whole);
      void this.#offerWithoutChat(given);
      return false;
    }
    const all = await chat.weights.weighFiles(
      read.flatMap(({ resource, content }) => outgoingOf(resource, content, core.announced(resource))),
    );
    const waiting = this.#waiting(given);
    const choice = await chooseFiles(all, await chat.budget.known(), waiting, isMany);
    if (choice === undefined) return false;
    if (choice === 'tool') return this.#attachTool(given);
    await picked.add(whole);
    await this.#leaveOut(choice, whole, isMany);
    const isAttached = await this.#attachFiles(choice.kept, waiting);
    tellLeftBehind(read, all);
    return isAttached;
  }

  /**
   * Attaches excerpts of a file that an editor shows, and nothing else: the context has whole resources. Its own URI is used, not one for the
   * chat: VS Code sends the lines that the editor has, so nothing is read before, which might change them; and such a read does not count as one of the whole resource by a message.
   */
  async attachExcerpts(resource: PickedResource, file: Uri, excerpts: readonly Excerpt[]): Promise<void> {
    const { sink } = this.needs.chat;
    if (!(await sink.isAvailable())) {
      await this.#offerWithoutChat([resource]);
      return;
    }
    await this.needs.content.files.handOut([resource]);
    await sink.attach(excerpts.map((excerpt) => ({ kind: 'file', uri: file, excerpt })));
  }

  /** Asks before anything is read: that costs their servers more than the question costs the user. */
  async #askAboutMany(resources: readonly PickedResource[], inFolders: FolderFiles | undefined) {
    const { chat } = this.needs;
    await chat.budget.known();
    return askToAttachMany(resources, chat, hasContextTool() && (await chat.sink.isAvailable()), inFolders);
  }

  /** Attaches the tool for resources, none of which is read. */
  async #attachTool(resources: readonly PickedResource[]): Promise<boolean> {
    const { context, chat } = this.needs;
    // Without the marks of rules: the tool reads only what the user picked.
    await context.picked.add(resources.map((resource) => describeResource(resource, resource)));
    await chat.sink.attachTool(tools.context);
    return true;
  }

  /** Attachments that wait to be sent: those made before, and those that VS Code adds. */
  #waiting(given: readonly PickedResource[]): Waiting {
    const keys = new Set(given.map(keyOf));
    const resources = this.needs.context.live.waiting.filter((item) => !keys.has(keyOf(item)));
    const { tokens } = this.needs.chat.weights.sum(resources);
    return { count: resources.length, tokens, selection: this.own.tokensOfSelection() };
  }

  async #attachFiles(kept: readonly Outgoing[], waiting: Waiting): Promise<boolean> {
    const { sink, session, budget } = this.needs.chat;
    const room = budget.current()?.room ?? cautiousRoom;
    const isForExcerpts = !session.isHarness && sumOf(kept) + takenBy(waiting) <= room;
    // The user may attach others by other ways, which makes the share of each smaller. Where not all fit, an excerpt would be emptied, and a
    // file is cut.
    const share = isForExcerpts ? shareOfEach(room, kept.length + waiting.count + plannedOthers) : Infinity;
    const attached: Attached[] = [];
    for (const file of kept) attached.push({ file, attachment: await this.#attachmentOf(file, share) });
    const going = attached.filter(({ attachment }) => attachment !== undefined).map(({ file }) => file);
    const attachments = attached.flatMap(({ attachment }) => attachment ?? []);
    await this.needs.content.files.handOut(unique(going.map(({ resource }) => resource)));
    await sink.attach(attachments);
    this.needs.context.live.markAttached(
      unique(going.map(({ resource }) => resource).filter(({ part }) => part === undefined)),
    );
    const lost = attached.filter(({ attachment }) => attachment === undefined).map(({ file }) => file);
    tellUnusable(lost.filter(({ kind }) => kind === 'unusable'));
    void this.#tellImages(lost.filter(({ kind }) => kind === 'image'));
    tellUnreadable(going, session.isHarness);
    return going.length > 0;
  }

  /** @param share in UTF-16 code units: of a longer file the chat sends only the head, so its text is attached as an excerpt */
  async #attachmentOf({ resource, part, kind, bytes }: Outgoing, share: number): Promise<Attachment | undefined> {
    const { base, content } = this.needs;
    if (kind === 'unusable' || (kind === 'image' && !sendsImages())) return undefined;
    if (kind !== 'image') {
      const isLong = kind === 'text' && bytes.length > share && (decodedText(bytes)?.length ?? 0) > share;
      const uri = content.files.uriForChat(resource.serverId, resource, part, isLong ? bytes : undefined);
      const lines = linesOf(uri);
      return { kind: 'file', uri, excerpt: lines > 0 ? excerptOf(lines) : undefined };
    }
    try {
      return await this.own.images.attachmentOf(resource, part, bytes);
    } catch (error) {
      base.log.warn(`No file for an image: ${causes(error)}`);
      return undefined;
    }
  }

  /**
   * A resource that does not fit stays in the context, unchecked: it would not fit the next time either.
   * @param isNews false if a question has named what does not fit
   */
  async #leaveOut({ kept, leftOut }: Fit<Outgoing>, whole: readonly PickedResource[], isNews: boolean): Promise<void> {
    if (leftOut.length === 0) return;
    const going = new Set(kept.map(({ resource }) => keyOf(resource)));
    const staying = whole.filter((resource) => !going.has(keyOf(resource)));
    await this.needs.context.picked.setChecked(staying, false);
    const isUnchecked = leftOut.every(({ resource }) => staying.includes(resource));
    if (isNews) void showInformation(describeLeftOut(leftOut, isUnchecked));
  }

  async #offerWithoutChat(resources: readonly PickedResource[]): Promise<void> {
    const actions = this.own.actions();
    const message = l10n.t('The chat isn’t available. You can open, copy or save the content instead.');
    const buttons = [
      { title: l10n.t('Open'), run: () => actions.open(resources) },
      { title: l10n.t('Copy Content'), run: () => actions.copyContents(resources) },
      { title: l10n.t('Save…'), run: () => actions.save(resources) },
    ];
    await offer(showInformation, message, buttons, this.needs.base.log);
  }

  /**
   * Names the images that were not attached, and suggests dragging: VS Code itself reads a dragged row.
   * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/attachments/chatAttachmentResolveService.ts (resolveImageEditorAttachContext)
   */
  async #tellImages(images: readonly Outgoing[]): Promise<void> {
    const [first] = images;
    if (!first) return;
    if (!sendsImages()) {
      const names = namesOf(images);
      void showWarning(
        l10n.t('Couldn’t attach {0}. In a browser or over Remote, images need VS Code 1.110 or later.', names),
      );
      return;
    }
    const message = l10n.t(
      'Couldn’t attach {0}, because an image file couldn’t be created. Drag and drop from the Resources view into the chat instead.',
      namesOf(images),
    );
    const reveal = { title: l10n.t('Show in Tree'), run: () => this.needs.reveal([first.resource]) };
    await offer(showWarning, message, [reveal], this.needs.base.log);
  }
}

/**
 * Selects what is attached as files, or the tool for all of it; `undefined` if the user cancels.
 * @param isAsked true if the user has agreed to what fits
 */
async function chooseFiles(
  all: readonly Outgoing[],
  budget: Budget | undefined,
  waiting: Waiting,
  isAsked: boolean,
): Promise<Fit<Outgoing> | 'tool' | undefined> {
  const everything = { kept: all, leftOut: [] };
  const fit = budget ? fitting(all, budget.tokens - takenBy(waiting)) : everything;
  if (!budget || fit.leftOut.length === 0) return everything;
  if (isAsked) return fit;
  const choice = await askAboutBudget(fit, budget, waiting);
  if (choice === 'fitting') return fit;
  return choice === 'all' ? everything : choice;
}

function sumOf(files: readonly Outgoing[]): number {
  return files.reduce((sum, { tokens }) => sum + tokens, 0);
}

function unique(resources: readonly PickedResource[]): readonly PickedResource[] {
  return [...new Set(resources)];
}

function describeLeftOut(leftOut: readonly Outgoing[], isUnchecked: boolean): string {
  const names = namesOf(leftOut);
  return isUnchecked
    ? l10n.t('Didn’t fit and unchecked in the context: {0}.', names)
    : l10n.t('Didn’t fit: {0}. Attach less at once, or raise the token limit in the settings.', names);
}

/** Names the files of a multi-file resource that are not attached, as they are neither text nor an image. */
function tellLeftBehind(read: readonly ReadResource[], all: readonly Outgoing[]): void {
  const names = read.flatMap(({ content }) => leftBehind(content, all)).map((name) => ({ name }));
  if (names.length === 0) return;
  void showWarning(
    l10n.t(
      'Couldn’t attach {0}. For a resource with several files, only text and up to {1} images can be attached. Open the resource to see the files that weren’t attached.',
      namesOf(names),
      maxFiles,
    ),
  );
}

function tellUnusable(images: readonly Outgoing[]): void {
  if (images.length === 0) return;
  void showWarning(
    l10n.t(
      'Couldn’t attach {0}. The chat supports only PNG, JPEG, GIF and WebP images of up to 30 MB.',
      namesOf(images),
    ),
  );
}

/** Names what the model cannot read, or not every model. */
function tellUnreadable(files: readonly Outgoing[], isHarness: boolean): void {
  const binaries = files.filter(({ kind }) => kind === 'binary');
  const pdfs = files.filter(({ kind }) => kind === 'pdf');
  const unreadable = [...binaries, ...pdfs];
  if (isHarness && unreadable.length > 0)
    void showWarning(
      l10n.t('In Copilot sessions, models get {0} as raw bytes, which most can’t read.', namesOf(unreadable)),
    );
  if (isHarness) return;
  if (binaries.length > 0)
    void showWarning(
      l10n.t(
        'The chat sends only a hex dump of the first bytes of {0}, because the content isn’t text or an image.',
        namesOf(binaries),
      ),
    );
  if (pdfs.length > 0) void showInformation(l10n.t('{0}: only some models can read PDFs.', namesOf(pdfs)));
}
