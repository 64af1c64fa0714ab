import { VirtualFiles, type VirtualFilesParts } from '../../src/host/content/virtualFiles';
import { VirtualPaths } from '../../src/host/content/virtualPaths';
import { PathKey } from '../../src/node/files/pathKey';
import type { ServerDefinition } from '../../src/core/configuration/serverDefinition';

/** All windows of the tests have this key, which no file can hold. */
const key = new PathKey('/dev/null/path-key');

/** Files whose paths every test reads, and no editor renames. */
function newPaths(definitions: () => readonly ServerDefinition[]): VirtualPaths {
  return new VirtualPaths(definitions, key, (name) => name);
}

/** Files of which the user has chosen all, for tests that are not about that. */
export function newVirtualFiles({
  definitions,
  shownUntil = () => 0,
  ...parts
}: Omit<VirtualFilesParts, 'paths' | 'configured' | 'gate' | 'handed' | 'shown'> & {
  readonly definitions: () => readonly ServerDefinition[];
  readonly shownUntil?: (file: string) => number;
}): VirtualFiles {
  return new VirtualFiles({
    ...parts,
    paths: newPaths(definitions),
    configured: Promise.resolve(),
    gate: { isAllowedNow: () => true, isAllowed: () => Promise.resolve(true), allowPeek: () => undefined },
    handed: { add: () => Promise.resolve() },
    shown: { until: shownUntil, refused: () => undefined },
  });
}
