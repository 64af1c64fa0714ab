import * as l10n from '@vscode/l10n';
import { ThemeIcon, type IconPath, type TreeItem } from 'vscode';
import { commonAbsence } from '../../core/connection/staleness';
import { originSentences } from '../../core/describe/description';
import { factLines, listedFacts } from '../../core/describe/listedFacts';
import { placeReason } from '../../core/describe/placeReason';
import { permissionFacts } from '../../core/describe/skillFacts';
import { isUpdated, type Liveness } from '../../core/context/liveContext';
import { displayName } from '../../core/resource/displayName';
import type { SkillPermission } from '../../core/resource/skill';
import type { TreeArrangement } from '../../core/tree/arrangement';
import { serversBelow } from '../../core/tree/groups';
import type { GroupNode, ResourceNode, SkillNode } from '../../core/tree/treeNode';
import { tooltip } from '../describe/tooltip';
import { statusItem, themeIcon } from '../servers/statusItem';
import type { TreeNeeds } from './open';
import { groupItem } from './groupItem';
import { hasParts, partItem } from './partRows';
import { resourceItem, templateItem, type ResourcePlace } from './resourceItem';
import { skillItem, skillTooltip } from './skillItem';
import type { ResourceTreeRow } from './treeRow';

interface Needs {
  readonly base: Pick<TreeNeeds['base'], 'clock'>;
  readonly core: Pick<
    TreeNeeds['core'],
    'catalog' | 'directories' | 'activity' | 'connections' | 'staleness' | 'skillPermissions'
  >;
  readonly context: Pick<TreeNeeds['context'], 'picked' | 'live'>;
  readonly content: Pick<TreeNeeds['content'], 'files' | 'icons'>;
}

/** Draws the rows of the view *Resources*: title, description, icon, tooltip. */
export class RowItems {
  constructor(
    private readonly needs: Needs,
    private readonly arrangement: Pick<TreeArrangement, 'sortBy'>,
  ) {}

  item(row: ResourceTreeRow): TreeItem {
    switch (row.kind) {
      case 'status':
        return statusItem(row);
      case 'resource':
        return resourceItem(row.entry.resource, this.#placeOf(row));
      case 'part':
        return partItem(row);
      case 'template':
        return templateItem(row.id, row.entry);
      case 'skill':
        return skillItem(row, this.#placeOf(row), this.#permission(row));
      case 'scheme':
      case 'server':
      case 'skills':
      case 'folder':
      case 'range':
        return groupItem(row, (id) => this.#serverName(id), this.#absenceBelow(row), this.#isWhole(row));
    }
  }

  /** Adds the tooltip, which VS Code requests when the mouse rests on the row. */
  resolve(item: TreeItem, row: ResourceTreeRow): TreeItem {
    if (row.kind === 'skill' && row.skill.problem === undefined)
      item.tooltip = skillTooltip(row, this.#serverName(row.serverId), this.#permission(row));
    if (row.kind !== 'resource' && row.kind !== 'template') return item;
    const listed = row.kind === 'template' ? row.entry.template : row.entry.resource;
    const facts = factLines(listedFacts(listed, this.#serverName(row.entry.serverId)));
    const lines = row.kind === 'template' ? facts : [...this.#origin(row), ...facts, this.#placeReason(row)];
    item.tooltip = tooltip(displayName(listed), listed.description ?? '', lines);
    return item;
  }

  /** Changes whenever the row has to be redrawn although its server's list is the same. */
  marks(row: ResourceNode): string {
    const { serverId, resource } = row.entry;
    const { uri, uriForChat, isPicked, change, icon } = this.#placeOf(row);
    const parts = this.needs.content.files.partsOf({ serverId, uri: resource.uri }) ?? [];
    const below = parts.map((part) => [part.uri, part.occurrence, part.path, part.bytes.length].join());
    const permission = row.kind === 'skill' && JSON.stringify(this.#permission(row));
    return [uri, uriForChat, isPicked, change, icon === ThemeIcon.File, permission, ...below].join('\n');
  }

  #permission({ skill }: SkillNode): SkillPermission {
    return this.needs.core.skillPermissions.stateOf(skill);
  }

  #skillIcon({ skill }: SkillNode): IconPath {
    const liveness = this.needs.context.live.liveness(skill);
    const isUnverified = liveness.kind === 'failed' && liveness.error.reason === 'unverified';
    const [icon] = permissionFacts(this.needs.core.skillPermissions.stateOf(skill));
    return isUnverified ? themeIcon('error', 'list.errorForeground') : themeIcon(icon);
  }

  #placeOf(row: ResourceNode): ResourcePlace {
    const { base, core, context, content } = this.needs;
    const { files, icons } = content;
    const { serverId, resource, id } = row.entry;
    const address = { serverId, uri: resource.uri };
    return {
      id: row.id,
      ...(row.kind === 'resource' && { path: row.path }),
      icon: row.kind === 'skill' ? this.#skillIcon(row) : icons.iconOf(serverId, resource.icons),
      uri: files.uri(serverId, resource),
      uriForChat: files.uriForChat(serverId, resource),
      isPicked: context.picked.has(address),
      change: changeOf(context.live.liveness(address), context.picked.has(address)),
      staleness: core.staleness(address),
      isSaved: core.catalog.table.isSaved(id),
      hasParts: hasParts(row.entry, files),
      now: base.clock.now(),
    };
  }

  #origin({ entry: { id, serverId, resource } }: ResourceNode): readonly string[] {
    const { catalog, staleness } = this.needs.core;
    const address = { serverId, uri: resource.uri };
    return originSentences({ isSaved: catalog.table.isSaved(id), staleness: staleness(address) });
  }

  #placeReason({ entry }: ResourceNode): string {
    const { base, core } = this.needs;
    return placeReason(entry, this.arrangement.sortBy, core.activity, base.clock.now());
  }

  #absenceBelow(row: GroupNode): string | undefined {
    const { catalog, connections } = this.needs.core;
    return commonAbsence(serversBelow(row, catalog.table), (id) => connections.get(id));
  }

  #isWhole(row: GroupNode): boolean {
    if (row.kind !== 'folder' || !row.entry) return true;
    const { serverId, resource } = row.entry;
    return this.needs.core.directories.peek({ serverId, uri: resource.uri })?.state?.kind === 'complete';
  }

  #serverName(id: string): string {
    return this.needs.core.connections.get(id)?.definition.name ?? id;
  }
}

function changeOf(liveness: Liveness, isPicked: boolean): string {
  if (liveness.kind === 'failed') return l10n.t('failed');
  return isPicked && isUpdated(liveness) ? l10n.t('updated') : '';
}
