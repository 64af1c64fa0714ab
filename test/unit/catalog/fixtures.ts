import type { Resource, ResourceTemplate } from '../../../src/core/resource/resource';
import type { Page } from '../../../src/core/session/session';
import { Slice } from '../../../src/core/base/scheduler';
import { Catalog } from '../../../src/core/catalog/catalog';
import type { Directories } from '../../../src/core/directories/directories';
import { directoryPath } from '../../../src/core/directories/paths';
import type { Skills } from '../../../src/core/skills/skills';
import { ImportanceOrder } from '../../../src/core/catalog/importanceOrder';
import { FakeClock } from '../../support/fakeClock';

/** Creates a resource with a URI, and a name derived from it. */
export function resource(uri: string, fields: Partial<Resource> = {}): Resource {
  return {
    uri,
    name: fields.name ?? uri,
    title: undefined,
    description: undefined,
    mimeType: undefined,
    size: undefined,
    audience: undefined,
    priority: undefined,
    lastModified: undefined,
    icons: undefined,
    extra: undefined,
    ...fields,
  };
}

/** Creates a directory, named by the end of its URI. */
export function folder(uri: string): Resource {
  return resource(uri, { name: uri.slice(uri.lastIndexOf('/') + 1), mimeType: 'inode/directory' });
}

/** Creates a text of 400 bytes, named by the end of its URI. */
export function file(uri: string): Resource {
  return resource(uri, { name: uri.slice(uri.lastIndexOf('/') + 1), mimeType: 'text/plain', size: 400 });
}

/** Creates a template with its URI template, and a name derived from it. */
export function template(uriTemplate: string, fields: Partial<ResourceTemplate> = {}): ResourceTemplate {
  const unknown = {
    title: undefined,
    description: undefined,
    mimeType: undefined,
    audience: undefined,
    priority: undefined,
    icons: undefined,
    extra: undefined,
  };
  return { uriTemplate, name: uriTemplate, ...unknown, ...fields };
}

export function page(items: readonly Resource[], dropped = 0, repaired = 0): Page<Resource> {
  return { items, dropped, repaired };
}

/** Lists `items` as the complete list of `serverId`. */
export function listAll(catalog: Catalog, items: readonly Resource[], serverId = 'shop'): void {
  const writer = catalog.beginList(serverId);
  writer.append(page(items));
  writer.end({ kind: 'complete' });
}

/** Slices that end after a number of looks at the clock; counts how often they did. */
export class CountedSlices {
  breaths = 0;

  constructor(private readonly looks = 8) {}

  readonly newSlice = (): Slice => {
    let now = 0;
    // A slice lasts 12 ms; each look at the clock uses up a part of it.
    const step = 12 / this.looks;
    return new Slice(
      () => (now += step),
      () => {
        this.breaths += 1;
        return new Promise((resolve) => setImmediate(resolve));
      },
    );
  };
}

/** Creates a catalog and its order, on a clock that stands still. */
export function newCatalog(): { clock: FakeClock; catalog: Catalog; order: ImportanceOrder; slices: CountedSlices } {
  const clock = new FakeClock();
  const catalog = new Catalog();
  const slices = new CountedSlices();
  return { clock, catalog, order: new ImportanceOrder(catalog, slices.newSlice), slices };
}

/** Returns a generator that gives the same numbers from 0 to 1 in every run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pickFrom<T>(random: () => number, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)]!;
}

/** Places in the tree, of servers that all list the children of their directories; none is outside of its directory. */
/** Servers without skills. */
export const noSkills: Pick<Skills, 'of' | 'stateOf' | 'isFile'> = {
  of: () => [],
  stateOf: () => 'unknown',
  isFile: () => false,
};

export function byPath({ table }: Catalog): Pick<Directories, 'isDirectory' | 'pathOf'> {
  const pathOf = (id: number): string => (table.isDirectory(id) ? directoryPath(table.uri(id)) : table.uri(id));
  return { isDirectory: (id) => table.isDirectory(id), pathOf };
}
