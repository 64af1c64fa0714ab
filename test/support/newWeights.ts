import { tokensOf } from '../../src/core/chat/estimateTokens';
import { ContextWeights } from '../../src/core/context/contextWeights';

type Lists = ConstructorParameters<typeof ContextWeights>[0];
type Counter = ConstructorParameters<typeof ContextWeights>[1];

/** Weights of resources of which nothing is read or listed, with estimates for counts. */
export function newWeights(
  services: Partial<Lists['cache'] & Pick<Lists, 'announced'> & Counter> = {},
): ContextWeights {
  const all = {
    peek: () => undefined,
    announced: () => undefined,
    of: (bytes: Uint8Array) => ({ tokens: tokensOf(bytes), isFinal: true }),
    counted: () => Promise.resolve(),
    ...services,
  };
  return new ContextWeights({ cache: all, announced: all.announced }, all);
}
