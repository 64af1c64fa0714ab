import * as l10n from '@vscode/l10n';
import type { Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import { listed } from '../base/format';
import { legible } from '../base/legible';
import type { KeyValueStore } from '../base/ports';
import type { Connections } from '../connection/connections';
import { skillFolder, type Skill, type SkillPermission } from '../resource/skill';
import type { HeldSkill, Skills } from './skills';

/** Digests by files' URIs, and fields of frontmatter as JSON, by their names. */
type Parts = readonly (readonly [name: string, text: string])[];

/** A skill as it was allowed. */
export interface AllowedSkill {
  /** Of the server's definition. */
  readonly hash: string;
  readonly uri: string;
  readonly name: string;
  readonly serverName: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly parts: Parts;
  /** The server described the skill otherwise since then. */
  readonly isOver?: boolean;
}

const storeKey = 'skills.allowed';
/** The most that are kept; the oldest are dropped. */
const maxKept = 200;
/** Characters. */
const maxLength = 2_000_000;

/**
 * The skills that models may load, as allowed by the user in this workspace. A permission is about the server's definition, the skill's
 * URI, the digests of all its files and its frontmatter. Any difference ends it for good, also if the server goes back to what it was.
 * https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx (Content-bound approval)
 */
export class SkillPermissions implements Disposable {
  readonly #store = new DisposableStore();
  readonly #didChange = this.#store.add(new Emitter<void>());
  readonly #kept: Map<string, AllowedSkill>;

  readonly onDidChange = this.#didChange.event;

  constructor(
    private readonly store: KeyValueStore,
    private readonly skills: Skills,
    private readonly connections: Pick<Connections, 'get' | 'nameOf'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {
    const kept = (store.get(storeKey) ?? []) as readonly AllowedSkill[];
    this.#kept = new Map(kept.map((one) => [keyOf(one), one]));
    this.#store.add(skills.onDidChange((serverId) => void this.#check(serverId)));
  }

  /** The skills that are allowed now, the oldest permission first. */
  get all(): readonly AllowedSkill[] {
    return [...this.#kept.values()].filter(({ isOver }) => isOver !== true);
  }

  stateOf(skill: HeldSkill | undefined): SkillPermission {
    const kept = skill && this.#keptOf(skill);
    if (!kept) return 'no';
    const changed = differencesOf(kept, skill);
    if (changed.length > 0) return { changed };
    return kept.isOver === true
      ? { changed: [l10n.t('It changed in between, and is again what you allowed.')] }
      : 'allowed';
  }

  /** Allows a skill as the user was shown it, which may no longer be what it is; one that cannot be verified is never allowed. */
  async allow(skill: HeldSkill): Promise<void> {
    const { uri, name, serverId, files, problem } = skill;
    const hash = this.connections.get(serverId)?.definition.hash;
    if (hash === undefined || files === 'dynamic' || problem !== undefined) return;
    const serverName = this.connections.nameOf(serverId);
    const allowed: AllowedSkill = { hash, uri, name, serverName, at: this.clock.now(), parts: partsOf(skill) };
    this.#kept.delete(keyOf(allowed));
    this.#kept.set(keyOf(allowed), allowed);
    while (this.#kept.size > maxKept || JSON.stringify([...this.#kept.values()]).length > maxLength)
      this.#kept.delete([...this.#kept.keys()][0] ?? '');
    await this.#check(serverId);
    await this.#save();
  }

  async takeBack(skill: Pick<AllowedSkill, 'hash' | 'uri'>): Promise<void> {
    this.#kept.delete(keyOf(skill));
    await this.#save();
  }

  dispose(): void {
    this.#store.dispose();
  }

  #keptOf({ serverId, uri }: HeldSkill): AllowedSkill | undefined {
    const hash = this.connections.get(serverId)?.definition.hash;
    return hash === undefined ? undefined : this.#kept.get(keyOf({ hash, uri }));
  }

  async #check(serverId: string): Promise<void> {
    const over = this.skills.of(serverId).flatMap((skill) => {
      const kept = this.#keptOf(skill);
      return kept && kept.isOver !== true && differencesOf(kept, skill).length > 0 ? [kept] : [];
    });
    for (const kept of over) this.#kept.set(keyOf(kept), { ...kept, isOver: true });
    if (over.length > 0) await this.#save();
  }

  async #save(): Promise<void> {
    this.#didChange.fire();
    await this.store.set(storeKey, [...this.#kept.values()]);
  }
}

function keyOf({ hash, uri }: Pick<AllowedSkill, 'hash' | 'uri'>): string {
  return `${hash} ${uri}`;
}

function partsOf({ files, frontmatter }: Skill): Parts {
  const fields = Object.entries(frontmatter).map(
    ([name, value]) => [`frontmatter ${name}`, JSON.stringify(value)] as const,
  );
  return [...(files === 'dynamic' ? [] : files.map(({ uri, digest }) => [uri, digest] as const)), ...fields];
}

/** What differs from what was allowed, in sentences. */
function differencesOf({ parts }: AllowedSkill, skill: Skill): readonly string[] {
  if (skill.files === 'dynamic') return [l10n.t('Its files can no longer be verified.')];
  const [before, after] = [new Map(parts), new Map(partsOf(skill))];
  const both = [...after.keys()].filter((name) => before.has(name));
  const changed = both.filter((name) => before.get(name) !== after.get(name));
  const added = [...after.keys()].filter((name) => !before.has(name));
  const removed = [...before.keys()].filter((name) => !after.has(name));
  const named = (names: readonly string[]): string =>
    listed(names.map((name) => `“${legible(name.replace(skillFolder(skill), '').slice(0, 100))}”`));
  return [
    changed.length > 0 && l10n.t('Changed: {0}.', named(changed)),
    added.length > 0 && l10n.t('New: {0}.', named(added)),
    removed.length > 0 && l10n.t('Removed: {0}.', named(removed)),
  ].filter((sentence) => sentence !== false);
}
