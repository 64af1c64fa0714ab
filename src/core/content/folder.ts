import type { Part, PartKey } from './part';
import type { VirtualTarget } from './virtualPath';

/** A direct child of a folder: a file, or a folder of more. */
export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** The item at a place in the folder of a read's parts. */
export type FolderItem =
  | { readonly kind: 'file'; readonly part: Part }
  | { readonly kind: 'folder'; readonly entries: readonly FolderEntry[] };

/** `undefined` where there is nothing, or nothing left. */
export function itemAt(
  parts: readonly Part[],
  target: Exclude<VirtualTarget, { kind: 'whole' }>,
): FolderItem | undefined {
  const part = target.kind === 'part' ? findPart(parts, target.part) : parts.find(({ path }) => path === target.path);
  if (part) return { kind: 'file', part };
  return target.kind === 'inside' ? folderAt(parts, target.path) : undefined;
}

/** The lasting key of the part at a place. */
export function partKeyAt(parts: readonly Part[], target: VirtualTarget): PartKey | undefined {
  if (target.kind !== 'inside') return target.kind === 'part' ? target.part : undefined;
  const part = parts.find(({ path }) => path === target.path);
  return part && { uri: part.uri, occurrence: part.occurrence };
}

function findPart(parts: readonly Part[], { uri, occurrence }: PartKey): Part | undefined {
  return parts.find((part) => part.uri === uri && part.occurrence === occurrence);
}

function folderAt(parts: readonly Part[], path: string): FolderItem | undefined {
  const start = path === '' ? '' : `${path}/`;
  const entries = new Map<string, FolderEntry>();
  for (const part of parts) {
    if (!part.path.startsWith(start)) continue;
    const [name = '', ...deeper] = part.path.slice(start.length).split('/');
    entries.set(name, { name, isFolder: deeper.length > 0 });
  }
  return path === '' || entries.size > 0 ? { kind: 'folder', entries: [...entries.values()] } : undefined;
}
