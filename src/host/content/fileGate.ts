import type { ContextSet } from '../../core/context/contextSet';
import type { HandedOut } from '../../core/context/handedOut';
import type { ShownFiles } from './shownFiles';
import type { Located } from './virtualPaths';

export interface FileGateParts {
  readonly picked: Pick<ContextSet, 'has'>;
  readonly handed: Pick<HandedOut, 'has'>;
  readonly shown: Pick<ShownFiles, 'until' | 'isRestored' | 'retry' | 'appears'>;
}

/**
 * Decides for which virtual files a server may be started and asked. Models, repositories and other extensions can have VS Code ask for any
 * path; the user chose what is in the context, was given to a chat, or is or was shown by a tab of this window.
 */
export class FileGate {
  constructor(private readonly parts: FileGateParts) {}

  /** As far as it is known at once, see {@link isWanted}. */
  isChosen({ uri, address }: Located): boolean {
    const { shown, picked, handed } = this.parts;
    const file = uri.toString();
    return !shown.isRestored(file) && (picked.has(address) || handed.has(address) || shown.until(file) > 0);
  }

  /** For a file that VS Code asks for: its tab can appear a moment later. */
  async isWanted(located: Located): Promise<boolean> {
    const { shown } = this.parts;
    const file = located.uri.toString();
    if (shown.isRestored(file) && !shown.retry(file)) return false;
    return this.isChosen(located) || (await shown.appears(file));
  }
}
