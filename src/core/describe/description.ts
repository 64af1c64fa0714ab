import * as l10n from '@vscode/l10n';
import { ago, formatAge, formatPriority, formatSize } from '../base/format';
import type { Staleness } from '../connection/staleness';
import { displayName } from '../resource/displayName';
import type { Resource, ResourceTemplate } from '../resource/resource';

/**
 * A resource or template in words, of which each place shows some. Each is made when it is read; `undefined` if its server does not say
 * it.
 */
export class Description {
  readonly #listed: Partial<Resource> & Pick<Resource, 'name' | 'title'>;

  /** @param now in ms since 1970 */
  constructor(
    listed: Resource | ResourceTemplate,
    private readonly now: number,
  ) {
    this.#listed = listed;
  }

  get title(): string {
    return displayName(this.#listed);
  }

  get type(): string | undefined {
    return this.#listed.mimeType;
  }

  /** `12 kB` */
  get size(): string | undefined {
    const { size } = this.#listed;
    return size === undefined ? undefined : formatSize(size);
  }

  /** Time since its last change: `3 h`. */
  get age(): string | undefined {
    const { lastModified } = this.#listed;
    return lastModified === undefined ? undefined : formatAge(lastModified, this.now);
  }

  /** Time since its last change, for use beside other facts: `changed 3 h ago`. */
  get changed(): string | undefined {
    const { lastModified } = this.#listed;
    return lastModified === undefined ? undefined : l10n.t('changed {0}', ago(lastModified, this.now));
  }

  get priority(): string | undefined {
    const { priority } = this.#listed;
    return priority === undefined ? undefined : l10n.t('Priority {0}', formatPriority(priority));
  }

  /** `undefined` also where it is for everybody. */
  get audience(): string | undefined {
    const [only, ...furtherRoles] = this.#listed.audience ?? [];
    if (only === undefined || furtherRoles.length > 0) return undefined;
    return only === 'user' ? l10n.t('For the user') : l10n.t('For the assistant');
  }
}

/** Relation of a resource to its server's current list. */
export interface Origin {
  /** See {@link CatalogTable.isSaved}. */
  readonly isSaved: boolean;
  readonly staleness: Staleness | undefined;
}

/** An {@link Origin} in sentences. */
export function originSentences({ isSaved, staleness }: Origin): readonly string[] {
  const saved = l10n.t(
    'You created this resource from a template and saved it in this workspace. The server doesn’t list it.',
  );
  return [...(isSaved ? [saved] : []), ...(staleness ? [staleness.sentence] : [])];
}
