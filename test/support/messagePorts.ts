// What `SeenReads` needs to know of a message, for a chat that loses nothing and servers that list nothing.
import { describeResource } from '../../src/core/context/contextSet';
import type { SeenReadsPorts } from '../../src/core/context/seenReads';

export const messagePorts: Pick<SeenReadsPorts, 'arrivalsOf' | 'describe'> = {
  arrivalsOf: (files) => files.map(() => 'whole'),
  describe: (address) => describeResource(address, undefined),
};
