import * as l10n from '@vscode/l10n';
import type { CopyEntry, ResultRow, RowState } from '../../shared/protocol';
import type { Clock } from '../base/clock';
import type { Catalog } from '../catalog/catalog';
import { isTemplateId, type TemplateCatalog } from '../catalog/templates';
import { codiconOf } from '../content/mimeTypes';
import type { ConfiguredServer } from '../connection/connectionState';
import type { ResourceAddress } from '../resource/address';
import type { ContextSet } from '../context/contextSet';
import type { LiveContext } from '../context/liveContext';
import { formatAge, formatSize } from '../base/format';
import type { Resource, ResourceTemplate } from '../resource/resource';
import { stalenessOf } from '../connection/staleness';
import type { PinnedAndRecent } from './pinnedAndRecent';
import { entryRow } from './entryRow';
import type { Highlights } from './rowDetail';

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

/** Makes the rows that the panel shows. */
export class ResultRows {
  constructor(private readonly parts: ResultRowParts) {}

  /** A removed resource keeps an empty row until the panel searches again, so that the other rows keep their indexes. */
  row(id: number, highlights: Highlights): ResultRow {
    const entry = this.entry(id);
    return entry ? entryRow(entry, highlights, this.parts.hasSeveralServers()) : goneRow(id);
  }

  /** `undefined` for what was removed. */
  entry(id: number): CopyEntry | undefined {
    return isTemplateId(id) ? this.#template(id) : this.#resource(id);
  }

  #resource(id: number): CopyEntry | undefined {
    const { catalog, serverName } = this.parts;
    const found = catalog.get(id);
    if (!found) return undefined;
    const { resource, serverId } = found;
    const { uri, name, title, description, mimeType, audience, priority, lastModified, size } = resource;
    return {
      ...{ kind: 'resource', id, server: serverName(serverId) },
      ...{ uri, name, title, description, mimeType, audience, priority, lastModified, size },
      shown: this.#shown(id, serverId, resource),
    };
  }

  #shown(id: number, serverId: string, resource: Resource): RowState {
    const { clock, iconOf, onTop } = this.parts;
    const { uri, mimeType, lastModified, size } = resource;
    return {
      icon: codiconOf(mimeType),
      serverIcon: iconOf(serverId, resource),
      age: lastModified === undefined ? undefined : formatAge(lastModified, clock.now()),
      size: size === undefined ? undefined : formatSize(size),
      mark: this.#mark({ serverId, uri }),
      origin: this.#origin(id, serverId),
      ...(onTop.isPinned({ serverId, uri }) && { isPinned: true as const }),
    };
  }

  #origin(id: number, serverId: string): ResultRow['origin'] {
    const { catalog, server } = this.parts;
    if (catalog.isSaved(id)) return 'kept';
    const entry = { isFromBefore: catalog.isFromBefore(id), isFromOlderList: false };
    return stalenessOf(server(serverId), entry) && 'fromBefore';
  }

  #template(id: number): CopyEntry | undefined {
    const { templates, serverName, iconOf } = this.parts;
    const found = templates.byId(id);
    if (!found) return undefined;
    const { template, serverId } = found;
    const { uriTemplate, name, title, description, mimeType, audience, priority } = template;
    return {
      ...{ kind: 'template', id, server: serverName(serverId) },
      ...{ uri: uriTemplate, name, title, description, mimeType, audience, priority },
      ...{ lastModified: undefined, size: undefined },
      shown: {
        icon: 'symbol-snippet',
        serverIcon: iconOf(serverId, template),
        ...{ age: undefined, size: undefined, mark: undefined, origin: undefined },
      },
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
    title: l10n.t('not in the server’s list'),
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
