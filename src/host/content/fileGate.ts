import { workspace, type Uri } from 'vscode';
import { hasPassed } from '../../core/base/clock';
import type { HandedOut } from '../../core/context/handedOut';
import type { ContentNeeds } from './open';
import type { Located } from './virtualPaths';

/** Time in ms in which VS Code reads a file that it peeks into. */
const peekTime = 5_000;

interface Needs {
  readonly base: Pick<ContentNeeds['base'], 'clock'>;
  readonly context: Pick<ContentNeeds['context'], 'picked'>;
  readonly chat: Pick<ContentNeeds['chat'], 'shown'>;
}

/**
 * Decides for which virtual files a server may be started and asked. Models, repositories and other extensions can have VS Code ask for any
 * path; the user chose what they put into the context, gave to a chat, or look at: in a tab, but for one that VS Code restored, or at a
 * definition.
 */
export class FileGate {
  /** A file without a tab, and the time when VS Code was notified of its change. */
  #peeked: { readonly file: string; readonly at: number } | undefined;

  constructor(
    private readonly needs: Needs,
    private readonly handed: Pick<HandedOut, 'has'>,
  ) {}

  /** Lets VS Code read a file that it shows without a tab, such as that of a definition. */
  allowPeek(uri: Uri): void {
    this.#peeked = { file: uri.toString(), at: this.needs.base.clock.now() };
  }

  /** True if the server may be asked for this file, by what is known now. */
  isAllowedNow({ uri, address }: Located): boolean {
    const { context, chat } = this.needs;
    const file = uri.toString();
    const isRestored = chat.shown.isRestored(file);
    // The user may have attached a file that a restored tab shows, too. In a workspace that is not trusted, that is not enough.
    if (this.handed.has(address) && (!isRestored || workspace.isTrusted)) return true;
    return !isRestored && (context.picked.isChosen(address) || chat.shown.until(file) > 0 || this.#isPeeked(file));
  }

  /** The same; waits a moment for the tab of a file that VS Code asks for. */
  async isAllowed(located: Located): Promise<boolean> {
    const { shown } = this.needs.chat;
    const file = located.uri.toString();
    if (this.isAllowedNow(located)) return true;
    return shown.isRestored(file) ? shown.retry(file) : shown.appears(file);
  }

  #isPeeked(file: string): boolean {
    return this.#peeked?.file === file && !hasPassed(this.needs.base.clock, this.#peeked.at, peekTime);
  }
}
