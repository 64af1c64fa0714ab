import * as l10n from '@vscode/l10n';
import type { ResultRow } from '../../shared/protocol';
import type { Clock } from '../base/clock';
import type { Catalog } from '../catalog/catalog';
import { displayName } from '../resource/displayName';
import { isTemplateId, type TemplateCatalog } from '../catalog/templates';
import { codiconOf } from '../content/mimeTypes';
import type { ConfiguredServer } from '../connection/connectionState';
import type { ResourceAddress } from '../resource/address';
import type { ContextSet } from '../context/contextSet';
import type { LiveContext } from '../context/liveContext';
import { formatAge, formatSize } from '../base/format';
import type { Resource, ResourceTemplate } from '../resource/resource';
import { stalenessOf } from '../connection/staleness';
import { findMatches } from '../search/highlights';
import type { PinnedAndRecent } from './pinnedAndRecent';
import { rowDetail, type Highlights } from './rowDetail';

const maxDescriptionLength = 300;

export interface ResultRowParts {
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly templates: TemplateCatalog;
  readonly picked: Pick<ContextSet, 'get'>;
  readonly live: Pick<LiveContext, 'liveness'>;
  readonly onTop: Pick<PinnedAndRecent, 'isPinned'>;
  /** By the server's id. */
  readonly serverName: (serverId: string) => string;
  /** Rows name their server. */
  readonly hasSeveralServers: () => boolean;
  readonly server: (serverId: string) => ConfiguredServer | undefined;
  /** See {@link ResultRow.serverIcon}. */
  readonly iconOf: (serverId: string, item: Resource | ResourceTemplate) => number | undefined;
}

interface Item {
  readonly id: number;
  readonly serverId: string;
  /** Or URI template. */
  readonly uri: string;
  readonly item: Resource | ResourceTemplate;
  readonly formerTitles: readonly string[];
}

/** Makes the rows that the panel shows. */
export class ResultRows {
  constructor(private readonly parts: ResultRowParts) {}

  /** A removed resource keeps an empty row until the panel searches again, so that the other rows keep their indexes. */
  row(id: number, highlights: Highlights): ResultRow {
    return (isTemplateId(id) ? this.#template(id, highlights) : this.#resource(id, highlights)) ?? goneRow(id);
  }

  #resource(id: number, highlights: Highlights): ResultRow | undefined {
    const { catalog, clock } = this.parts;
    const entry = catalog.get(id);
    if (!entry) return undefined;
    const { resource, serverId } = entry;
    const { uri, mimeType, lastModified, size } = resource;
    return {
      ...this.#common({ id, serverId, uri, item: resource, formerTitles: catalog.formerTitles(id) }, highlights),
      kind: 'resource',
      icon: codiconOf(mimeType),
      age: lastModified === undefined ? undefined : formatAge(lastModified, clock.now()),
      size: size === undefined ? undefined : formatSize(size),
      mark: this.#mark({ serverId, uri }),
      origin: this.#origin(id, serverId),
      ...(this.parts.onTop.isPinned({ serverId, uri }) && { isPinned: true as const }),
    };
  }

  #origin(id: number, serverId: string): ResultRow['origin'] {
    const { catalog, server } = this.parts;
    if (catalog.isKept(id)) return 'kept';
    const entry = { isFromBefore: catalog.isFromBefore(id), isFromOlderList: false };
    return stalenessOf(server(serverId), entry) && 'fromBefore';
  }

  #template(id: number, highlights: Highlights): ResultRow | undefined {
    const entry = this.parts.templates.byId(id);
    if (!entry) return undefined;
    const { template, serverId } = entry;
    return {
      ...this.#common({ id, serverId, uri: template.uriTemplate, item: template, formerTitles: [] }, highlights, true),
      kind: 'template',
      icon: 'symbol-snippet',
      age: undefined,
      size: undefined,
      mark: undefined,
      origin: undefined,
    };
  }

  #common(
    { id, serverId, uri, item, formerTitles }: Item,
    highlights: Highlights,
    isTemplate = false,
  ): Omit<ResultRow, 'kind' | 'icon' | 'age' | 'size' | 'mark' | 'origin'> {
    const { serverName, hasSeveralServers, iconOf } = this.parts;
    const title = displayName(item);
    const server = serverName(serverId);
    const others = [item.name, ...formerTitles, item.description ?? ''];
    const detail = rowDetail(
      { title, uri, isTemplate, server: hasSeveralServers() ? server : undefined, others },
      highlights,
    );
    return {
      id,
      title,
      titleMatches: findMatches(title, highlights.words, highlights.gaps),
      detail: detail.text,
      detailMatches: detail.matches,
      server,
      uri,
      description: item.description?.slice(0, maxDescriptionLength),
      serverIcon: iconOf(serverId, item),
      audience: item.audience ?? [],
      priority: item.priority,
    };
  }

  #mark(address: ResourceAddress): ResultRow['mark'] {
    const picked = this.parts.picked.get(address);
    if (!picked) return undefined;
    const liveness = this.parts.live.liveness(address);
    if (liveness.kind === 'failed') return 'failed';
    if ('isUpdated' in liveness && liveness.isUpdated) return 'updated';
    return picked.isChecked ? 'picked' : 'unchecked';
  }
}

function goneRow(id: number): ResultRow {
  return {
    kind: isTemplateId(id) ? 'template' : 'resource',
    id,
    title: l10n.t('(no longer listed)'),
    titleMatches: [],
    detail: '',
    detailMatches: [],
    server: '',
    uri: '',
    description: undefined,
    icon: 'circle-slash',
    serverIcon: undefined,
    audience: [],
    priority: undefined,
    age: undefined,
    size: undefined,
    mark: undefined,
    origin: undefined,
  };
}
