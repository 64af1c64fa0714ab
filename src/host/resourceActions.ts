import * as l10n from '@vscode/l10n';
import { commands, env, ProgressLocation, Uri, window, workspace } from 'vscode';
import { causes, HumanError } from '../core/base/errors';
import type { Logger } from '../core/base/ports';
import { displayName } from '../core/catalog/order';
import { isImage } from '../core/content/mimeTypes';
import { fileName } from '../core/content/virtualPath';
import type { Content, ContentCache } from '../core/context/contentCache';
import type { ContextSet, PickedResource } from '../core/context/contextSet';
import type { LiveContext } from '../core/context/liveContext';
import type { ChatSink } from './chatSink';
import { commands as ids } from './ids';
import { describeError } from './tell';
import type { VirtualFiles } from './virtualFiles';

/** Reads under way at once when several resources are attached. */
const readsAtOnce = 4;
/** More than this at once is hardly meant. */
const manyResources = 100;

interface ReadOutcome {
  readonly resource: PickedResource;
  readonly result: { readonly content: Content } | { readonly error: unknown };
}

/** What a person can do with chosen resources, whichever view they chose them in. */
export class ResourceActions {
  constructor(
    private readonly parts: {
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
    const outcomes = await this.#readAll(resources, (resource) => this.#readForChat(resource));
    const good = outcomes.flatMap(({ resource, result }) => ('content' in result ? [{ resource, ...result }] : []));
    this.#tellFailures(outcomes);
    if (good.length === 0) return;
    const hasChat = await chat.isAvailable();
    const isDropped = ({ resource, content }: (typeof good)[number]): boolean =>
      hasChat && isImage(content.mimeType ?? resource.mimeType);
    const images = good.filter(isDropped);
    const others = good.filter((one) => !isDropped(one)).map(({ resource }) => resource);
    await picked.add(others);
    live.markAttached(others);
    if (!hasChat) void this.#offerWithoutChat(others);
    else if (others.length > 0)
      await chat.attachFiles(others.map((resource) => this.parts.files.uriForChat(resource.serverId, resource)));
    if (images.length > 0) void this.#tellImages(images.map(({ resource }) => resource));
  }

  /** Opens resources as read-only editors. */
  async open(resources: readonly PickedResource[]): Promise<void> {
    const isPreview = resources.length === 1;
    for (const resource of resources.slice(0, manyResources)) {
      const uri = this.parts.files.uri(resource.serverId, resource);
      await commands.executeCommand('vscode.open', uri, { preview: isPreview });
    }
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
    const outcomes = await this.#readAll(resources);
    this.#tellFailures(outcomes);
    const texts: string[] = [];
    const binaries: string[] = [];
    for (const { resource, result } of outcomes) {
      if ('error' in result) continue;
      const text = textOf(result.content.bytes);
      if (text === undefined) binaries.push(displayName(resource));
      else texts.push(text);
    }
    if (binaries.length > 0)
      void window.showWarningMessage(
        l10n.t('Not copied, because it is not text: {0}. Save it to a file instead.', binaries.join(', ')),
      );
    if (texts.length === 0) return;
    await env.clipboard.writeText(texts.join('\n\n'));
    window.setStatusBarMessage(l10n.t('Content copied'), 3_000);
  }

  /** Saves one resource where the person says, or several into a folder that they choose; never over an existing file unasked. */
  async save(resources: readonly PickedResource[]): Promise<void> {
    const [first, ...others] = resources;
    if (!first) return;
    const start = workspace.workspaceFolders?.[0]?.uri;
    if (others.length === 0) {
      const defaultUri = start && Uri.joinPath(start, fileName(first));
      const target = await window.showSaveDialog(defaultUri ? { defaultUri } : {});
      if (target) await this.#saveAll([{ resource: first, target }]);
      return;
    }
    const [folder] = (await window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      openLabel: l10n.t('Save {0} Resources Here', resources.length),
      ...(start && { defaultUri: start }),
    })) ?? [undefined];
    if (folder) await this.#saveAll(await namesIn(folder, resources));
  }

  async #saveAll(wanted: readonly { readonly resource: PickedResource; readonly target: Uri }[]): Promise<void> {
    const outcomes = await this.#readAll(wanted.map(({ resource }) => resource));
    this.#tellFailures(outcomes);
    for (const [index, { result }] of outcomes.entries()) {
      const target = wanted[index]?.target;
      if (target && 'content' in result) await workspace.fs.writeFile(target, result.content.bytes);
    }
  }

  #readAll(
    resources: readonly PickedResource[],
    read: (resource: PickedResource) => Promise<Content> = (resource) => this.parts.cache.get(resource),
  ): Thenable<readonly ReadOutcome[]> {
    const title =
      resources.length === 1
        ? l10n.t('Reading {0}', resources[0] ? displayName(resources[0]) : '')
        : l10n.t('Reading {0} resources', resources.length);
    const location = resources.length > 1 ? ProgressLocation.Notification : ProgressLocation.Window;
    return window.withProgress({ location, title }, async (progress) => {
      const outcomes: ReadOutcome[] = [];
      const queue = [...resources.entries()];
      const work = async (): Promise<void> => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const [index, resource] = next;
          outcomes[index] = { resource, result: await settle(read(resource)) };
          progress.report({ increment: 100 / resources.length });
        }
      };
      await Promise.all(Array.from({ length: readsAtOnce }, work));
      return outcomes;
    });
  }

  /** What nobody follows is read anew, however recent the last read was. */
  #readForChat(resource: PickedResource): Promise<Content> {
    const { cache, live } = this.parts;
    return live.liveness(resource).kind === 'live' ? cache.get(resource) : cache.refresh(resource);
  }

  #tellFailures(outcomes: readonly ReadOutcome[]): void {
    const failed = outcomes.flatMap(({ resource, result }) => ('error' in result ? [{ resource, ...result }] : []));
    const [first] = failed;
    if (!first) return;
    for (const { resource, error } of failed) this.parts.log.warn(`Not read: ${resource.uri}: ${causes(error)}`);
    const reason = describeError(first.error, this.parts.log);
    const message =
      failed.length === 1
        ? l10n.t('“{0}” could not be read. {1}', displayName(first.resource), reason)
        : l10n.t('{0} of {1} resources could not be read. The first: {2}', failed.length, outcomes.length, reason);
    void this.#showWithLog(message, first.error);
  }

  async #showWithLog(message: string, error: unknown): Promise<void> {
    const showLog = l10n.t('Show Log');
    const isExpected = error instanceof HumanError && error.reason === 'notFound';
    const show = isExpected ? window.showWarningMessage : window.showErrorMessage;
    if ((await show(message, showLog)) === showLog) await commands.executeCommand(ids.showLog);
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
    const choice = await window.showInformationMessage(message, reveal, open);
    if (choice === reveal) await commands.executeCommand(ids.reveal, { resources: [first] });
    if (choice === open) await this.open(images);
  }

  async #offerWithoutChat(resources: readonly PickedResource[]): Promise<void> {
    const open = l10n.t('Open');
    const copy = l10n.t('Copy Content');
    const save = l10n.t('Save…');
    const message = l10n.t('This VS Code has no chat to attach to. You can use the content in another way:');
    const choice = await window.showInformationMessage(message, open, copy, save);
    if (choice === open) await this.open(resources);
    if (choice === copy) await this.copyContents(resources);
    if (choice === save) await this.save(resources);
  }
}

async function settle(reading: Promise<Content>): Promise<ReadOutcome['result']> {
  try {
    return { content: await reading };
  } catch (error) {
    return { error };
  }
}

async function confirmMany(count: number): Promise<boolean> {
  if (count <= manyResources) return true;
  const attach = l10n.t('Attach {0} Resources', count);
  const message = l10n.t('Attach {0} resources to the chat? Each of them is read from its server.', count);
  return (await window.showWarningMessage(message, { modal: true }, attach)) === attach;
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** A free name in the folder for each, with a number where the name is taken. */
async function namesIn(
  folder: Uri,
  resources: readonly PickedResource[],
): Promise<{ resource: PickedResource; target: Uri }[]> {
  const taken = new Set((await workspace.fs.readDirectory(folder)).map(([name]) => name.toLowerCase()));
  return resources.map((resource) => {
    const name = fileName(resource);
    const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length;
    let free = name;
    for (let count = 2; taken.has(free.toLowerCase()); count += 1)
      free = `${name.slice(0, dot)}-${count}${name.slice(dot)}`;
    taken.add(free.toLowerCase());
    return { resource, target: Uri.joinPath(folder, free) };
  });
}
