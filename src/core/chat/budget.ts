/** What decides whether something goes along where not all of it does. */
export interface Weighed {
  /** 0 to 1; what has none comes after what has one. */
  readonly priority: number | undefined;
  /** `undefined` is for everybody. */
  readonly audience: readonly string[] | undefined;
  readonly tokens: number;
}

/** What fits, in the order given. */
export interface Fit<T extends Weighed> {
  readonly kept: readonly T[];
  readonly leftOut: readonly T[];
}

/**
 * What goes into a budget of tokens, both parts in the order given. What is not for the assistant is left out first, then the lowest
 * priority, then what comes later. Something too large is left out by itself: what is less important and fits still goes along.
 */
export function fitting<T extends Weighed>(items: readonly T[], budget: number): Fit<T> {
  const kept = new Set<T>();
  let left = budget;
  for (const item of [...items].sort(byImportance)) {
    if (item.tokens > left) continue;
    left -= item.tokens;
    kept.add(item);
  }
  return { kept: items.filter((item) => kept.has(item)), leftOut: items.filter((item) => !kept.has(item)) };
}

/** Of equals the first stays the first: sorting keeps their order. */
function byImportance(a: Weighed, b: Weighed): number {
  return Number(isForAssistant(b)) - Number(isForAssistant(a)) || (b.priority ?? -1) - (a.priority ?? -1);
}

function isForAssistant({ audience }: Weighed): boolean {
  return audience === undefined || audience.includes('assistant');
}
