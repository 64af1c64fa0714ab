import * as l10n from '@vscode/l10n';
import type { Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { HumanError } from '../base/errors';
import { Emitter } from '../base/event';
import { listed } from '../base/format';
import { legible } from '../base/legible';
import type { KeyValueStore } from '../base/ports';
import type { Connections } from '../connection/connections';
import { skillFolder, type Skill } from '../resource/skill';
import type { HeldSkill, Skills } from './skills';

/** `changed`: it was allowed until its server described it otherwise; what differs from what was allowed, in sentences. */
export type SkillPermission = 'no' | 'allowed' | { readonly changed: readonly string[] };

/** Names with a text for each, that differs whenever what it stands for does. */
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
  /** Digests by URI. */
  readonly files: Parts;
  readonly frontmatter: Parts;
  /** The server described the skill otherwise since then. */
  readonly isOver?: boolean;
}

const storeKey = 'skills.allowed';
/** The most that are kept; the oldest are dropped. */
const maxKept = 200;
/** Characters, of all of them, and of one. */
const maxLength = 2_000_000;
const maxOne = 500_000;

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

  stateOf(skill: HeldSkill): SkillPermission {
    const kept = this.#keptOf(skill);
    if (!kept) return 'no';
    const changed = differencesOf(kept, skill);
    if (changed.length > 0) return { changed };
    return kept.isOver === true
      ? { changed: [l10n.t('It changed in between, and is again what you allowed.')] }
      : 'allowed';
  }

  /** Allows a skill as it is described now, if it can be verified and no longer differs from what the user was shown. */
  async allow(shown: HeldSkill): Promise<void> {
    const { uri, name, serverId, files } = shown;
    const hash = this.connections.get(serverId)?.definition.hash;
    if (hash === undefined || files === 'dynamic' || shown.problem !== undefined) return;
    if (this.skills.get(shown)?.edition !== shown.edition)
      throw new HumanError(
        'unverified',
        l10n.t('The server changed the skill “{0}” meanwhile. Try again.', legible(name)),
      );
    const serverName = this.connections.nameOf(serverId);
    const allowed: AllowedSkill = { hash, uri, name, serverName, at: this.clock.now(), ...partsOf(shown) };
    if (lengthOf(allowed) > maxOne)
      throw new HumanError('tooLarge', l10n.t('What the server says of the skill “{0}” is too large.', legible(name)));
    this.#kept.delete(keyOf(allowed));
    this.#kept.set(keyOf(allowed), allowed);
    let length = [...this.#kept.values()].reduce((sum, one) => sum + lengthOf(one), 0);
    for (const [key, one] of this.#kept) {
      if (this.#kept.size <= maxKept && length <= maxLength) break;
      this.#kept.delete(key);
      length -= lengthOf(one);
    }
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

function lengthOf(allowed: AllowedSkill): number {
  return JSON.stringify(allowed).length;
}

function partsOf({ files, frontmatter }: Skill): Pick<AllowedSkill, 'files' | 'frontmatter'> {
  return {
    files: files === 'dynamic' ? [] : files.map(({ uri, digest }) => [uri, digest]),
    frontmatter: Object.entries(frontmatter).map(([name, value]) => [name, JSON.stringify(value)]),
  };
}

/** What differs from what was allowed, in sentences. */
function differencesOf(kept: AllowedSkill, skill: Skill): readonly string[] {
  if (skill.files === 'dynamic') return [l10n.t('Its files can no longer be verified.')];
  const now = partsOf(skill);
  const files = differing(kept.files, now.files);
  const fields = differing(kept.frontmatter, now.frontmatter);
  const folder = skillFolder(skill);
  const named = (uris: readonly string[]): string =>
    listed(uris.map((uri) => shown(uri.startsWith(folder) ? uri.slice(folder.length) : uri)));
  return [
    ...(files.changed.length > 0 ? [l10n.t('Changed files: {0}.', named(files.changed))] : []),
    ...(files.added.length > 0 ? [l10n.t('New files: {0}.', named(files.added))] : []),
    ...(files.removed.length > 0 ? [l10n.t('Removed files: {0}.', named(files.removed))] : []),
    ...(Object.values(fields).flat().length > 0
      ? [l10n.t('Changed in its frontmatter: {0}.', listed(Object.values(fields).flat().map(shown)))]
      : []),
  ];
}

function differing(before: Parts, after: Parts) {
  const [old, now] = [new Map(before), new Map(after)];
  const names = [...now.keys()];
  return {
    changed: names.filter((name) => old.has(name) && old.get(name) !== now.get(name)),
    added: names.filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !now.has(name)),
  };
}

function shown(name: string): string {
  return `“${legible(name.slice(0, 100))}”`;
}
