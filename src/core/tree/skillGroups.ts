import { legible } from '../base/legible';
import { showable } from '../base/showable';
import type { Slice } from '../base/scheduler';
import type { Catalog } from '../catalog/catalog';
import { sortByName } from '../catalog/sortByName';
import { skillFolder } from '../resource/skill';
import type { HeldSkill, Skills } from '../skills/skills';
import { each } from './groups';
import type { SkillNode, SkillsNode, TreeNode, TreeOptions } from './treeNode';

/** A level of skills, or of their servers, that is being computed. */
interface Work {
  /** Files of skills that are shown, in the order of the tree. */
  readonly ids: readonly number[];
  readonly serverId: string | undefined;
  readonly options: Pick<TreeOptions, 'sortBy' | 'servers'>;
  readonly slice: Slice;
}

/** The rows of skills: one group, the servers in it where several have skills, the skills of each, and the files of a skill by their paths. */
export class SkillGroups {
  constructor(
    private readonly catalog: Pick<Catalog, 'get' | 'table'>,
    private readonly skills: Pick<Skills, 'of' | 'stateOf'>,
  ) {}

  /** The group *Skills*, if there is anything to show in it. */
  group({ ids, serverId, options }: Work): SkillsNode[] {
    const servers = serverId === undefined ? this.#serversOf(ids, options) : [serverId];
    const isNeeded = ids.length > 0 || servers.some((id) => this.#hasFailed(id));
    return isNeeded
      ? [this.#node(serverId === undefined ? 'skills:' : `skills:\n${serverId}`, servers, ids, false)]
      : [];
  }

  /** The servers that have skills, or the skills of the only one. */
  async below(work: Work): Promise<(SkillsNode | SkillNode)[]> {
    if (work.serverId !== undefined) return this.#skillsOf(work.serverId, work);
    const { ids, options, slice } = work;
    const byServer = new Map<string, number[]>(this.#serversOf(ids, options).map((id) => [id, []]));
    await each(ids, slice, (id) => byServer.get(this.catalog.table.serverIdOf(id))?.push(id));
    return [...byServer].map(([id, files]) => this.#node(`skills:\n${id}`, [id], files, true));
  }

  #node(id: string, servers: readonly string[], ids: readonly number[], isOfServer: boolean): SkillsNode {
    const shown = new Set(ids);
    const skills = servers
      .flatMap((server) => this.skills.of(server))
      .filter(({ rows }) => rows.some((row) => shown.has(row)));
    const serverId = servers.length === 1 ? servers[0] : undefined;
    const group = { serverId, scheme: undefined, ids, templates: [] };
    return { kind: 'skills', id, isOfServer, skills: skills.length, ...group };
  }

  /** In the server's order, or in that of their names. */
  async #skillsOf(serverId: string, { ids, options, slice }: Work): Promise<SkillNode[]> {
    const skills = this.skills.of(serverId);
    const shown = new Set(ids);
    const labels = skillLabels(skills);
    const rows: SkillNode[] = [];
    for (const skill of skills) {
      const { uri, rows: files } = skill;
      const entry = this.catalog.get(files[0] ?? -1);
      const below = files.filter((id) => shown.has(id));
      if (!entry || entry.resource.uri !== uri || below.length === 0) continue;
      const group = { serverId, scheme: undefined, ids: below, templates: [], prefix: skillFolder(skill) };
      rows.push({
        kind: 'skill',
        id: `skill:${serverId}\n${uri}`,
        label: labels.get(uri) ?? '',
        skill,
        entry,
        ...group,
      });
    }
    return options.sortBy === 'name' ? sortByName(rows, ({ label }) => label, slice) : rows;
  }

  /** `SKILL.md`, then the others by their paths. */
  async filesOf({ id: above, skill, prefix, entry: main, ids }: SkillNode, slice: Slice): Promise<TreeNode[]> {
    if (skill.problem !== undefined) return [];
    const { table } = this.catalog;
    const pathOf = (id: number): string => table.uri(id).slice(prefix.length);
    const sorted = await sortByName(ids, (id) => (id === main.id ? '' : pathOf(id)), slice);
    return sorted.flatMap((id): TreeNode[] => {
      const entry = this.catalog.get(id);
      if (!entry) return [];
      const { uri } = entry.resource;
      return [{ kind: 'resource', id: `${above}\n${uri}`, entry, path: legible(pathOf(id)) }];
    });
  }

  /** As they are configured. */
  #serversOf(ids: readonly number[], { servers }: Work['options']): readonly string[] {
    const withFiles = new Set(ids.map((id) => this.catalog.table.serverIdOf(id)));
    return servers.map(({ id }) => id).filter((id) => withFiles.has(id) || this.#hasFailed(id));
  }

  #hasFailed(serverId: string): boolean {
    return this.skills.stateOf(serverId) === 'failed' && this.skills.of(serverId).length === 0;
  }
}

/** The folders of a skill, without its scheme. */
function pathOf(skill: HeldSkill): readonly string[] {
  return skillFolder(skill)
    .replace(/^[^/]*:\/*/u, '')
    .split('/')
    .slice(0, -1);
}

/** The name of each skill of a server; of those whose names look alike, the ends of their paths in which they differ. By their URIs. */
function skillLabels(skills: readonly HeldSkill[]): ReadonlyMap<string, string> {
  const alike = new Map<string, HeldSkill[]>();
  for (const skill of skills) {
    const label = showable(skill.name, ' ').trim();
    const group = alike.get(label) ?? [];
    group.push(skill);
    alike.set(label, group);
  }
  const labels = [...alike].flatMap(([label, group]) => {
    const isOne = group.length === 1 && label !== '';
    const paths = group.map((skill) => pathOf(skill).map(legible));
    const ends = (count: number): readonly string[] => paths.map((path) => path.slice(-count).join('/'));
    const count = [1, 2, 3].find((few) => new Set(ends(few)).size === group.length) ?? Infinity;
    const shown = isOne ? [label] : ends(count);
    return group.map(({ uri }, index) => [uri, shown[index] ?? label] as const);
  });
  return new Map(labels);
}
