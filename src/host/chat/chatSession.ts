import { workspace } from 'vscode';
import type { Disposable } from '../../core/base/disposable';
import { causes } from '../../core/base/errors';
import { Emitter } from '../../core/base/event';
import type { KeyValueStore, Logger } from '../../core/base/ports';
import { decodedText } from '../../core/content/sniff';
import type { FileRead } from '../../core/context/seenReads';

const storeKey = 'chat.isHarness';

/**
 * Knows whether the user chats in sessions of the Copilot harness, where attachments are files that the model reads by itself: without a limit,
 * but of an excerpt only the beginning is in the message. VS Code does not tell to which session something is attached, so it is that of the last
 * message or tool call; VS Code's own chat, until one was seen. Stored for the user.
 */
export class ChatSession implements Disposable {
  readonly #didChange = new Emitter<void>();

  readonly onDidChange = this.#didChange.event;

  constructor(
    private readonly store: KeyValueStore,
    /** See {@link ShownFiles.until}. */
    private readonly shownUntil: (file: string) => number,
    private readonly log: Logger,
  ) {}

  get isHarness(): boolean {
    return this.store.get(storeKey) === true;
  }

  /**
   * Notes that a message has read files. VS Code's own chat opens a document of a text, and keeps it for minutes; the harness opens none. Files
   * that were not made for a chat, or that an editor shows or has shown, tell nothing: their documents come and go with the editor.
   */
  sawMessage(files: readonly Pick<FileRead, 'file' | 'round' | 'bytes'>[]): void {
    const isForChat = ({ file, round }: Pick<FileRead, 'file' | 'round'>): boolean =>
      round > 0 && this.shownUntil(file) === 0;
    const text = files.find((file) => isForChat(file) && decodedText(file.bytes) !== undefined);
    if (text) this.note(!workspace.textDocuments.some(({ uri }) => uri.toString() === text.file));
  }

  dispose(): void {
    this.#didChange.dispose();
  }

  /** Notes the session of a message, or of a tool call. */
  note(isHarness: boolean): void {
    if (isHarness === this.isHarness) return;
    this.store
      .set(storeKey, isHarness)
      .catch((error: unknown) => this.log.warn(`The kind of the chat is not kept: ${causes(error)}`));
    this.#didChange.fire();
  }
}
