import * as l10n from '@vscode/l10n';
import { commands, env, window, type Uri } from 'vscode';
import type { Clock } from '../core/base/clock';
import { causes, HumanError } from '../core/base/errors';
import type { Logger } from '../core/base/ports';
import { displayName } from '../core/catalog/order';
import { itemAt } from '../core/content/folder';
import { codiconOf, isImage } from '../core/content/mimeTypes';
import type { Part } from '../core/content/part';
import { textOf } from '../core/content/sniff';
import type { Content } from '../core/context/content';
import type { ContentCache } from '../core/context/contentCache';
import type { ContextSet, PickedResource } from '../core/context/contextSet';
import type { LiveContext } from '../core/context/liveContext';
import { formatCount, formatSize } from '../core/format';
import type { ChatSink } from './chatSink';
import { commands as ids } from './ids';
import { readWithProgress, type ReadOne, type ReadOutcome } from './readWithProgress';
import { saveFiles, type ReadResource } from './saveFiles';
import { describeError, showFailure, showInformation, showWarning } from './tell';
import type { VirtualFiles } from './virtualFiles';
import { plainText } from './plainText';

/** More than this at once is hardly meant. */
const manyResources = 100;
/**
 * Files of one resource that are attached one by one: more chips than this nobody looks through. One by one, because a chat gives all
 * attachments a budget and empties each file that does not fit: of one file with everything in it nothing would be left.
 */
const mostFiles = 20;

/** What a person can do with chosen resources, whichever view they chose them in. */
export class ResourceActions {
  constructor(
    private readonly parts: {
      readonly clock: Clock;
      readonly cache: ContentCache;
      readonly live: LiveContext;
      readonly picked: ContextSet;
      readonly files: VirtualFiles;
      readonly chat: ChatSink;
      readonly log: Logger;
    },
  ) {}

  /**
   * Puts resources into the context set and into the chat. Each is read first, because VS Code drops without a word what it cannot read;
   * the message itself is filled when it is sent.
   */
  async attach(resources: readonly PickedResource[]): Promise<void> {
    const { picked, live, chat } = this.parts;
    if (resources.length === 0 || !(await confirmMany(resources.length))) return;
    // Each message is a new use: what was read a moment ago may have changed.
    const good = await this.#read(resources, (resource, asking) => this.parts.cache.getAnew(resource, asking));
    if (good.length === 0) return;
    const hasChat = await chat.isAvailable();
    const isDropped = ({ resource, content }: ReadResource): boolean =>
      hasChat && isImage(content.mimeType ?? resource.mimeType);
    const images = good.filter(isDropped);
    const others = good.filter((one) => !isDropped(one));
    const resourcesOfOthers = others.map(({ resource }) => resource);
    // A file of several is attached by itself: the context holds whole resources.
    const whole = resourcesOfOthers.filter(({ part }) => part === undefined);
    await picked.add(whole);
    live.markAttached(whole);
    if (!hasChat) void this.#offerWithoutChat(resourcesOfOthers);
    else if (others.length > 0) await chat.attachFiles(others.flatMap((one) => this.#filesForChat(one)));
    if (images.length > 0) void this.#tellImages(images.map(({ resource }) => resource));
    if (hasChat) this.#tellLeftOut(others);
  }

  /** The texts of a resource one by one, or all of it in one file. */
  #filesForChat({ resource, content }: ReadResource): readonly Uri[] {
    const { files } = this.parts;
    const chosen = resource.part && content.parts[0];
    if (chosen) return [files.uriForChat(resource.serverId, resource, chosen)];
    const texts = content.parts.filter(({ isText }) => isText);
    if (texts.length < 2 || texts.length > mostFiles) return [files.uriForChat(resource.serverId, resource)];
    return texts.map((part) => files.uriForChat(resource.serverId, resource, part));
  }

  /** Opens resources as read-only editors. Of one that consists of several files the person chooses what to open. */
  async open(resources: readonly PickedResource[]): Promise<void> {
    const preview = resources.length === 1;
    if (resources.length > manyResources)
      void showInformation(
        l10n.t('Only the first {0} of {1} resources are opened.', manyResources, formatCount(resources.length)),
      );
    const read = await this.#read(resources.slice(0, manyResources));
    for (const { resource, content } of read) {
      const isChoice = preview && content.parts.length > 1;
      const uri = isChoice ? await this.#chooseFile(resource, content.parts) : this.#uri(resource, content.parts);
      if (uri) await commands.executeCommand('vscode.open', uri, { preview });
    }
  }

  async #chooseFile(resource: PickedResource, parts: readonly Part[]): Promise<Uri | undefined> {
    const all = {
      label: `$(files) ${l10n.t('All in One Document')}`,
      description: l10n.t('{0} files', parts.length),
      uri: this.#uri(resource, parts),
    };
    const files = parts.map((part) => ({
      label: `$(${codiconOf(part.mimeType)}) ${plainText(part.path)}`,
      description: `${part.mimeType} · ${formatSize(part.bytes.length)}`,
      uri: this.parts.files.partUri(resource.serverId, resource, part),
    }));
    const title = l10n.t('Open “{0}”', displayName(resource));
    return (await window.showQuickPick([all, ...files], { title, matchOnDescription: true }))?.uri;
  }

