import * as l10n from '@vscode/l10n';
import type { CopyEntry, ResultRow, RowState } from '../../shared/protocol';
import type { Clock } from '../base/clock';
import type { Catalog } from '../catalog/catalog';
import { isTemplateId, type TemplateCatalog } from '../catalog/templates';
import { codiconOf } from '../content/mimeTypes';
import type { ConfiguredServer } from '../connection/connectionState';
import type { ResourceAddress } from '../resource/address';
import type { ContextSet } from '../context/contextSet';
import { isUpdated, type LiveContext } from '../context/liveContext';
import type { Resource, ResourceTemplate } from '../resource/resource';
import { statusOf } from '../connection/serverStatus';
import { Description } from '../describe/description';
import { permissionFacts } from '../describe/skillFacts';
import type { SkillPermission } from '../resource/skill';
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
  /** By the id of a `SKILL.md`. */
  readonly skillPermission: (id: number) => SkillPermission;
  /** By the server's id. */
  readonly serverName: (serverId: string) => string;
  /** Rows name their server. */
  readonly hasSeveralServers: () => boolean;
  readonly server: (serverId: string) => ConfiguredServer | undefined;
  /** See {@link ResultRow.serverIcon}. */
  readonly iconOf: (serverId: string, item: Resource | ResourceTemplate) => number | undefined;
}

const nothingKnown = { age: undefined, size: undefined, mark: undefined, origin: undefined } as const;

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
    const { catalog, serverName, clock, iconOf, onTop, skillPermission } = this.parts;
    const entry = catalog.get(id);
    if (!entry) return undefined;
    const { resource, serverId } = entry;
    const { icons: _icons, extra: _extra, ...searched } = resource;
    const address = { serverId, uri: resource.uri };
    const permission = catalog.table.isSkill(id) ? skillPermission(id) : undefined;
    const { age, size } = new Description(resource, clock.now());
    const shown: RowState = {
      icon: permission === undefined ? codiconOf(resource.mimeType) : permissionFacts(permission)[0],
      serverIcon: permission === undefined ? iconOf(serverId, resource) : undefined,
      age,
      size,
      mark: this.#mark(address),
      origin: this.#origin(id, serverId),
      ...(onTop.isPinned(address) && { isPinned: true as const }),
      ...(permission && permission !== 'no' && { permission: permission === 'allowed' ? permission : 'changed' }),
    };
    const server = serverName(serverId);
    return { kind: 'resource', id, server, ...searched, ...(permission && { isSkill: true as const }), shown };
  }

  /** The page has no words of its own for a resource that an incomplete list left out. */
  #origin(id: number, serverId: string): ResultRow['origin'] {
    const { catalog, server } = this.parts;
    if (catalog.table.isSaved(id)) return 'kept';
    const configured = server(serverId);
    const isAbsent = configured !== undefined && statusOf(configured).absence !== undefined;
    return isAbsent || catalog.table.isFromBefore(id) ? 'fromBefore' : undefined;
  }

  #template(id: number): CopyEntry | undefined {
    const { templates, serverName, iconOf } = this.parts;
    const entry = templates.byId(id);
    if (!entry) return undefined;
    const { template, serverId } = entry;
    const { uriTemplate: uri, icons: _icons, extra: _extra, ...searched } = template;
    const shown = { ...nothingKnown, icon: 'symbol-snippet', serverIcon: iconOf(serverId, template) };
    const unlisted = { lastModified: undefined, size: undefined };
    return { kind: 'template', id, server: serverName(serverId), uri, ...searched, ...unlisted, shown };
  }

  #mark(address: ResourceAddress): ResultRow['mark'] {
    const picked = this.parts.picked.get(address);
    if (!picked) return undefined;
    const liveness = this.parts.live.liveness(address);
    if (liveness.kind === 'failed') return 'failed';
    if (isUpdated(liveness)) return 'updated';
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
    ...nothingKnown,
  };
}
