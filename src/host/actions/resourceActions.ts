import * as l10n from '@vscode/l10n';
import { commands, env, window, type TextDocumentShowOptions, type Uri } from 'vscode';
import { displayName } from '../../core/resource/displayName';
import { hasViewer } from '../../core/content/mimeTypes';
import type { Part } from '../../core/content/part';
import { decodedText } from '../../core/content/sniff';
import type { PickedResource } from '../../core/context/contextSet';
import { describeResources, formatCount, formatSize, joined, listed } from '../../core/base/format';
import type { ActionsNeeds } from './openLate';
import type { Attaching } from './attaching';
import type { OpenManner } from '../base/commandMap';
import { askToAddMany, type Scales } from '../content/manyWarning';
import { pickFirmly } from '../base/pickFirmly';
import { plainText } from '../base/plainText';
import { filesIn, isFolder } from '../content/folders';
import { saveFiles, type ReadResource } from '../content/saveFiles';
import { offer, showInformation, showWarning } from '../base/tell';
import type { UserReads } from '../content/userReads';
import { pickedIcon } from '../content/resourceIcons';

/** Limit of editors opened at once: more is probably a mistake. */
const maxEditors = 100;

interface Needs {
  readonly base: Pick<ActionsNeeds['base'], 'clock' | 'log'>;
  readonly core: Pick<ActionsNeeds['core'], 'catalog' | 'directories'> & {
    readonly activity: Pick<ActionsNeeds['core']['activity'], 'noteUse'>;
  };
  readonly search: { readonly visibility: Pick<ActionsNeeds['search']['visibility'], 'isVisible'> };
  readonly context: Pick<ActionsNeeds['context'], 'picked'>;
  readonly chat: Scales;
  readonly content: Pick<ActionsNeeds['content'], 'files'>;
}

/** A virtual file. */
interface File extends Pick<Part, 'mimeType' | 'isText'> {
  readonly uri: Uri;
}

/** Actions on chosen resources, for every view. */
export class ResourceActions {
  /** Counts calls of {@link open}. */
  #lastTurn = 0;

  constructor(
    private readonly needs: Needs,
    private readonly reads: UserReads,
    private readonly attaching: Pick<Attaching, 'attach'>,
  ) {}

  /** Puts resources into the context set and into the chat, see {@link Attaching.attach}. */
  async attach(resources: readonly PickedResource[]): Promise<boolean> {
    await this.needs.core.activity.noteUse(resources);
    return await this.attaching.attach(resources);
  }

  /** As {@link attach}, but where all rows are folders, asks whether the files in them are meant. A folder beside other rows is its list. */
  async attachRows(rows: readonly PickedResource[]): Promise<boolean> {
    const areFolders = rows.every((row) => isFolder(row, this.needs.core));
    const below = await filesIn(areFolders ? rows : [], this.needs);
    if (below?.files.length === 0) return this.attach(rows);
    await this.needs.core.activity.noteUse(rows);
    return below !== undefined && (await this.attaching.attach(below.files, below));
  }

  /** Puts resources into the context set alone: they go into the chat with what else is there. */
  async addToContext(resources: readonly PickedResource[]): Promise<void> {
    const { context, chat } = this.needs;
    if (!(await askToAddMany(resources, chat))) return;
    await context.picked.add(resources.filter(({ part }) => part === undefined));
    window.setStatusBarMessage(l10n.t('{0} added to the context', describeResources(resources.length)), 3_000);
  }

  /**
   * Opens resources as read-only editors. Where one consists of several files, the user chooses which to open; a glance shows all in one
   * document, as a question would take the focus. What is opened after a glance began, is not covered by it.
   */
  async open(resources: readonly PickedResource[], manner?: OpenManner): Promise<void> {
    const turn = ++this.#lastTurn;
    await this.needs.core.activity.noteUse(resources);
    const preview = manner !== 'pinned' && resources.length === 1;
    if (resources.length > maxEditors)
      void showInformation(
        l10n.t('Opening only the first {0} of {1} resources.', maxEditors, formatCount(resources.length)),
      );
    const unshown: (ReadResource & { readonly file: File })[] = [];
    for (const readResource of await this.reads.read(resources.slice(0, maxEditors))) {
      const file = await this.#fileOf(readResource, resources.length === 1 && manner !== 'glance');
      if (!file || (manner === 'glance' && turn !== this.#lastTurn)) continue;
      if (file.isText || hasViewer(file.mimeType))
        await show(file, { preview, ...(manner === 'glance' && { preserveFocus: true }) });
      else unshown.push({ ...readResource, file });
    }
    if (unshown.length > 0) void this.#offerToSave(unshown, preview);
  }

  /** Offers to save files that VS Code has no editor for: they would open as a page that says so, or as bytes. */
  async #offerToSave(unshown: readonly (ReadResource & { readonly file: File })[], preview: boolean): Promise<void> {
    const names = unshown.map(({ resource }) => displayName(resource));
    const message = l10n.t('VS Code can’t show {0}. Save to a file to open it in another app.', listed(names));
    const openAnyway = async (): Promise<void> => {
      for (const { file } of unshown) await show(file, { preview });
    };
    const buttons = [
      { title: l10n.t('Save As…'), run: () => saveFiles(unshown) },
      { title: l10n.t('Open Anyway'), run: openAnyway },
    ];
    await offer(showInformation, message, buttons, this.needs.base.log);
  }

  /** @param mayAsk which of several files */
  async #fileOf({ resource, content }: ReadResource, mayAsk: boolean): Promise<File | undefined> {
    const [only, ...further] = content.parts;
    const uri = this.#uri(resource, content.parts);
    if (only && further.length === 0) return { ...only, uri };
    const whole = { uri, mimeType: content.mimeType ?? 'text/plain', isText: true };
    return mayAsk && only ? await this.#chooseFile(resource, whole, content.parts) : whole;
  }