  #uri(resource: PickedResource, [first]: readonly Part[]): Uri {
    const { files } = this.parts;
    const isOne = resource.part !== undefined && first !== undefined;
    return isOne ? files.partUri(resource.serverId, resource, first) : files.uri(resource.serverId, resource);
  }

  /**
   * Reads what a person built from a template; false, once the reason was told, when it cannot be read.
   *
   * @param showProblem where a sentence is shown instead of in a message of VS Code; what needs a button is shown there all the same
   */
  async canRead(resource: PickedResource, showProblem?: (sentence: string) => void): Promise<boolean> {
    const outcomes = await readWithProgress(
      [resource],
      (one, asking) => this.parts.cache.get(one, asking),
      this.parts.clock,
    );
    const [outcome] = outcomes;
    if (!outcome) return false;
    if ('content' in outcome.result) return true;
    const { error } = outcome.result;
    const reason = error instanceof HumanError ? error.reason : undefined;
    if (reason === 'notFound') {
      const show = showProblem ?? ((sentence: string) => void showInformation(sentence));
      show(l10n.t('The server has nothing at {0}. Change a value.', resource.uri));
    } else if (showProblem && reason !== 'unauthorized') showProblem(this.#describeFailure(resource, error));
    else this.#tellFailures(outcomes);
    return false;
  }

  /** Puts the exact URIs on the clipboard, a line each. */
  async copyUris(resources: readonly PickedResource[]): Promise<void> {
    await env.clipboard.writeText(resources.map(({ uri }) => uri).join('\n'));
    window.setStatusBarMessage(
      resources.length === 1 ? l10n.t('URI copied') : l10n.t('{0} URIs copied', resources.length),
      3_000,
    );
  }

  /** Puts the text of resources on the clipboard; says which of them are no text. */
  async copyContents(resources: readonly PickedResource[]): Promise<void> {
    const texts: string[] = [];
    const binaries: string[] = [];
    for (const { resource, content } of await this.#read(resources)) {
      const text = textOf(content.bytes);
      if (text === undefined) binaries.push(displayName(resource));
      else texts.push(text);
    }
    if (binaries.length > 0)
      void showWarning(
        l10n.t('Not copied, because it is not text: {0}. Save it to a file instead.', binaries.join(', ')),
      );
    if (texts.length === 0) return;
    await env.clipboard.writeText(texts.join('\n\n'));
    window.setStatusBarMessage(l10n.t('Content copied'), 3_000);
  }

  /** Saves what resources hold, see {@link saveFiles}. */
  async save(resources: readonly PickedResource[]): Promise<void> {
    await saveFiles(await this.#read(resources));
  }

  /** What could be read of what a person asked for; what could not is told. */
  async #read(
    resources: readonly PickedResource[],
    read: ReadOne = (resource, asking) => this.parts.cache.get(resource, asking),
  ): Promise<readonly ReadResource[]> {
    const readChosen: ReadOne = async (resource, asking) => onlyChosen(resource, await read(resource, asking));
    const outcomes = await readWithProgress(resources, readChosen, this.parts.clock);
    this.#tellFailures(outcomes);
    const good = outcomes.flatMap(({ resource, result }) => ('content' in result ? [{ resource, ...result }] : []));
    for (const { resource, content } of good) {
      const [problem] = content.problems;
      const text = problem && l10n.t('“{0}” is incomplete. {1}', displayName(resource), problem.message);
      if (text) void showWarning(text);
    }
    return good;
  }

  #tellFailures(outcomes: readonly ReadOutcome[]): void {
    const failed = outcomes.flatMap(({ resource, result }) => ('error' in result ? [{ resource, ...result }] : []));
    const [first] = failed;
    if (!first) return;
    for (const { resource, error } of failed) this.parts.log.warn(`Not read: ${resource.uri}: ${causes(error)}`);
    const message =
      failed.length === 1
        ? this.#describeFailure(first.resource, first.error)
        : l10n.t(
            '{0} of {1} resources could not be read. The first: {2}',
            failed.length,
            outcomes.length,
            describeError(first.error, this.parts.log),
          );
    void this.#showFailure(message, first);
  }

  #describeFailure(resource: PickedResource, error: unknown): string {
    const reason = describeError(error, this.parts.log);
    return l10n.t('“{0}” could not be read. {1}', displayName(resource), reason);
  }

  async #showFailure(
    message: string,
    { resource, error }: { readonly resource: PickedResource; readonly error: unknown },
  ): Promise<void> {
    const reason = error instanceof HumanError ? error.reason : undefined;
    // A person's own no is no failure.
    if (reason === 'webNotAgreed' || reason === 'inputRequired') {
      await showInformation(message);
      return;
    }
    const [showLog, signIn] = [l10n.t('Show Log'), l10n.t('Sign In…')];
    const buttons = reason === 'unauthorized' ? [signIn] : [showLog];
    const show = reason === 'unauthorized' || reason === 'notFound' ? showWarning : showFailure;
    const choice = await show(message, ...buttons);
    if (choice === showLog) await commands.executeCommand(ids.showLog);
    if (choice === signIn) await commands.executeCommand(ids.signIn, { serverId: resource.serverId });
  }

  /** What is no text in a resource of several files is not in the chat. */
  #tellLeftOut(attached: readonly ReadResource[]): void {
    const names = attached.flatMap(({ content: { parts } }) =>
      parts.length < 2 ? [] : parts.filter(({ isText }) => !isText).map(({ path }) => path),
    );
    if (names.length === 0) return;
    void showWarning(
      l10n.t(
        'Not attached, because it is not text: {0}. Open the resource to see it; an image can be dragged from its tab into the chat.',
        names.slice(0, 5).join(', ') + (names.length > 5 ? '…' : ''),
      ),
    );
  }

  /** VS Code drops images of virtual files from attachments without a word; dragging a row or a tab works. */
  async #tellImages(images: readonly PickedResource[]): Promise<void> {
    const [first] = images;
    if (!first) return;
    const message =
      images.length === 1
        ? l10n.t(
            'VS Code takes images only by drag and drop: drag “{0}” from the list into the chat.',
            displayName(first),
          )
        : l10n.t(
            'VS Code takes images only by drag and drop: drag the {0} images from the list into the chat.',
            images.length,
          );
    const reveal = l10n.t('Show in Tree');
    const open = l10n.t('Open');
    const choice = await showInformation(message, reveal, open);
    if (choice === reveal) await commands.executeCommand(ids.reveal, { resources: [first] });
    if (choice === open) await this.open(images);
  }

  async #offerWithoutChat(resources: readonly PickedResource[]): Promise<void> {
    const open = l10n.t('Open');
    const copy = l10n.t('Copy Content');
    const save = l10n.t('Save…');
    const message = l10n.t('This VS Code has no chat to attach to. You can use the content in another way:');
    const choice = await showInformation(message, open, copy, save);
    if (choice === open) await this.open(resources);
    if (choice === copy) await this.copyContents(resources);
    if (choice === save) await this.save(resources);
  }
}

/** Of a resource of several files the one that a person chose, where they chose one. */
function onlyChosen({ uri, part: key }: PickedResource, content: Content): Content {
  if (!key) return content;
  const item = itemAt(content.parts, { kind: 'part', uri, part: key });
  if (item?.kind === 'file')
    return { ...content, bytes: item.part.bytes, mimeType: item.part.mimeType, parts: [item.part] };
  const gone = l10n.t('The resource no longer has this file. Open the resource to see what it has now.');
  throw new HumanError('notFound', gone);
}

async function confirmMany(count: number): Promise<boolean> {
  if (count <= manyResources) return true;
  const attach = l10n.t('Attach {0} Resources', count);
  const message = l10n.t('Attach {0} resources to the chat? Each of them is read from its server.', count);
  return (await showWarning(message, { modal: true }, attach)) === attach;
}
