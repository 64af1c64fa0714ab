import type { LanguagePorts } from './ports';
import type { Mention } from './mention';
import type { ResolvedMention } from './resolution';

/** Looks up what mentions stand for. Cheap enough for every mention of a document whenever a list changes. */
export class Resolver {
  constructor(_ports: Pick<LanguagePorts, 'catalog' | 'templates' | 'connections'>) {}

  /** `undefined` for a bare URI that no server lists and no template makes. */
  resolve(_mention: Mention): ResolvedMention | undefined {
    return undefined;
  }
}
