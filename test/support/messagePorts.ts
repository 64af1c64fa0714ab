// What `SeenReads` needs to know of a message, for a chat that loses nothing, an editor that keeps nothing, and servers that list nothing.
import { describeResource } from '../../src/core/context/contextSet';
import type { SeenReadsPorts } from '../../src/core/context/seenReads';

export const messagePorts: Pick<SeenReadsPorts, 'arrivalsOf' | 'describe' | 'reloadTime'> = {
  arrivalsOf: (files) => files.map(() => 'whole'),
  describe: (address) => describeResource(address, undefined),
  reloadTime: () => 2_000,
};
