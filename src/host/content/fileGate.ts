import { workspace, type Uri } from 'vscode';
import { hasPassed, type Clock } from '../../core/base/clock';
import type { ContextSet } from '../../core/context/contextSet';
import type { HandedOut } from '../../core/context/handedOut';
import type { ShownFiles } from '../chat/shownFiles';
import type { Located } from './virtualPaths';

/** Time in ms in which VS Code reads a file that it peeks into. */
const peekTime = 5_000;

export interface FileGateParts {
  readonly clock: Clock;
  readonly picked: Pick<ContextSet, 'isChosen'>;
  readonly handed: Pick<HandedOut, 'has'>;
  readonly shown: Pick<ShownFiles, 'until' | 'isRestored' | 'retry' | 'appears'>;
}

/**
 * Decides for which virtual files a server may be started and asked. Models, repositories and other extensions can have VS Code ask for any
 * path; the user chose what they put into the context, gave to a chat, or look at: in a tab, but for one that VS Code restored, or at a
 * definition.
 */
export class FileGate {
  /** A file without a tab, and the time when VS Code was notified of its change. */
  #peeked: { readonly file: string; readonly at: number } | undefined;

  constructor(private readonly parts: FileGateParts) {}

  /** Lets VS Code read a file that it shows without a tab, such as that of a definition. */
  allowPeek(uri: Uri): void {
    this.#peeked = { file: uri.toString(), at: this.parts.clock.now() };
  }

  /** True if the server may be asked for this file, by what is known now. */
  isAllowedNow({ uri, address }: Located): boolean {
    const { shown, picked, handed } = this.parts;
    const file = uri.toString();
    const isRestored = shown.isRestored(file);
    // The user may have attached a file that a restored tab shows, too. In a workspace that is not trusted, that is not enough.
    if (handed.has(address) && (!isRestored || workspace.isTrusted)) return true;
    return !isRestored && (picked.isChosen(address) || shown.until(file) > 0 || this.#isPeeked(file));
  }

  /** The same; waits a moment for the tab of a file that VS Code asks for. */
  async isAllowed(located: Located): Promise<boolean> {
    const { shown } = this.parts;
    const file = located.uri.toString();
    if (this.isAllowedNow(located)) return true;
    return shown.isRestored(file) ? shown.retry(file) : shown.appears(file);
  }

  #isPeeked(file: string): boolean {
    return this.#peeked?.file === file && !hasPassed(this.parts.clock, this.#peeked.at, peekTime);
  }
}
