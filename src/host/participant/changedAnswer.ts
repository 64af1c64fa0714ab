import * as l10n from '@vscode/l10n';
import type { ChatResponseStream } from 'vscode';
import { displayName } from '../../core/resource/displayName';
import { textOf } from '../../core/content/sniff';
import type { Seen } from '../../core/context/seenContents';
import { ago, formatCount, formatSize } from '../../core/base/format';
import { materialText, question, summariseChanges } from '../../core/participant/instructions';
import { lineChanges } from '../../core/participant/lineChanges';
import { pack, type Material, type Packed } from '../../core/participant/packing';
import { commands as ids } from '../base/ids';
import { plainText } from '../base/plainText';
import { ask, roomFor } from './askModel';
import { headingOf } from './headingOf';
import type { Outcome, ParticipantParts, Turn } from './participantParts';
import { readContents, type Missing, type ReadContent } from './participantReads';
import { tellMissing } from './tellMissing';
import { tellResource, titleOf } from './tellResource';

/** A picked resource whose content is not what the chat got. */
interface Change extends ReadContent {
  readonly before: Seen;
}

/** One of the two sides of a change. */
interface Side extends Material {
  readonly change: Change;
}

/** `/changed`: what of the picked context is not any more as the model last saw it. */
export class ChangedAnswer {
  constructor(private readonly parts: ParticipantParts) {}

  async give(turn: Turn): Promise<Outcome> {
    const { request, stream, signal } = turn;
    const words = request.prompt.trim();
    const { items } = this.parts.picked;
    if (items.length === 0) {
      stream.markdown(l10n.t('Nothing is picked yet. Attach a resource to the chat first.'));
      stream.button({ title: l10n.t('Search in the Panel'), command: ids.search });
      return { kind: 'nothing', words };
    }
    stream.progress(l10n.t('Looking at the {0} resources of the context', items.length));
    const { read, missing } = await readContents(items, this.parts, signal);
    const changes = read.flatMap((one) => this.#change(one) ?? []);
    if (changes.length === 0) this.#tellUnchanged(read, turn);
    else this.#tell(changes, turn);
    tellMissing(stream, missing, []);
    try {
      await this.#summarise(changes, turn);
    } finally {
      // VS Code folds up everything that stands before the last text.
      if (changes.length > 0) this.#offer(changes, stream);
    }
    return { kind: changes.length === 0 ? 'nothing' : 'changed', words };
  }

  #change({ resource, content }: ReadContent): Change | undefined {
    const { seen } = this.parts;
    const before = seen.baseline(resource);
    return before && seen.isOther(resource, content) ? { resource, before, content } : undefined;
  }

  /** Now is when it was looked: everything has just been read, or is known to be as it was read. */
  #tellUnchanged(read: readonly ReadContent[], { stream }: Turn): void {
    const { seen, clock } = this.parts;
    const known = read.filter(({ resource }) => seen.baseline(resource));
    const time = new Date(clock.now()).toLocaleTimeString();
    if (known.length === 0) stream.markdown(l10n.t('The chat has not got any of the picked resources yet.'));
    else if (known.length === read.length)
      stream.markdown(l10n.t('Nothing has changed of {0} resources: looked at {1}.', read.length, time));
    else
      stream.markdown(
        l10n.t('Nothing has changed of the {0} resources that the chat has got: looked at {1}.', known.length, time),
      );
  }

  #tell(changes: readonly Change[], turn: Turn): void {
    const { stream } = turn;
    const count = formatCount(changes.length);
    stream.markdown(
      `${changes.length === 1 ? l10n.t('1 resource has changed:') : l10n.t('{0} resources have changed:', count)}\n\n`,
    );
    for (const change of changes) this.#show(change, turn);
  }

  #show({ resource, before, content }: Change, { stream }: Turn): void {
    const { files, clock } = this.parts;
    const time = clock.now();
    const then = l10n.t('{0}, {1}', formatSize(before.size), ago(before.at, time));
    const since = l10n.t('{0}, {1}', formatSize(content.bytes.length), ago(content.changedAt, time));
    const text = textOf(content.bytes);
    const lines = before.text === undefined || text === undefined ? undefined : lineChanges(before.text, text);
    const facts = [`${then} → ${since}`, lines && l10n.t('+{0} −{1} lines', lines.added, lines.removed)];
    tellResource(stream, resource, files.uri(resource.serverId, resource));
    stream.markdown(` — ${facts.filter(Boolean).join(' · ')}\n`);
  }

  #offer(changes: readonly Change[], stream: ChatResponseStream): void {
    const resources = changes.map(({ resource }) => resource);
    const checked = resources.filter((resource) => this.parts.picked.get(resource)?.isChecked);
    // What waited in the chat went with this very message, and nobody has read it.
    if (checked.length > 0)
      stream.button({ title: l10n.t('Attach Updated'), command: ids.attach, arguments: [{ resources: checked }] });
    for (const resource of resources) {
      const title = plainText(l10n.t('Show Changes of “{0}”', titleOf(resource)));
      stream.button({ title, command: ids.showChanges, arguments: [{ resources: [resource] }] });
    }
  }

  /** This does not count as seen: the next message to any other participant still goes without it. */
  async #summarise(changes: readonly Change[], { request, context, stream, token }: Turn): Promise<void> {
    const { model, prompt } = request;
    const sides = changes.flatMap((change) => this.#sides(change));
    if (sides.length === 0) return;
    const { history, budget } = await roomFor(model, prompt || summariseChanges, context, token);
    const { packed } = await pack(sides, budget, async (text) => model.countTokens(text, token));
    // One side alone says nothing of a change.
    const both = packed.filter(({ material: { change } }) => sidesOf(change, packed).length === 2);
    const left = changes.filter(
      (change) => sides.some((side) => side.change === change) && sidesOf(change, both).length < 2,
    );
    if (both.length > 0) {
      stream.markdown('\n\n');
      const texts = both.map(({ material, text }) => materialText(material.heading, text));
      const { log } = this.parts;
      await ask(model, history, question(texts, prompt, summariseChanges), { stream, token, log });
    }
    const cut = both.filter(({ isCut }) => isCut).map(({ material }) => displayName(material.change.resource));
    const reason = l10n.t('It does not fit into what the model takes.');
    tellMissing(
      stream,
      left.map(({ resource }): Missing => ({ name: displayName(resource), reason })),
      [...new Set(cut)],
    );
  }

  #sides(change: Change): readonly Side[] {
    const { resource, before, content } = change;
    const text = textOf(content.bytes);
    if (before.text === undefined || text === undefined) return [];
    const { priority, audience } = this.parts.catalog.find(resource.serverId, resource.uri)?.resource ?? {};
    const heading = (state: string, at: number): string =>
      `${headingOf(this.parts, resource, content.mimeType, at)}\nState: ${state}`;
    const then = before.kind === 'sent' ? 'as it was last sent to a chat' : 'as it was first attached to a chat';
    const common = { change, priority, audience };
    return [
      { ...common, heading: heading(then, before.at), text: before.text },
      { ...common, heading: heading('as it is now', content.readAt), text },
    ];
  }
}

function sidesOf(change: Change, packed: readonly Packed<Side>[]): readonly Packed<Side>[] {
  return packed.filter(({ material }) => material.change === change);
}
