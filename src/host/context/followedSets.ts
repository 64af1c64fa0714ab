import * as l10n from '@vscode/l10n';
import { commands, workspace } from 'vscode';
import { Owner } from '../../core/base/owner';
import { Emitter } from '../../core/base/event';
import { describeResources, formatCount, listed } from '../../core/base/format';
import { AlwaysSets, maxTokens, type Addition } from '../../core/context/alwaysSets';
import { resolveSet } from '../../core/context/resolveSet';
import { views } from '../base/ids';
import { offer, showInformation, showErrorsOf } from '../base/tell';
import { uriOfWorkspacePath } from '../base/workspacePath';
import { ownSet, setsOf, type ContextFiles, type PlacedSet } from './contextFiles';
import { attachButton, keepAlways, type SetNeeds } from './openSet';

/** Keeps what the sets that are always on lead to in the context, and says what it added, and which set has to be reviewed again. */
export class FollowedSets extends Owner {
  readonly #changed = this.owned.add(new Emitter<void>());
  /** `undefined` if nothing may be added or removed now. */
  #always: readonly PlacedSet[] | undefined;
  #reading: Promise<void> = Promise.resolve();
  /** Changed sets of which the user was notified in this window. */
  readonly #told = new Set<string>();

  constructor(
    private readonly needs: SetNeeds,
    private readonly files: ContextFiles,
    /** Shows the list of sets. */
    private readonly showSets: () => Promise<void>,
  ) {
    super();
    const store = this.owned;
    const read = (): void => this.#read();
    for (const event of [needs.context.sets.onDidChange, files.onDidChange, workspace.onDidGrantWorkspaceTrust])
      store.add(event(read));
    store.add(needs.search.visibility.onDidChange(() => this.#changed.fire()));
    const watcher = store.add(workspace.createFileSystemWatcher('**/*.md'));
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
      store.add(
        event((uri) => {
          if (this.#mentionFiles().includes(uri.toString())) this.#changed.fire();
        }),
      );
    const always = store.add(
      new AlwaysSets(needs, {
        sets: () => this.#always,
        onDidChangeSets: this.#changed.event,
        resolve: (place, signal) => resolveSet(place, needs, signal),
      }),
    );
    store.add(always.onDidAdd((addition) => void this.#tellAdded(addition)));
    read();
  }

  #read(): void {
    this.#reading = this.#reading.then(() => showErrorsOf(() => this.#readSets(), this.needs.base.log));
  }

  async #readSets(): Promise<void> {
    const { sets } = this.needs.context;
    await this.needs.configuration.configured;
    const kept = sets.reviews.filter(({ isAlways }) => isAlways);
    const files = kept.length > 0 && workspace.isTrusted ? await this.files.all() : [];
    // A set whose file is being edited is followed once the file is valid again.
    const broken = new Set(files.flatMap(({ uri, file }) => (file.mistake ? uri.toString() : [])));
    const brokenSets = (this.#always ?? []).filter(({ file }) => file !== undefined && broken.has(file));
    const shared = files.flatMap((file) => (broken.has(file.uri.toString()) ? [] : setsOf(file)));
    const own = sets.own.filter(({ isAlways }) => isAlways).map(ownSet);
    const on = shared.filter((placed) => sets.isAlways(placed));
    this.#always = workspace.isTrusted ? [...own, ...brokenSets, ...on] : undefined;
    this.#changed.fire();
    const isKept = ({ set, file }: PlacedSet): boolean =>
      kept.some((keptSet) => keptSet.file === file && keptSet.name === set.name);
    for (const placed of shared) if (isKept(placed) && !on.includes(placed)) void this.#tellChanged(placed);
  }

  #mentionFiles(): readonly string[] {
    const entries = (this.#always ?? []).flatMap(({ set }) => set.entries);
    const paths = entries.flatMap((entry) => (entry.kind === 'mentions' ? entry.text : []));
    return paths.flatMap((path) => uriOfWorkspacePath(path)?.toString() ?? []);
  }

  async #tellAdded({ added, leftOut }: Addition): Promise<void> {
    const { picked } = this.needs.context;
    const names = [...new Set(added.map(({ reason }) => l10n.t('“{0}”', reason.set)))];
    const count = describeResources(added.length);
    const what = l10n.t('{0} added to Context from {1}. Attach them to send them.', count, listed(names));
    const more = l10n.t('{0} more didn’t fit: the limit is {1} tokens.', formatCount(leftOut), formatCount(maxTokens));
    const buttons = [
      attachButton(this.needs),
      { title: l10n.t('Show'), run: () => commands.executeCommand(`${views.context}.focus`) },
      { title: l10n.t('Undo'), run: () => picked.remove(added.filter((item) => picked.get(item)?.reason)) },
      { title: l10n.t('Change…'), run: this.showSets },
    ];
    await offer(showInformation, leftOut > 0 ? `${what} ${more}` : what, buttons, this.needs.base.log);
  }

  /** Its resources have left the context by now. */
  async #tellChanged(placed: PlacedSet): Promise<void> {
    const { name, entries } = placed.set;
    const key = JSON.stringify([placed.file, name, entries]);
    if (this.#told.has(key)) return;
    this.#told.add(key);
    const message = l10n.t(
      'The context set “{0}” in {1} has changed. Review it to keep it in the context.',
      name,
      placed.shared?.label ?? '',
    );
    const { sets } = this.needs.context;
    const review = { title: l10n.t('Review'), run: () => keepAlways(placed, this.needs) };
    const stop = { title: l10n.t('Stop Keeping'), run: () => sets.forget({ file: placed.file ?? '', name }) };
    await offer(showInformation, message, [review, stop], this.needs.base.log);
  }
}
