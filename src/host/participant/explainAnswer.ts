import * as l10n from '@vscode/l10n';
import type { ChatResponseStream, Uri } from 'vscode';
import { displayName } from '../../core/resource/displayName';
import { explainAll, materialText, question } from '../../core/participant/instructions';
import { escapeMarkdown, referenceTitle } from '../../core/base/markdownText';
import { pack, type Packed } from '../../core/participant/packing';
import { commands as ids } from '../base/ids';
import { ask, roomFor } from './askModel';
import { headingOf } from './headingOf';
import { meantBy, type Meant } from './meantResources';
import { tellNothingFound } from './nothingFound';
import { readOthers, type NamedMaterial } from './otherReferences';
import type { Outcome, ParticipantParts, Turn } from './participantParts';
import { readTexts, type Missing, type ReadText } from './participantReads';
import type { ParticipantSearch } from './participantSearch';
import { tellMissing } from './tellMissing';

/** More than this no model takes, and no server likes to be asked for at one go. */
const mostResources = 100;
const mostCited = 10;

interface OwnMaterial extends NamedMaterial {
  /** `undefined` for what is no resource of ours. */
  readonly read: ReadText | undefined;
}

/** `/explain`, and every question without a command: answered by the model from what the question is about. */
export class ExplainAnswer {
  constructor(
    private readonly parts: ParticipantParts,
    private readonly search: ParticipantSearch,
  ) {}

  async give(turn: Turn): Promise<Outcome> {
    const { request, stream } = turn;
    const words = request.prompt.trim();
    const meant = await meantBy(turn, this.parts, this.search);
    if (meant.resources.length + meant.others.length === 0) {
      this.#tellNothing(turn);
      return { kind: 'nothing', words };
    }
    stream.progress(describeMeant(meant));
    const { materials, missing } = await this.#read(meant, turn);
    if (materials.length === 0) {
      tellMissing(stream, missing, []);
      return { kind: 'nothing', words };
    }
    await this.#answer(materials, missing, turn);
    return { kind: 'explained', words };
  }

  async #read(
    { resources, others }: Meant,
    { signal }: Turn,
  ): Promise<{ readonly materials: readonly OwnMaterial[]; readonly missing: readonly Missing[] }> {
    const { read, missing } = await readTexts(resources.slice(0, mostResources), this.parts, signal);
    const besides = await readOthers(others, this.parts.log);
    const tooMany = resources.slice(mostResources).map((resource): Missing => ({
      name: displayName(resource),
      reason: l10n.t('Only the first {0} are read. Uncheck what you do not need.', mostResources),
    }));
    return {
      materials: [
        ...besides.materials.map((one): OwnMaterial => ({ ...one, read: undefined })),
        ...read.map((one) => this.#material(one)),
      ],
      missing: [...besides.missing, ...missing, ...tooMany],
    };
  }

  #material(read: ReadText): OwnMaterial {
    const { resource, content, text } = read;
    const { priority, audience } = this.parts.catalog.find(resource.serverId, resource.uri)?.resource ?? {};
    const heading = headingOf(this.parts, resource, content.mimeType, content.readAt);
    return { name: displayName(resource), read, heading, text, priority, audience };
  }

  async #answer(
    materials: readonly OwnMaterial[],
    missing: readonly Missing[],
    { request, context, stream, token }: Turn,
  ): Promise<void> {
    const { model, prompt } = request;
    const { log } = this.parts;
    const { history, budget } = await roomFor(model, prompt || explainAll, context, token);
    const { packed, leftOut } = await pack(materials, budget, async (text) => model.countTokens(text, token));
    const tooMuch = leftOut.map((one): Missing => ({
      name: one.name,
      reason: l10n.t('It does not fit into what the model takes.'),
    }));
    const cut = packed.filter(({ isCut }) => isCut).map(({ material }) => material.name);
    if (packed.length > 0) {
      const used = packed.flatMap(({ material: { read } }) => (read ? this.#fileOf(read) : []));
      for (const file of used) stream.reference(file);
      const texts = packed.map(({ material, text }) => materialText(material.heading, text));
      await ask(model, history, question(texts, prompt, explainAll), { stream, token, log });
      if (token.isCancellationRequested) return;
      this.#markSeen(packed);
      tellUsed(stream, used);
    }
    tellMissing(stream, [...missing, ...tooMuch], cut);
  }

  #fileOf({ resource, content }: ReadText): Uri {
    const { files } = this.parts;
    const { serverId, part: key } = resource;
    const part = content.parts.find(({ uri, occurrence }) => uri === key?.uri && occurrence === key.occurrence);
    return part ? files.partUri(serverId, resource, part) : files.uri(serverId, resource);
  }

  /** What the model got in part it has not seen: changes in the rest would be missed. */
  #markSeen(packed: readonly Packed<OwnMaterial>[]): void {
    const { seen, picked } = this.parts;
    for (const { material, isCut } of packed) {
      const { read } = material;
      if (!read || isCut || read.resource.part) continue;
      seen.mark(read.resource, read.content, 'sent');
      void picked.sent(read.resource);
    }
  }

  #tellNothing({ request, stream }: Turn): void {
    const { catalog } = this.parts;
    if (catalog.size === 0) {
      tellNothingFound(stream, { outOf: 0, strictest: undefined }, this.parts);
      return;
    }
    const about = request.prompt.trim();
    stream.markdown(
      about === ''
        ? l10n.t('Nothing is picked yet. Attach a resource to the message, or say what it is about.')
        : l10n.t('No resource seems to be about this. Attach the ones you mean, or search for them.'),
    );
    stream.button({ title: l10n.t('Search in the Panel'), command: ids.search });
  }
}

/** VS Code folds up the references above the answer. */
function tellUsed(stream: ChatResponseStream, used: readonly Uri[]): void {
  if (used.length === 0) return;
  const shown = used.slice(0, mostCited);
  stream.markdown(`\n\n${l10n.t('Used:')}`);
  for (const file of shown) {
    stream.markdown(' ');
    stream.anchor(file, referenceTitle(file.path.slice(1)));
  }
  const more = used.length - shown.length;
  if (more > 0) stream.markdown(` ${l10n.t('and {0} more', more)}`);
}

function describeMeant({ by, resources }: Meant): string {
  const [first, ...others] = resources;
  if (first && others.length === 0) return l10n.t('Reading {0}', escapeMarkdown(displayName(first)));
  if (by === 'context') return l10n.t('Reading the {0} resources of the context', resources.length);
  return by === 'matches'
    ? l10n.t('Reading the {0} resources that match best', resources.length)
    : l10n.t('Reading {0} resources', resources.length);
}
