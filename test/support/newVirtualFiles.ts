import { VirtualFiles } from '../../src/host/content/virtualFiles';
import { VirtualPaths } from '../../src/host/content/virtualPaths';
import { PathKey } from '../../src/node/files/pathKey';
import { needsOf } from './needsOf';
import type { ServerDefinition } from '../../src/core/configuration/serverDefinition';

/** All windows of the tests have this key, which no file can hold. */
const key = new PathKey('/dev/null/path-key');

/** Files whose paths every test reads, and no editor renames. */
function newPaths(definitions: () => readonly ServerDefinition[]): VirtualPaths {
  return new VirtualPaths(definitions, key, (name) => name);
}

type Needs = ConstructorParameters<typeof VirtualFiles>[0];

/** Files of which the user has chosen all, for tests that are not about that. */
export function newVirtualFiles({
  definitions,
  shownUntil = () => 0,
  ...services
}: Needs['base'] &
  Needs['core'] &
  Needs['context'] &
  Pick<Needs['chat'], 'reads'> & {
    readonly missed: Pick<Needs['chat']['missed'], 'wasAvailable' | 'failed'>;
    readonly definitions: () => readonly ServerDefinition[];
    readonly shownUntil?: (file: string) => number;
  }): VirtualFiles {
  const shown = { until: shownUntil, refused: () => undefined };
  const gate = { isAllowedNow: () => true, isAllowed: () => Promise.resolve(true), allowPeek: () => undefined };
  const needs = needsOf({ ...services, shown, configured: Promise.resolve() });
  return new VirtualFiles(needs as unknown as Needs, newPaths(definitions), gate, { add: () => Promise.resolve() });
}
