import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { ResourceTemplate } from '../resource/resource';
import { isSameTemplate } from './sameResource';

/** A template and its server. */
export interface TemplateEntry {
  readonly serverId: string;
  readonly template: ResourceTemplate;
}

/** Writes one list of one server. It does nothing once a newer writer has replaced it. */
export interface TemplateWriter {
  append(templates: readonly ResourceTemplate[]): void;
  /** Drops templates that this list did not name. Unless it is called, earlier ones stay. */
  complete(): void;
}

type TemplateList = ReadonlyMap<string, TemplateEntry>;

/** Maximum number of templates per server: a user does not look through more. */
const maxTemplates = 1_000;
/** Ids of templates begin beyond all ids of resources. */
const firstId = 2 ** 31;

/** False for the id of a resource. */
export function isTemplateId(id: number): boolean {
  return id >= firstId;
}

/** The templates of all servers, each server's in its own order, by exact template text. */
export class TemplateCatalog implements Disposable {
  readonly #lists = new Map<string, TemplateList>();
  readonly #writers = new Map<string, TemplateWriter>();
  readonly #complete = new Set<string>();
  readonly #omitted = new Map<string, number>();
  readonly #ids = new Map<string, number>();
  readonly #identities: { readonly serverId: string; readonly uriTemplate: string }[] = [];
  readonly #didChange = new Emitter<void>();
  #revision = 0;

  readonly onDidChange = this.#didChange.event;

  /** Grows with every change; an identical list is no change. */
  get revision(): number {
    return this.#revision;
  }

  get all(): readonly TemplateEntry[] {
    return [...this.#lists.values()].flatMap((list) => [...list.values()]);
  }

  find(serverId: string, uriTemplate: string): TemplateEntry | undefined {
    return this.#lists.get(serverId)?.get(uriTemplate);
  }

  /** Names the server's template of this text for as long as this process lives, also across lists; no resource has the same. */
  idOf({ serverId, template: { uriTemplate } }: TemplateEntry): number {
    const key = `${serverId}\n${uriTemplate}`;
    const existing = this.#ids.get(key);
    if (existing !== undefined) return existing;
    const id = firstId + this.#identities.push({ serverId, uriTemplate }) - 1;
    this.#ids.set(key, id);
    return id;
  }

  /** `undefined` if no template has this id, or no list names the template any longer. */
  byId(id: number): TemplateEntry | undefined {
    const identity = this.#identities[id - firstId];
    return identity && this.find(identity.serverId, identity.uriTemplate);
  }

  count(serverId: string): number {
    return this.#lists.get(serverId)?.size ?? 0;
  }

  /** Number of the server's templates beyond those that are here. */
  omitted(serverId: string): number {
    return this.#omitted.get(serverId) ?? 0;
  }

  /** True from the end of a list that was whole to the beginning of the next one. */
  isComplete(serverId: string): boolean {
    return this.#complete.has(serverId);
  }

  beginList(serverId: string): TemplateWriter {
    this.#complete.delete(serverId);
    const previous = this.#lists.get(serverId);
    const arrived = new Map<string, TemplateEntry>();
    let omitted = 0;
    const set = (list: TemplateList): void => {
      if (this.#writers.get(serverId) !== writer) return;
      this.#omitted.set(serverId, omitted);
      if (!isSameList(this.#lists.get(serverId), list)) {
        this.#lists.set(serverId, list);
        this.#revision += 1;
      }
      this.#didChange.fire();
    };
    const writer: TemplateWriter = {
      append: (templates) => {
        for (const template of templates) {
          if (arrived.has(template.uriTemplate)) continue;
          if (arrived.size < maxTemplates) arrived.set(template.uriTemplate, { serverId, template });
          else omitted += 1;
        }
        set(new Map([...arrived, ...[...(previous ?? [])].filter(([text]) => !arrived.has(text))]));
      },
      complete: () => {
        if (this.#writers.get(serverId) === writer) this.#complete.add(serverId);
        set(arrived);
      },
    };
    this.#writers.set(serverId, writer);
    return writer;
  }

  removeServer(serverId: string): void {
    this.#writers.delete(serverId);
    this.#complete.delete(serverId);
    this.#omitted.delete(serverId);
    if (!this.#lists.delete(serverId)) return;
    this.#revision += 1;
    this.#didChange.fire();
  }

  dispose(): void {
    this.#didChange.dispose();
  }
}

function isSameList(oldList: TemplateList = new Map(), newList: TemplateList): boolean {
  const previous = [...oldList.values()];
  const isSame = ({ template }: TemplateEntry, index: number): boolean =>
    previous[index] !== undefined && isSameTemplate(previous[index].template, template);
  return previous.length === newList.size && [...newList.values()].every(isSame);
}
