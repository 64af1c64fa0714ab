import type { TemplateUse } from '../../shared/templateProtocol';
import type { TemplateEntry } from '../../core/catalog/templates';
import type { PickedResource } from '../../core/context/contextSet';
import { builtResource, type SavedResource, type SavedResources } from '../../core/templates/savedResources';
import type { TemplateValues } from '../../core/templates/uriTemplate';
import type { UsedValues } from '../../core/templates/usedValues';
import type { ResourceActions } from '../actions/resourceActions';

/** A template with the URI that a user made of it. */
export interface FilledTemplate {
  readonly entry: TemplateEntry;
  readonly uri: string;
  readonly values: TemplateValues;
}

/** Opens, attaches or keeps the resource that a filled-in template names, for both forms. */
export class TemplateUses {
  constructor(
    private readonly parts: {
      readonly used: UsedValues;
      readonly kept: SavedResources;
      readonly actions: Pick<ResourceActions, 'canRead' | 'open' | 'attach' | 'copyUris'>;
    },
  ) {}

  /**
   * The resource; `undefined` where there is nothing to read, which was told. Values that led somewhere are remembered.
   *
   * @param showProblem see {@link ResourceActions.canRead}
   */
  async use(
    use: TemplateUse,
    { entry, uri, values }: FilledTemplate,
    showProblem?: (sentence: string) => void,
  ): Promise<PickedResource | undefined> {
    const built = builtResource(entry, uri, values);
    const resource = toPicked(built);
    if (use !== 'copyUri' && !(await this.parts.actions.canRead(resource, showProblem))) return undefined;
    await this.parts.used.remember(entry, values);
    await this.#do(use, built, resource);
    return resource;
  }

  async #do(use: TemplateUse, built: SavedResource, resource: PickedResource): Promise<void> {
    const { actions, kept } = this.parts;
    switch (use) {
      case 'open':
        return actions.open([resource]);
      case 'attach':
        await actions.attach([resource]);
        return;
      case 'copyUri':
        return actions.copyUris([resource]);
      case 'keep':
        return kept.keep(built);
    }
  }
}

function toPicked({ serverId, uri, name, mimeType }: SavedResource): PickedResource {
  return { serverId, uri, name, title: undefined, mimeType, size: undefined };
}
