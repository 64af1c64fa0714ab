import * as l10n from '@vscode/l10n';
import { within, type Clock } from '../../core/base/clock';
import type { Disposable } from '../../core/base/disposable';
import { describeResources, formatCount } from '../../core/base/format';
import type { Catalog } from '../../core/catalog/catalog';
import { describeCut } from '../../core/connection/serverStatus';
import type { Directories, Directory } from '../../core/directories/directories';
import type { ResourceAddress } from '../../core/resource/address';
import type { Skills } from '../../core/skills/skills';
import type { TreeNode } from '../../core/tree/treeNode';
import { commands } from '../base/ids';
import { statusRow, type StatusRow } from '../servers/statusRows';
import { failedRow } from './partRows';
import type { ResourceTreeRow } from './treeRow';

/** Time in ms that a folder waits for its children. */
const longestWait = 1_000;

type FolderNode = Extract<TreeNode, { kind: 'folder' }>;

/** The folders whose children the server lists: each is read when the user opens it. */
export class FolderRows implements Disposable {
  readonly #opened = new Map<string, Disposable>();

  constructor(
    private readonly directories: Directories,
    private readonly catalog: Catalog,
    private readonly clock: Clock,
    private readonly skills: Pick<Skills, 'isFile'>,
  ) {}

  /** Resolves when there are rows to show. VS Code refreshes no row of the tree until it has those of each that it has asked for. */
  async open(row: ResourceTreeRow | undefined): Promise<void> {
    const address = addressOf(row);
    if (!row || !address) return;
    const known = this.directories.peek(address);
    if (known && this.#opened.has(row.id)) return;
    this.closed(row.id);
    this.#opened.set(row.id, this.directories.hold(address));
    const reading = this.directories.read(address, false).catch(() => undefined);
    if (!known?.state) await within(this.clock, longestWait, reading);
  }

  closed(id: string): void {
    this.#opened.get(id)?.dispose();
    this.#opened.delete(id);
  }

  /** What follows the children: more to load, or why there are none. @param shown rows of children */
  rows(row: ResourceTreeRow, shown: number): readonly StatusRow[] {
    const address = addressOf(row);
    const directory = address && this.directories.peek(address);
    if (row.kind !== 'folder' || !directory) return [];
    const elsewhere = this.#countElsewhere(row, directory);
    const note = l10n.t('{0} shown elsewhere in the tree', formatCount(elsewhere));
    const end = this.#end(row, directory, shown === 0 && elsewhere === 0);
    return [...(elsewhere > 0 ? [noteRow(row, 'elsewhere', note)] : []), ...(end ? [end] : [])];
  }

  dispose(): void {
    for (const id of this.#opened.keys()) this.closed(id);
  }

  #end(row: FolderNode, { children, state }: Directory, isEmpty: boolean): StatusRow | undefined {
    const loadMore = { kind: 'builtIn', command: commands.loadMore, argument: { ids: [row.entry?.id] } } as const;
    if (!state) return { ...noteRow(row, 'loading', l10n.t('Loading…')), severity: 'busy' };
    switch (state.kind) {
      case 'more': {
        const text = l10n.t('{0} loaded', formatCount(children.length));
        return { ...noteRow(row, 'more', l10n.t('Load More'), text), icon: 'ellipsis', action: loadMore };
      }
      case 'failed': {
        const { message } = state.error;
        const isPart = children.length > 0;
        const label = isPart ? l10n.t('Couldn’t read all of the folder') : l10n.t('Couldn’t read the folder');
        if (!state.next) return failedRow(row.id, label, message);
        const note = noteRow(row, 'failed', l10n.t('Couldn’t load more. Try Again'), message);
        return { ...note, severity: 'warning', action: loadMore };
      }
      case 'cut': {
        const text = describeCut(state.by, describeResources(children.length));
        return { ...noteRow(row, 'cut', l10n.t('Not everything is shown'), text), severity: 'warning' };
      }
      case 'complete': {
        if (!isEmpty) return undefined;
        const isHidden = children.some((id) => this.catalog.table.has(id));
        return noteRow(row, 'none', isHidden ? l10n.t('Everything in this folder is hidden') : l10n.t('Empty folder'));
      }
      case 'none':
        return undefined;
    }
  }

  #countElsewhere({ prefix }: FolderNode, { children }: Directory): number {
    const { table } = this.catalog;
    const isHere = (id: number): boolean => this.directories.pathOf(id).startsWith(prefix) && !this.skills.isFile(id);
    return children.filter((id) => table.has(id) && !isHere(id)).length;
  }
}

function addressOf(row: ResourceTreeRow | undefined): ResourceAddress | undefined {
  if (row?.kind !== 'folder' || !row.entry) return undefined;
  return { serverId: row.entry.serverId, uri: row.entry.resource.uri };
}

function noteRow({ id }: FolderNode, name: string, label: string, text = ''): StatusRow {
  const detail = text === '' ? label : `${label}\n${text}`;
  return statusRow({ id: `${id}\n${name}`, severity: 'info', label, text, detail });
}
