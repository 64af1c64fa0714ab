import { tokensOf } from '../../src/core/chat/estimateTokens';
import { ContextWeights, type ContextWeightsPorts } from '../../src/core/context/contextWeights';

/** Weights of resources of which nothing is read or listed, with estimates for counts. */
export function newWeights(ports: Partial<ContextWeightsPorts> = {}): ContextWeights {
  return new ContextWeights({
    peek: () => undefined,
    announced: () => undefined,
    of: (bytes) => ({ tokens: tokensOf(bytes), isFinal: true }),
    counted: () => Promise.resolve(),
    ...ports,
  });
}
