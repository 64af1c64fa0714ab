import * as l10n from '@vscode/l10n';
import type { ChatResponseStream } from 'vscode';
import type { CatalogEntry } from '../../core/catalog/catalog';
import type { PickedResource } from '../../core/context/contextSet';
import { isOnItsWay } from '../../core/context/waitForLists';
import { formatAge, formatCount, formatSize } from '../../core/base/format';
import { escapeMarkdown } from '../../core/base/markdownText';
import { findStrictest } from '../../core/search/strictest';
import type { SearchResult } from '../../core/search/searchIndex';
import { toPicked } from '../content/commandArguments';
import { commands as ids } from '../base/ids';
import { plainText } from '../base/plainText';
import { tellNothingFound } from './nothingFound';
import type { Outcome, ParticipantParts, Turn } from './participantParts';
import type { ParticipantSearch } from './participantSearch';
import { tellResource, titleOf } from './tellResource';

/** More than these nobody reads in a chat: the panel has the rest. */
const mostShown = 10;

/** `/find`: what a search finds, to be attached. No model is asked. */
export class FindAnswer {
  constructor(
    private readonly parts: ParticipantParts,
    private readonly search: ParticipantSearch,
  ) {}

  async give({ request, stream, signal }: Turn): Promise<Outcome> {
    const words = request.prompt.trim();
    const result = await this.search.find(words, signal);
    for (const { message } of result.view.query.problems) stream.markdown(`${escapeMarkdown(message, 500)}\n\n`);
    const entries = this.search.entries(result.ids.subarray(0, mostShown));
    if (entries.length === 0) {
      await this.#tellNothing(result, stream, signal);
      return { kind: 'nothing', words };
    }
    stream.markdown(`${this.#headline(result, entries.length)}\n\n`);
    for (const entry of entries) this.#show(entry, stream);
    this.#offer(words, result.ids.length, entries, stream);
    const resources = entries.map(({ serverId, resource: { uri } }) => ({ serverId, uri }));
    return { kind: 'found', words, resources };
  }

  async #tellNothing({ view, outOf }: SearchResult, stream: ChatResponseStream, signal: AbortSignal): Promise<void> {
    const serverName = (id: string): string => this.#serverName(id);
    const strictest =
      outOf > 0 ? await findStrictest(view, { serverName, slice: this.parts.newSlice(), signal }) : undefined;
    tellNothingFound(stream, { outOf, strictest }, this.parts);
  }

  #headline({ ids: found, outOf }: SearchResult, shown: number): string {
    const { connections, catalog } = this.parts;
    const counts = [formatCount(found.length), formatCount(outOf)] as const;
    const sentence =
      shown < found.length
        ? l10n.t('{0} of {1} resources match. The first {2}:', ...counts, shown)
        : l10n.t('{0} of {1} resources match:', ...counts);
    const isSoFar = connections.all.some((connection) => isOnItsWay(connection, catalog));
    return isSoFar ? l10n.t('{0} More is still arriving.', sentence) : sentence;
  }

  #show({ serverId, resource }: CatalogEntry, stream: ChatResponseStream): void {
    const { files, clock } = this.parts;
    const { mimeType, size, lastModified } = resource;
    const facts = [
      this.#serverName(serverId),
      mimeType,
      size === undefined ? undefined : formatSize(size),
      lastModified === undefined ? undefined : formatAge(lastModified, clock.now()),
    ].filter((fact) => fact !== undefined && fact !== '');
    tellResource(stream, resource, files.uri(serverId, resource));
    stream.markdown(` — ${facts.map((fact) => escapeMarkdown(fact ?? '')).join(' · ')}\n`);
  }

  #offer(words: string, found: number, entries: readonly CatalogEntry[], stream: ChatResponseStream): void {
    const attach = (title: string, resources: readonly PickedResource[]): void =>
      stream.button({ title: plainText(title), command: ids.attach, arguments: [{ resources }] });
    if (entries.length > 1) attach(l10n.t('Attach All {0}', entries.length), entries.map(toPicked));
    for (const entry of entries) attach(l10n.t('Attach “{0}”', titleOf(entry.resource)), [toPicked(entry)]);
    if (found > entries.length)
      stream.button({ title: l10n.t('Show All in the Search Panel'), command: ids.search, arguments: [words] });
  }

  #serverName(serverId: string): string {
    return this.parts.connections.get(serverId)?.definition.name ?? '';
  }
}