  async #chooseFile(resource: PickedResource, whole: File, parts: readonly Part[]): Promise<File | undefined> {
    const all = {
      label: `$(files) ${l10n.t('All in one document')}`,
      description: l10n.t('{0} files', parts.length),
      file: whole,
    };
    const files = parts.map((part) => ({
      label: plainText(part.path),
      ...pickedIcon({ ...part, name: part.path, title: undefined }),
      description: plainText(`${part.mimeType} · ${formatSize(part.bytes.length)}`),
      file: { ...part, uri: this.needs.content.files.partUri(resource.serverId, resource, part) },
    }));
    const title = plainText(l10n.t('Open “{0}”', displayName(resource)));
    return (await pickFirmly([all, ...files], { title, matchOnDescription: true }, this.needs.base.clock))?.file;
  }

  #uri(resource: PickedResource, [first]: readonly Part[]): Uri {
    const { files } = this.needs.content;
    const isOne = resource.part !== undefined && first !== undefined;
    return isOne ? files.partUri(resource.serverId, resource, first) : files.uri(resource.serverId, resource);
  }

  /** See {@link UserReads.canRead}. */
  async canRead(resource: PickedResource, showProblem?: (sentence: string) => void): Promise<boolean> {
    return this.reads.canRead(resource, showProblem);
  }

  /** Copies the exact URIs to the clipboard, one per line. */
  async copyUris(resources: readonly PickedResource[]): Promise<void> {
    await env.clipboard.writeText(resources.map(({ uri }) => uri).join('\n'));
    window.setStatusBarMessage(l10n.t('Copied to the clipboard'), 3_000);
  }

  /** Copies the text of resources to the clipboard; names those that are not text. */
  async copyContents(resources: readonly PickedResource[]): Promise<void> {
    const texts: string[] = [];
    const binaries: string[] = [];
    for (const { resource, content } of await this.reads.read(resources)) {
      const text = decodedText(content.bytes);
      if (text === undefined) binaries.push(displayName(resource));
      else texts.push(text);
    }
    if (binaries.length > 0)
      void showWarning(
        l10n.t('Couldn’t copy {0}, because only text can be copied. Save to a file instead.', joined(binaries)),
      );
    if (texts.length === 0) return;
    await env.clipboard.writeText(texts.join('\n\n'));
    window.setStatusBarMessage(l10n.t('Copied to the clipboard'), 3_000);
  }

  /** Saves contents of resources, and of folders all files, see {@link saveFiles}. */
  async save(resources: readonly PickedResource[]): Promise<void> {
    const folders = resources.filter((resource) => isFolder(resource, this.needs.core));
    if (folders.length < resources.length)
      await saveFiles(await this.reads.read(resources.filter((resource) => !folders.includes(resource))));
    for (const folder of folders) await this.#saveFolder(folder);
  }

  async #saveFolder(folder: PickedResource): Promise<void> {
    const below = await filesIn([folder], this.needs);
    if (!below) return;
    if (below.problem !== '') void showInformation(below.problem);
    else if (below.files.length === 0) void showInformation(l10n.t('This folder is empty.'));
    await saveFiles(await this.reads.read(below.files), folder);
  }
}

/** VS Code chooses an editor by a file's name, which a server gives: all but media opens as text, whatever it is called. */
async function show({ uri, mimeType }: File, options: TextDocumentShowOptions): Promise<void> {
  if (hasViewer(mimeType)) await commands.executeCommand('vscode.open', uri, options);
  else await commands.executeCommand('vscode.openWith', uri, 'default', options);
}
