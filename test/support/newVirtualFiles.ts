import type { HandedOut } from '../../src/core/context/handedOut';
import { VirtualFiles, type VirtualFilesParts } from '../../src/host/content/virtualFiles';
import type { ShownFiles } from '../../src/host/content/shownFiles';
import { VirtualPaths } from '../../src/host/content/virtualPaths';
import { PathKey } from '../../src/node/pathKey';
import type { ServerDefinition } from '../../src/core/servers/serverDefinition';

/** All windows of the tests have this key, which no file can hold. */
const key = new PathKey('/dev/null/path-key');

/** Files whose paths every test reads, and no editor renames. */
export function newPaths(definitions: () => readonly ServerDefinition[]): VirtualPaths {
  return new VirtualPaths(definitions, key, (name) => name);
}

/** The user gave everything to a chat. */
export const allHandedOut: Pick<HandedOut, 'has' | 'add'> = { has: () => true, add: () => Promise.resolve() };

/** Tabs that show files; nothing is restored, and none appears later. */
export function shownWhere(until: (file: string) => number): VirtualFilesParts['shown'] {
  const shown: Pick<ShownFiles, 'until' | 'isRestored' | 'retry' | 'appears'> = {
    until,
    isRestored: () => false,
    retry: () => false,
    appears: (file) => Promise.resolve(until(file) > 0),
  };
  return shown;
}

/** Files of which the user has chosen all, for tests that are not about that. */
export function newVirtualFiles({
  definitions,
  shownUntil = () => 0,
  ...parts
}: Omit<VirtualFilesParts, 'paths' | 'handed' | 'shown'> & {
  readonly definitions: () => readonly ServerDefinition[];
  readonly shownUntil?: (file: string) => number;
}): VirtualFiles {
  return new VirtualFiles({
    ...parts,
    paths: newPaths(definitions),
    handed: allHandedOut,
    shown: shownWhere(shownUntil),
  });
}
